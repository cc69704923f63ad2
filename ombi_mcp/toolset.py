"""All tools, in the order of the catalogue."""

from ombi_mcp.tools.discover import read_discover
from ombi_mcp.tools.integration import read_integration
from ombi_mcp.tools.issues import read_issues
from ombi_mcp.tools.library import read_library
from ombi_mcp.tools.logs import read_logs
from ombi_mcp.tools.media import read_media
from ombi_mcp.tools.reference import read_reference
from ombi_mcp.tools.request_availability import write_request_availability
from ombi_mcp.tools.request_delete import write_request_delete
from ombi_mcp.tools.request_stats import read_request_stats
from ombi_mcp.tools.requests import read_requests
from ombi_mcp.tools.search import read_search
from ombi_mcp.tools.server import read_server
from ombi_mcp.tools.settings import read_settings
from ombi_mcp.tools.users import read_users
from ombi_mcp.tools.votes import read_votes
from ombi_mcp.views.tool import Tool

TOOLS: tuple[Tool, ...] = (
    read_search,
    read_discover,
    read_media,
    read_reference,
    read_requests,
    read_request_stats,
    read_issues,
    read_votes,
    read_users,
    read_library,
    read_server,
    read_integration,
    read_settings,
    read_logs,
    write_request_availability,
    write_request_delete,
)

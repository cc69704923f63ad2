"""All tools, in the order of the catalogue."""

from ombi_mcp.tools.discover import read_discover
from ombi_mcp.tools.integration import read_integration
from ombi_mcp.tools.issue_category import write_issue_category
from ombi_mcp.tools.issue_comment import write_issue_comment
from ombi_mcp.tools.issue_create import write_issue_create
from ombi_mcp.tools.issue_delete import write_issue_delete
from ombi_mcp.tools.issue_status import write_issue_status
from ombi_mcp.tools.issues import read_issues
from ombi_mcp.tools.job import write_job
from ombi_mcp.tools.library import read_library
from ombi_mcp.tools.logs import read_logs
from ombi_mcp.tools.media import read_media
from ombi_mcp.tools.reference import read_reference
from ombi_mcp.tools.request_availability import write_request_availability
from ombi_mcp.tools.request_create import write_request_create
from ombi_mcp.tools.request_decide import write_request_decide
from ombi_mcp.tools.request_delete import write_request_delete
from ombi_mcp.tools.request_options import write_request_options
from ombi_mcp.tools.request_reprocess import write_request_reprocess
from ombi_mcp.tools.request_stats import read_request_stats
from ombi_mcp.tools.request_subscription import write_request_subscription
from ombi_mcp.tools.requests import read_requests
from ombi_mcp.tools.retry_remove import write_retry_remove
from ombi_mcp.tools.search import read_search
from ombi_mcp.tools.server import read_server
from ombi_mcp.tools.settings import read_settings
from ombi_mcp.tools.settings_change import write_settings
from ombi_mcp.tools.user import write_user
from ombi_mcp.tools.users import read_users
from ombi_mcp.tools.vote import write_vote
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
    write_request_create,
    write_request_decide,
    write_request_availability,
    write_request_options,
    write_request_delete,
    write_request_reprocess,
    write_request_subscription,
    write_retry_remove,
    write_vote,
    write_issue_create,
    write_issue_status,
    write_issue_comment,
    write_issue_delete,
    write_issue_category,
    write_user,
    write_settings,
    write_job,
)

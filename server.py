"""What `fastmcp run` finds."""

from ombi_mcp.server import create_server

mcp = create_server()

"""The tools as MCP publishes them."""

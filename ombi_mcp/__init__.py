"""ombi-mcp: Ombi's API as typed, bounded and honest MCP tools."""

"""`python -m ombi_mcp` is the command `ombi-mcp`."""

from ombi_mcp.cli import main

main()

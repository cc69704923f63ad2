"""The commands of `ombi-mcp`, one module each; each loads what it needs when it is run."""

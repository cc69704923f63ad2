"""What `ombi-mcp doctor` looks at, one module for each part of the way to Ombi."""

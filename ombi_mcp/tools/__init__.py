"""The tools, one module per domain: argument classes with their handlers, and one function per tool."""

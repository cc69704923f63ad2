"""The contract: envelope, result families, errors, limits and schemas; no I/O and nothing of Ombi."""

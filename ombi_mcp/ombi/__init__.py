"""Ombi as it is: routes as data, tolerant wire models, and the one HTTP client."""

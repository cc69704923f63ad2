"""Every bound of a result, in one place (R157-R160, R162, R211)."""

MAX_BYTES = 64 * 1024
"""The envelope as compact UTF-8 JSON."""

MAX_RECORDS = 100
"""Records of a page, and entries of any array nested in a record."""

MAX_LINES = 500
"""Log lines of one answer."""

MAX_WARNINGS = 100

ROW_TEXT = 200
"""Characters of a long text in a list row: a default list has to stay under 12,000 characters."""

SHRUNK_TEXT = 280
"""Characters that a text keeps when an answer is over MAX_BYTES."""

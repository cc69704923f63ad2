"""XML elements as text."""

from typing import Any
from xml.sax.saxutils import quoteattr


def element(name: str, attributes: dict[str, Any], *children: str) -> str:
    """An XML element as text; attributes that are None are left out."""
    inner = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items() if value is not None)
    return f"<{name}{inner}>{''.join(children)}</{name}>" if children else f"<{name}{inner}/>"

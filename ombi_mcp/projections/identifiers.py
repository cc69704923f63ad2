"""Ids and whose they are: the namespace is the caller's word, never the field's name (R037-R048)."""

import re

from ombi_mcp.contract.media import Identifier, Namespace, Target, TargetKind
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.projections.text import cleaned

Named = tuple[Namespace, str | int | None]

_USER_ID = re.compile(r"[0-9A-Za-z-]{1,64}")


def identifiers(*named: Named) -> list[Identifier]:
    """The known ids in order, each once; missing, empty, zero and negative ones are left out (R030, R038)."""
    found: list[Identifier] = []
    for namespace, value in named:
        text = known(value)
        identifier = None if text is None else Identifier(namespace=namespace, value=text)
        if identifier is not None and identifier not in found:
            found.append(identifier)
    return found


def targets(kind: TargetKind, request_id: int | None) -> list[Target] | None:
    """The request that a title has, where its id is known and positive (R060)."""
    return None if request_id is None or request_id < 1 else [Target(kind=kind, id=request_id)]


def positive(number: int | None) -> int | None:
    """A number that can be an id of Ombi's; zero and negative ones stand for "none" (R030)."""
    return number if number is not None and number > 0 else None


def known(value: str | int | None) -> str | None:
    """An id as text; None where it is empty, zero or negative (R030)."""
    text = cleaned(None if value is None else str(value))
    return None if text is None or text.startswith("-") or not text.strip("0") else text


def spelled(user_id: str) -> str:
    """A user's id in a sentence, as it has to be sent back: it looks like a key, and would be masked as one."""
    return user_id if _USER_ID.fullmatch(user_id) else harmless(user_id)

"""The content of a result, before the protocol's own types."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Audience: TypeAlias = Literal["assistant", "user"]


@dataclass(frozen=True, slots=True)
class Annotations:
    """For whom a block is, and how much it matters beside the others, from 0 to 1 (B416)."""

    audience: Audience
    priority: float


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A text."""

    text: str
    annotations: Annotations | None = None


@dataclass(frozen=True, slots=True)
class ResourceBlock:
    """A resource of this server, by its address, with a text in its place."""

    uri: str
    text: str
    mime_type: str
    annotations: Annotations | None = None


Block: TypeAlias = TextBlock | ResourceBlock

"""A check as a person reads it: what was found and, where that is not well, what to do about it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["ok", "warning", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor's; names do not change, so that scripts can look for them."""

    name: str
    status: Status
    found: str
    remedy: str | None = None


def ok(name: str, found: str) -> Check:
    """A check that is well."""
    return Check(name, "ok", found)


def warning(name: str, found: str, remedy: str) -> Check:
    """Something that works, and is not as it should be."""
    return Check(name, "warning", found, remedy)


def failed(name: str, found: str, remedy: str) -> Check:
    """Something that has to be mended before this server can be used as it is set up."""
    return Check(name, "failed", found, remedy)


def skipped(name: str, why: str) -> Check:
    """A check that cannot be made."""
    return Check(name, "skipped", why)

"""Who acts: most tests leave it to Ombi to say no, so that the read of the acting user's claims tells them nothing."""

from collections.abc import Collection

import httpx

ME = "v1/Identity"
"""The read by which a call finds out which claims the acting user has, before it does anything else."""

UNTOLD = "auth/user-name/latin-1"
"""A recorded answer to that read which tells nothing of them, for cases that are played."""


def is_untold(path: str, answers: Collection[str]) -> bool:
    """Whether this asks who acts, where nothing says what Ombi answers to that."""
    return path == ME and ME not in answers


def untold() -> httpx.Response:
    """Ombi's answer then: the claims stay unknown."""
    return httpx.Response(403)

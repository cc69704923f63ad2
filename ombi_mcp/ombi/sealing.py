"""Digests that only a holder of this server's credential for Ombi can compute; the same after a restart."""

import hmac

from ombi_mcp.settings import Settings


def credential(settings: Settings) -> bytes:
    """The secret that this server shows to Ombi."""
    secret = settings.access_token or settings.api_key
    return b"" if secret is None else secret.get_secret_value().encode()


def digest(secret: bytes, purpose: str, content: bytes) -> bytes:
    """The first 16 bytes of an HMAC-SHA256 under a key of its own for each purpose."""
    key = hmac.digest(secret, f"ombi-mcp {purpose}".encode(), "sha256")
    return hmac.digest(key, content, "sha256")[:16]

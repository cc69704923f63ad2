"""Picture addresses: allowlisted hosts over https, without credentials (R120-R122)."""

from pathlib import PurePosixPath
from urllib.parse import urlsplit

from ombi_mcp.contract.library import Artwork

_HOSTS = frozenset({"image.tmdb.org", "assets.fanart.tv", "fanart.tv", "coverartarchive.org", "archive.org"})
_TMDB = "https://image.tmdb.org/t/p/original"
_TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}


def address(text: str | None) -> str | None:
    """The address of a picture, or None where there is none that may be shown.

    Ombi sends a full address, or TheMovieDb's bare path for shows (recorded: media/pictures).
    """
    if text is None or not text.isascii() or not text.isprintable() or " " in text:
        return None
    full = f"{_TMDB}{text}" if text.startswith("/") and not text.startswith("//") else text
    try:
        parts = urlsplit(full)
    except ValueError:  # brackets that hold no IPv6 address
        return None
    plain = not parts.query and not parts.fragment and parts.netloc in _HOSTS
    return full if parts.scheme == "https" and plain and _ending(parts.path) in _TYPES else None


def picture(name: str, kind: str, text: str | None) -> Artwork | None:
    """A picture with the content type that its address tells; None where it may not be shown."""
    uri = address(text)
    if uri is None:
        return None
    return Artwork(uri=uri, mime_type=_TYPES[_ending(urlsplit(uri).path)], name=name, kind=kind)


def _ending(path: str) -> str:
    """The ending of a path's last segment, in lower case."""
    return PurePosixPath(path).suffix.lower()

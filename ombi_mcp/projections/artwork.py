"""Picture addresses: allowlisted hosts over https, without credentials (R120-R122)."""

from urllib.parse import urlsplit

_HOSTS = frozenset({"image.tmdb.org", "assets.fanart.tv", "fanart.tv", "coverartarchive.org", "archive.org"})
_TMDB = "https://image.tmdb.org/t/p/original"
_PICTURES = (".jpg", ".jpeg", ".png", ".webp")


def address(text: str | None) -> str | None:
    """The address of a picture, or None where there is none that may be shown.

    Ombi sends a full address, or TheMovieDb's bare path for shows (recorded: media/pictures).
    """
    if text is None or not text.isascii() or any(character.isspace() for character in text):
        return None
    full = f"{_TMDB}{text}" if text.startswith("/") and not text.startswith("//") else text
    parts = urlsplit(full)
    plain = not parts.query and not parts.fragment and parts.netloc in _HOSTS
    return full if parts.scheme == "https" and plain and parts.path.lower().endswith(_PICTURES) else None

"""Links to what people know: TheMovieDb, IMDb, MusicBrainz, and Ombi where its operator said where it is (B408)."""

from ombi_mcp.contract.base import Part
from ombi_mcp.contract.library import Calendar
from ombi_mcp.contract.media import Identifier, Media, MediaKind
from ombi_mcp.contract.requests import Request
from ombi_mcp.render.writing import Markdown, link, said, together, words

_TMDB: dict[MediaKind, str] = {"movie": "movie", "tv": "tv", "person": "person", "collection": "collection"}
_MUSICBRAINZ: dict[MediaKind, str] = {"artist": "artist", "album": "release-group"}
_DETAILS: dict[MediaKind, str] = {"movie": "movie", "tv": "tv", "artist": "artist"}


def identified(identifier: Identifier, media: MediaKind | None) -> Markdown:
    """An id with its namespace, linked where it is known whose page it is."""
    label = together(said(identifier.namespace), words(" "), said(identifier.value))
    page = _page(identifier, media)
    return label if page is None else link(label, page)


def in_ombi(identifiers: list[Identifier], media: MediaKind, public_url: str | None) -> Markdown | None:
    """A link to a title's page in Ombi; None where nobody said where Ombi is, or Ombi has no such page."""
    kind = _DETAILS.get(media)
    wanted = "musicbrainz" if media == "artist" else "tmdb"
    value = next((one.value for one in identifiers if one.namespace == wanted and _is_plain(one.value)), None)
    if public_url is None or kind is None or value is None:
        return None
    return link(words("open in Ombi"), f"{public_url}/details/{kind}/{value}")


def media_of(part: Part) -> MediaKind | None:
    """What the ids of a record belong to; None where the record does not tell."""
    if isinstance(part, Request):
        return "movie" if part.target.kind == "movie" else "album" if part.target.kind == "album" else "tv"
    if isinstance(part, Media | Calendar):
        return part.media
    return None


def _page(identifier: Identifier, media: MediaKind | None) -> str | None:
    value = identifier.value
    if not _is_plain(value):
        return None
    if identifier.namespace == "imdb":
        return f"https://www.imdb.com/{'name' if media == 'person' else 'title'}/{value}/"
    if identifier.namespace == "tmdb" and media in _TMDB:
        return f"https://www.themoviedb.org/{_TMDB[media]}/{value}"
    if identifier.namespace == "musicbrainz" and media in _MUSICBRAINZ:
        return f"https://musicbrainz.org/{_MUSICBRAINZ[media]}/{value}"
    return None


def _is_plain(value: str) -> bool:
    """Whether an id can stand in an address as it is."""
    return value.isascii() and value.replace("-", "").isalnum()

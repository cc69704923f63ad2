"""Search rows to media records."""

from ombi_mcp.contract.media import Credit, Media
from ombi_mcp.ombi import search as wire
from ombi_mcp.projections.identifiers import identifiers, targets
from ombi_mcp.projections.text import cleaned, year_of
from ombi_mcp.projections.titles import split_year


def hit(row: wire.Hit) -> Media:
    """A row of multi search; an unknown kind keeps its id as `provider_unknown` (R045-R047)."""
    match (row.media_type or "").lower():
        case "movie":
            title, year = split_year(row.title)
            media = Media(media="movie", identifiers=identifiers(("tmdb", row.id)), title=title, year=year)
        case "tv":
            media = Media(media="tv", identifiers=identifiers(("tmdb", row.id)), title=cleaned(row.title))
        case "person":
            media = Media(media="person", identifiers=identifiers(("tmdb", row.id)), title=cleaned(row.title))
        case "artist":
            media = Media(media="artist", identifiers=identifiers(("musicbrainz", row.id)), title=cleaned(row.title))
        case _:
            ids = identifiers(("provider_unknown", row.id))
            media = Media(media="unknown", identifiers=ids, title=cleaned(row.title))
    media.overview = cleaned(row.overview)
    return media


def artist(row: wire.Artist) -> Media:
    """An artist by its MusicBrainz id."""
    return Media(
        media="artist",
        identifiers=identifiers(("musicbrainz", row.forign_artist_id)),
        title=cleaned(row.artist_name),
        overview=cleaned(row.overview),
    )


def album(row: wire.Album) -> Media:
    """An album by its MusicBrainz release group, with its artist as a credit."""
    return Media(
        media="album",
        identifiers=identifiers(("musicbrainz", row.foreign_album_id)),
        title=cleaned(row.title),
        year=year_of(row.release_date),
        available=row.available,
        requested=row.requested,
        request_targets=targets("album", row.request_id),
        genres=None if row.genres is None else [name for text in row.genres if (name := cleaned(text)) is not None],
        credits=_by(cleaned(row.artist_name)),
    )


def _by(artist_name: str | None) -> list[Credit] | None:
    return None if artist_name is None else [Credit(name=artist_name, role="artist")]

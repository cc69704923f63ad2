"""Details to media records."""

from ombi_mcp.contract.media import Media, Provider
from ombi_mcp.contract.references import Reference
from ombi_mcp.ombi import media as wire
from ombi_mcp.ombi.titles import MovieDetail, ShowDetail
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections import titles
from ombi_mcp.projections.artwork import address
from ombi_mcp.projections.identifiers import identifiers, targets
from ombi_mcp.projections.text import cleaned, year_of


def movie(detail: MovieDetail) -> Media:
    """A film with its genres; `belongsToCollection.id` is the collection's and is not among its ids (R044)."""
    media = titles.movie(detail)
    media.genres = titles.genres(detail.genres)
    return media


def show(detail: ShowDetail) -> Media:
    """A show of TheMovieDb with its genres."""
    media = titles.show(detail)
    media.genres = titles.genres(detail.genres)
    return media


def collection(tmdb_id: int, detail: wire.Collection) -> list[Media]:
    """The collection, by the id that was asked for since its answer has none, and then its films (R058)."""
    itself = Media(
        media="collection",
        identifiers=identifiers(("tmdb", tmdb_id)),
        title=cleaned(detail.name),
        overview=cleaned(detail.overview),
    )
    return [itself, *(titles.mentioned("movie", row) for row in present(detail.collection))]


def artist(detail: wire.Artist) -> list[Media]:
    """The artist, and then its albums."""
    itself = Media(
        media="artist",
        identifiers=identifiers(("musicbrainz", detail.id)),
        title=cleaned(detail.name),
        overview=cleaned(detail.overview),
    )
    return [itself, *(_release_group(row) for row in present(detail.release_groups))]


def artist_pictures(detail: wire.Artist) -> list[str]:
    """The pictures of an artist that may be shown."""
    found = map(address, (detail.poster, detail.banner, detail.logo, detail.fan_art))
    return [picture for picture in found if picture is not None]


def providers(rows: list[wire.Stream]) -> list[Provider]:
    """The streaming services of a title in Ombi's order (R055)."""
    ordered = sorted(rows, key=lambda row: (row.order is None, row.order or 0))
    return [Provider(name=name) for row in ordered if (name := cleaned(row.streaming_provider)) is not None]


def ratings(found: wire.Ratings) -> list[Reference]:
    """The ratings by their names on the wire (R056)."""
    named = {
        "critics_rating": cleaned(found.critics_rating),
        "critics_score": found.critics_score,
        "audience_rating": cleaned(found.audience_rating),
        "audience_score": found.audience_score,
        "class": cleaned(found.class_),
        "score": found.score,
    }
    return [Reference(name=name, value=value, category="rating") for name, value in named.items() if value is not None]


def _release_group(row: wire.ReleaseGroup) -> Media:
    return Media(
        media="album",
        identifiers=identifiers(("musicbrainz", row.id)),
        title=cleaned(row.title),
        year=year_of(row.release_date),
        available=row.available,
        requested=row.requested,
        request_targets=targets("album", row.request_id),
    )

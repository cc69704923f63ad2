"""Requests to contract records, and what is known of them that the contract has no member for."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ombi_mcp.contract.media import Identifier, Season, Target, TargetKind
from ombi_mcp.contract.requests import Request, RequestType, Retry
from ombi_mcp.ombi import requests as wire
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.wire import present
from ombi_mcp.projections import titles
from ombi_mcp.projections.codes import REQUEST_TYPES
from ombi_mcp.projections.identifiers import Named, identifiers, positive
from ombi_mcp.projections.request_states import can_approve, is_four_k_only, is_unclear, standard, status_text
from ombi_mcp.projections.text import cleaned, dated

Show: TypeAlias = wire.Parent[wire.Child]

_TARGETS: dict[RequestType, TargetKind] = {"movie": "movie", "tv": "tv_child", "album": "album"}
_SHOWN = 10
"""Requests that a sentence names before it only counts them."""


class ChildOfShow(NamedTuple):
    """A child request with the show that holds it, whose ids are the child's too (R065)."""

    child: wire.Child
    show: Show


def request_id(row: wire.Requested) -> int | None:
    """The id of a request: `requestId` before `id` (R061)."""
    return positive(row.request_id) or positive(row.id)


def request_type(code: int | None) -> RequestType | None:
    """The kind of request that a number stands for; None where it has no verified label."""
    return None if code is None else REQUEST_TYPES.get(code)


def kind_of(row: wire.Requested) -> RequestType:
    """The kind of a request by its list."""
    if isinstance(row, wire.Movie):
        return "movie"
    return "album" if isinstance(row, wire.Album) else "tv"


def movie(row: wire.Movie) -> Request | None:
    """A movie request with both halves side by side (R074); None without an id."""
    ids = identifiers(("tmdb", row.the_movie_db_id), ("imdb", row.imdb_id))
    request = _request(row, "movie", ids)
    if request is not None:
        request.subscribed = row.subscribed
        request.is_4k = row.has_4k_request
        request.approved_4k = row.approved_4k
        request.available_4k = row.available_4k
        request.denied_4k = row.denied_4k
    return request


def album(row: wire.Album) -> Request | None:
    """An album request; None without an id. Its date is without a zone, since Ombi calls local time UTC."""
    request = _request(row, "album", identifiers(("musicbrainz", row.foreign_album_id)))
    if request is not None:
        request.requested_date = local(row.requested_date)
    return request


def child(row: ChildOfShow) -> Request | None:
    """A child request with its show's ids (R062, R063, R065); None without an id."""
    request = _request(row.child, "tv_child", show_ids(row.show))
    if request is not None:
        request.title = request.title or cleaned(row.show.title)
        request.parent_request_id = positive(row.show.id)
        if isinstance(row.child, wire.ChildTree):
            request.seasons = seasons(row.child)
    return request


def parent(row: Show) -> Request | None:
    """A requested show: it has no state of its own, and its children are ids, not items (R064)."""
    ident = positive(row.id)
    if ident is None:
        return None
    children: list[Named] = [("ombi_tv_child", request_id(entry)) for entry in present(row.child_requests)]
    return Request(
        target=Target(kind="tv_parent", id=ident),
        title=cleaned(row.title),
        identifiers=[*show_ids(row), *identifiers(*children)],
    )


def show_ids(row: Show) -> list[Identifier]:
    """The ids of a show: `externalProviderId` is TheMovieDb's (U04)."""
    return identifiers(("tmdb", row.external_provider_id), ("tvdb", row.tv_db_id), ("imdb", row.imdb_id))


def seasons(row: wire.ChildTree) -> list[Season] | None:
    """The seasons of a child request, which are part of it by being here.

    `requested` is left out where Ombi says false only because the child is not approved yet (ledger_a section 5).
    """
    found = titles.seasons(row.season_requests)
    if row.approved is not True:
        for season in found or ():
            for episode in season.episodes:
                episode.requested = True if episode.requested else None
    return found


def waiting(row: wire.Waiting) -> Retry | None:
    """An entry of the retry queue (R123); None without a queue id. A type without a verified label is left out."""
    queue_id = positive(row.failed_id)
    if queue_id is None:
        return None
    kind = request_type(row.type)
    return Retry(
        queue_id=queue_id,
        request_id=positive(row.request_id),
        request_type=kind,
        request_type_code=None if kind is None else row.type,  # pyright: ignore[reportArgumentType] one of the labelled
        title=cleaned(row.title),
        reason=reason(row),
    )


def reason(row: wire.Waiting) -> str | None:
    """Why Ombi could not send a request on, without addresses and secrets."""
    return harmless(row.error or "") or None


def doubts(rows: Sequence[wire.Requested]) -> list[str]:
    """What to say of the requests on a page whose flags are easily misread."""
    only = [row for row in rows if is_four_k_only(row)]
    unclear = [row for row in rows if is_unclear(row) and not is_four_k_only(row)]
    found: list[str] = []
    if only:
        found.append(
            "These ask for 4K alone, so only the members with _4k tell their state, and status_text is left out where "
            f"it differs from them: {_named(only)}."
        )
    if unclear:
        found.append(f"status_text is left out where Ombi's word for it and the flags differ: {_named(unclear)}.")
    return found


def history(row: wire.Requested) -> list[str]:
    """What Ombi notes of a request beyond the contract's members, as sentences."""
    told = [
        _at("Approved", local(row.marked_as_approved)),
        _at("Marked available", local(row.marked_as_available) if row.available is True else None),
    ]
    if isinstance(row, wire.Movie) and row.has_4k_request is True:
        told.append(_at("4K was asked for", dated(row.requested_date_4k)))
        if row.denied_4k is True and row.denied_reason_4k:
            told.append(f"4K was denied with the reason: {harmless(row.denied_reason_4k)}")
    if standard(row).denied is True and row.approved is True:
        told.append("It was approved at first and denied later.")
    if isinstance(row, wire.Movie):
        told.append(options(row))
    return [sentence for sentence in told if sentence is not None]


def options(row: wire.Movie | Show) -> str | None:
    """The options of a movie request or of a whole show as a sentence; None where it has none."""
    if isinstance(row, wire.Movie):
        named = chosen(row.root_path_override, row.quality_override)
    else:
        named = chosen(row.root_folder, row.quality_override, row.language_profile)
    return None if named is None else f"Its options are: {named}."


def chosen(root_folder: int | None, quality_profile: int | None, language_profile: int | None = None) -> str | None:
    """Options in words; None where all of them are 0 or absent, which stand for none."""
    names = ("root folder", "quality profile", "language profile")
    numbers = (root_folder, quality_profile, language_profile)
    named = [f"{name} {number}" for name, number in zip(names, numbers, strict=True) if number not in {None, 0}]
    return ", ".join(named) or None


def _request(row: wire.Requested, kind: TargetKind, ids: list[Identifier]) -> Request | None:
    ident = request_id(row)
    if ident is None:
        return None
    return Request(
        target=Target(kind=kind, id=ident),
        title=cleaned(row.title),
        identifiers=ids,
        approved=row.approved,
        available=row.available,
        denied=row.denied,
        status_text=status_text(row),
        requested_date=dated(row.requested_date),
        requested_user_id=cleaned(row.requested_user_id),
        denied_reason=cleaned(row.denied_reason) if row.denied is True else None,
        can_approve=can_approve(row),
    )


def local(date: str | None) -> str | None:
    """A date of the server's local time without the Z that Ombi puts behind it (ledger_a section 1)."""
    found = dated(date)
    return None if found is None else found.removesuffix("Z")


def _at(what: str, date: str | None) -> str | None:
    return None if date is None else f"{what} on {date.partition('.')[0].replace('T', ' at ')}."


def _named(rows: Sequence[wire.Requested]) -> str:
    """The requests by their ids, as far as they are not too many to name."""
    names = [f"{_TARGETS[kind_of(row)]} {request_id(row)}" for row in rows[:_SHOWN]]
    more = len(rows) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")

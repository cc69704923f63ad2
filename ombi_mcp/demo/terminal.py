"""Calls and answers as a person reads them at a terminal; what is not known is called so."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pydantic import JsonValue
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ombi_mcp.contract.envelope import Envelope
from ombi_mcp.contract.issues import Issue, IssuePage
from ombi_mcp.contract.media import Media, MediaPage, Season, Target
from ombi_mcp.contract.metrics import Metrics
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.contract.paging import Paging
from ombi_mcp.contract.requests import Request, RequestPage, Retry, RetryPage

Told: TypeAlias = Envelope[str, MediaPage | RequestPage | RetryPage | IssuePage | Metrics | Mutation]
"""What the tour's calls answer with."""

_WITH_STATE = frozenset({"movie", "tv", "album"})
"""Kinds that can be requested and be in the library."""


def asked(question: str, tool: str, arguments: Mapping[str, JsonValue]) -> RenderableType:
    """A question, and the call that is made for it."""
    call = Text.assemble(("-> ", "dim"), (tool, "cyan"), (f" {json.dumps(arguments, ensure_ascii=False)}", "dim"))
    return Group(Text(question, style="bold"), Padding(call, (0, 0, 1, 3)))


def answered(envelope: Told) -> RenderableType:
    """Everything that an answer says: its records, where its page ends, its warnings and its error."""
    return Padding(Group(*_parts(envelope)), (0, 0, 0, 3))


def _parts(envelope: Told) -> Iterator[RenderableType]:
    match envelope.data:
        case None:
            pass
        case Mutation(message=None) if envelope.error is not None:
            pass
        case Mutation() as mutation:
            yield _outcome(mutation)
        case Metrics() as metrics:
            yield _numbers(metrics)
        case page:
            yield from map(_record, page.items)
            yield Text(_extent(page.page), style="dim")
    for warning in envelope.warnings:
        yield Text(f"Note: {warning}", style="yellow")
    if envelope.error is not None:
        yield Text.assemble((envelope.error.code, "red bold"), f"  {envelope.error.message}")


def _record(record: Media | Request | Retry | Issue) -> RenderableType:
    match record:
        case Media():
            return _title(record)
        case Request():
            return _request(record)
        case Retry():
            return _named(record.title, f"queue id {record.queue_id}", record.reason)
        case Issue():
            status = f"status: {record.status or 'unknown'}"
            return _named(record.subject, f"issue {record.id}", record.title, record.description, status)


def _request(request: Request) -> RenderableType:
    flags = (("approved", request.approved), ("available", request.available), ("denied", request.denied))
    state = "   ".join(f"{name}: {_told(flag)}" for name, flag in flags)
    return _named(request.title, _of(request.target), state)


def _named(name: str | None, what: str, *lines: str | None) -> RenderableType:
    """A record under its name, with what else there is of it."""
    heading = Text.assemble((name or "(no name)", "bold green"), (f"  {what}", "dim"))
    return Group(heading, Padding(Group(*(Text(line) for line in lines if line)), (0, 0, 1, 2)))


def _outcome(mutation: Mutation) -> RenderableType:
    """What became of a write."""
    style = "bold yellow" if mutation.outcome == "rejected" else "bold green"
    return Text.assemble((mutation.outcome, style), f"  {mutation.message or ''}".rstrip())


def _numbers(metrics: Metrics) -> RenderableType:
    """One line for each kind of what is counted; names such as `movie.pending` are a kind and what is told of it."""
    told = {tuple(metric.name.rpartition(".")[::2]): str(metric.value) for metric in metrics.values}
    kinds, columns = (list(dict.fromkeys(names)) for names in zip(*told, strict=True)) if told else ([], [])
    table = Table("", *columns, box=None, padding=(0, 3, 0, 0), header_style="dim")
    for kind in kinds:
        table.add_row(kind or "all", *(told.get((kind, column), "") for column in columns))
    return table


def _of(target: Target) -> str:
    return f"request {target.kind} {target.id}"


def _title(media: Media) -> RenderableType:
    name = media.title or "(title unknown)"
    year = "" if media.year is None else f" ({media.year})"
    lines = [text for text in (media.overview, ", ".join(media.genres or ())) if text]
    details: list[RenderableType] = [Text(line) for line in lines]
    if media.media in _WITH_STATE:
        details.append(Text(f"requested: {_told(media.requested)}   available: {_told(media.available)}"))
    details.append(Text(_ids(media), style="dim"))
    if media.seasons is not None:
        details.append(_seasons(media.seasons))
    heading = Text.assemble((name, "bold green"), year, (f"  {media.media}", "dim"))
    return Group(heading, Padding(Group(*details), (0, 0, 1, 2)))


def _ids(media: Media) -> str:
    """The ids, and the requests, that further calls take."""
    ids = [f"{identifier.namespace} {identifier.value}" for identifier in media.identifiers]
    requests = [_of(target) for target in media.request_targets or ()]
    return "   ".join([*ids, *requests])


def _seasons(seasons: Sequence[Season]) -> RenderableType:
    """One line for each season: of how many episodes it is known that they are requested or there."""
    table = Table(box=None, padding=(0, 3, 0, 0))
    for heading in ("season", "episodes", "requested", "available"):
        table.add_column(heading, justify="right", header_style="dim")
    for season in seasons:
        flags = [(episode.requested, episode.available) for episode in season.episodes]
        requested, available = zip(*flags, strict=True) if flags else ((), ())
        more = "+" if season.truncated else ""
        table.add_row(str(season.season_number), f"{len(flags)}{more}", _count(requested), _count(available))
    return table


def _count(flags: Sequence[bool | None]) -> str:
    unknown = flags.count(None)
    return f"{flags.count(True)}" + (f" ({unknown} unknown)" if unknown else "")


def _told(flag: bool | None) -> str:  # noqa: FBT001 three values, of which one is "not told"
    return "unknown" if flag is None else "yes" if flag else "no"


def _extent(page: Paging) -> str:
    """How much of what there is was shown."""
    if page.returned == 0:
        return "Nothing found." if page.offset == 0 else "Nothing more."
    if page.has_more is False:
        return "That is all."
    shown = f"{page.returned} shown {'and perhaps more' if page.total is None else f'of {page.total}'}"
    return f"{shown}." if page.next_offset is None else f"{shown}; the next from offset {page.next_offset}."

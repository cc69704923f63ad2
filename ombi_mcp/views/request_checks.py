"""Checks before a request is sent, where Ombi makes none or answers too late to be understood.

Each raises with a sentence that says that nothing was sent.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Literal, TypeAlias, TypeVar

from ombi_mcp.contract.references import Reference
from ombi_mcp.ombi import integration, reference, request_stats, users
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Forbidden, InvalidArgument, RateLimited, Rejected, Unsupported
from ombi_mcp.ombi.redaction import harmless
from ombi_mcp.ombi.routes import Rows
from ombi_mcp.ombi.switches import is_on
from ombi_mcp.projections import integration as project
from ombi_mcp.projections.identifiers import spelled
from ombi_mcp.projections.integration import NAMES
from ombi_mcp.projections.text import dated
from ombi_mcp.views.writing import seen

Row = TypeVar("Row")
Kind: TypeAlias = Literal["movie", "tv", "album"]
Service: TypeAlias = Literal["radarr", "radarr_4k", "sonarr"]

_SHOWN = 20
"""Choices that a sentence names before it only counts them."""

_QUOTAS: dict[Kind, tuple[str, str]] = {
    "movie": ("movie", "movies"),
    "tv": ("tv", "episodes"),
    "album": ("music", "albums"),
}


async def known_user(ombi: Ombi, user_id: str) -> None:
    """Whether the user exists for whom something is asked: Ombi answers an unknown one with a database error.

    Raises InvalidArgument, and Forbidden where the acting user may not list users, nor ask for others.
    """
    try:
        people = await ombi.rows(users.ALL.at())
    except Forbidden as problem:
        raise Forbidden(
            "The acting user lacks the claim PowerUser, without which Ombi neither lists users nor takes a request "
            "on behalf of one. Nothing was sent.",
            http_status=problem.http_status,
            field="on_behalf_of",
        ) from None
    if all(person.id != user_id for person in people):
        raise InvalidArgument(f"{_meant(people, user_id)} Nothing was sent.", field="on_behalf_of")


async def within_quota(ombi: Ombi, kind: Kind, size: int) -> None:
    """Whether the acting user's quota takes this many; a quota that cannot be read forbids nothing.

    Ombi looks at the acting user's quota also where the request is for somebody else. Raises RateLimited.
    """
    path, unit = _QUOTAS[kind]
    quota = await seen(ombi.read(request_stats.REMAINING.at(kind=path)))
    if quota is None or quota.has_limit is not True or quota.remaining is None or quota.remaining >= size:
        return
    of_all = "" if quota.limit is None else f" of {quota.limit}"
    again = dated(quota.next_request)
    later = "" if again is None else f" By Ombi's word, the next one can be asked for from {harmless(again)} on."
    raise RateLimited(
        f"The acting user may ask for {max(quota.remaining, 0)} more{of_all} {unit} now, and this needs {size}.{later} "
        "Nothing was sent.",
        retryable=False,
    )


async def known_options(
    ombi: Ombi,
    service: Service,
    *,
    root_folder_id: int | None,
    quality_profile_id: int | None,
    language_profile_id: int | None = None,
) -> None:
    """Whether the service has what was chosen of it: Ombi stores any number. Raises InvalidArgument, Unsupported."""
    if root_folder_id is not None:
        folders = [project.root_folder(row) for row in await _listed(ombi, service, integration.FOLDERS[service])]
        await _known(ombi, service, "root_folder_id", root_folder_id, folders)
    if quality_profile_id is not None:
        rows = await _listed(ombi, service, integration.PROFILES[service])
        profiles = [project.option(row, "quality_profile") for row in rows]
        await _known(ombi, service, "quality_profile_id", quality_profile_id, profiles)
    if language_profile_id is not None:
        rows = await _listed(ombi, service, integration.SONARR_LANGUAGES)
        languages = [project.option(row, "language_profile") for row in rows]
        await _known(ombi, service, "language_profile_id", language_profile_id, languages)


async def four_k_is_on(ombi: Ombi, otherwise: str = "would store any number of duplicates of this one") -> None:
    """Whether Ombi tells 4K requests from others: while it does not, it stores each as one more row.

    `otherwise` tells what Ombi would do all the same. Raises Unsupported.
    """
    features = await ombi.rows(reference.FEATURES.at())
    if not any(feature.name == "Movie4KRequests" and feature.enabled is True for feature in features):
        raise Unsupported(
            f"4K requests are switched off in Ombi (feature Movie4KRequests), which {otherwise}. Nothing was sent.",
            http_status=200,
            field="is_4k",
        )


def _meant(people: Sequence[users.User], given: str) -> str:
    """What a user id could stand for that is none: mostly it is the name of a user."""
    named = {
        name.casefold(): person
        for person in reversed(people)  # where two have one name, the first is told
        for name in (person.id, person.alias, person.user_name)
        if name is not None and name.strip()
    }
    exact = [person for person in people if given.casefold() in {_folded(person.user_name), _folded(person.alias)}]
    if exact:
        return f"`on_behalf_of` takes the id of a user, and this is the name of: {_people(exact)}."
    close = [named[name] for name in get_close_matches(given.casefold(), named, n=3)]
    if close:
        return f"No user of Ombi's has this id. Close to it: {_people(close)}."
    return "No user of Ombi's has this id. read_users with view list tells them."


def _people(people: Iterable[users.User]) -> str:
    return ", ".join(
        dict.fromkeys(
            f"{harmless(person.user_name or person.alias or 'a user')} (id {spelled(person.id)})" for person in people
        )
    )


def _folded(name: str | None) -> str | None:
    return None if name is None else name.casefold()


async def _listed(ombi: Ombi, service: Service, rows: Rows[Row]) -> list[Row]:
    """The choices that a service offers, which Ombi asks it for."""
    try:
        return await ombi.rows(rows.at())
    except Forbidden as problem:
        raise Forbidden(
            f"The acting user lacks the claim PowerUser, without which Ombi takes no choice of {NAMES[service]}'s. "
            "Nothing was sent.",
            http_status=problem.http_status,
        ) from None
    except Rejected as problem:
        raise Rejected(
            f"{problem.message} Ombi asks {NAMES[service]} what there is to choose from, which may be away. "
            "Nothing was sent.",
            http_status=problem.http_status,
        ) from None


async def _known(ombi: Ombi, service: Service, argument: str, wanted: int, choices: Sequence[Reference]) -> None:
    """Whether a choice is one of these; where there is none at all, the service is mostly off."""
    if any(choice.id == str(wanted) for choice in choices):
        return
    if choices:
        raise InvalidArgument(
            f"{NAMES[service]} has no `{argument}` {wanted}. There are: {_choices(choices)}. Nothing was sent.",
            field=argument,
        )
    if await seen(is_on(ombi, service)) is False:
        raise Unsupported(
            f"{NAMES[service]} is switched off in Ombi, so there is no `{argument}` to choose. Nothing was sent.",
            field=argument,
        )
    raise InvalidArgument(
        f"{NAMES[service]} offers no `{argument}`: it has none, or did not answer Ombi. Nothing was sent.",
        field=argument,
    )


def _choices(choices: Sequence[Reference]) -> str:
    named = [f"{choice.id} ({harmless(choice.name)})" for choice in choices if choice.id is not None]
    more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
    return ", ".join(named[:_SHOWN]) + more

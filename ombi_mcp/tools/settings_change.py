"""write_settings: named leaves of one section get new values, and all else of it stays as it is."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from ombi_mcp.contract.base import Scalar
from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import ItemResult, Mutation
from ombi_mcp.contract.prose import shortened
from ombi_mcp.ombi import reference as wire
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, InvalidArgument, OmbiError, Unsupported
from ombi_mcp.ombi.results import of_switch
from ombi_mcp.ombi.routes import Bound
from ombi_mcp.ombi.settings import SECTIONS, Stored, has_index
from ombi_mcp.ombi.settings_patch import SCHEDULES, differing, fitting, of_schedules, patched
from ombi_mcp.projections import settings as project
from ombi_mcp.projections.text import verbatim
from ombi_mcp.views.arguments import Confirm, Listed, NotBlank
from ombi_mcp.views.settings import Found, features, found
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, confirmed, partly, so_already

Reply = TypeVar("Reply")

_LONGEST_NAME = 200
_SHOWN = 20
_SectionText = Field(description="Which section. features has one leaf for each feature, such as /Movie4KRequests.")


class Leaves(BaseModel):
    """A leaf and what it shall be."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    name: Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)]
    value: Scalar


Changes: TypeAlias = Annotated[
    Listed[Leaves],
    Field(
        min_length=1,
        max_length=50,
        description="The leaves to change, each by its name in read_settings (a JSON Pointer such as /enabled) with a "
        "value of the same kind. Null only for a text or date that is to be unset. One feature at a time.",
    ),
]
Revision: TypeAlias = Annotated[
    str,
    Field(max_length=100, description="The section's revision from read_settings, which a change to it ends."),
    NotBlank,
]


class SectionChange(View):
    """Leaves of one of Ombi's own sections."""

    needs = ("Admin",)
    section: Annotated[
        Literal[
            "ombi",
            "landing_page",
            "customization",
            "user_management",
            "jobs",
            "issues",
            "vote",
            "the_movie_db",
            "radarr",
            "sonarr",
            "lidarr",
            "dognzb",
            "sickrage",
            "email",
            "discord",
            "telegram",
            "pushbullet",
            "pushover",
            "slack",
            "mattermost",
            "twilio",
            "gotify",
            "ntfy",
            "webhook",
            "newsletter",
        ],
        _SectionText,
    ]
    changes: Changes
    revision: Revision
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Read it, change the leaves, save the whole of it and see that it is so."""
        _check_names(self.changes, self.section, SECTIONS[self.section].changeable)
        now = await found(ombi, self.section)
        values = _new_values(ombi, now, self.changes, self.revision)
        if not values:
            return so_already(_ABOUT, f"The section {self.section} has these values.")
        _check_whole(now)
        wanted = patched(now.stored, values)
        await confirmed(lambda: _preview(now, values), confirm=self.confirm)

        async def proof(_: object) -> Proven:
            return _compared(now, wanted, values, (await found(ombi, self.section)).stored)

        if self.section == "jobs":
            return await _write(self.section, SCHEDULES.at(body=wanted), of_schedules, proof).send(ombi)
        return await _write(self.section, now.section.saved.at(body=wanted), of_switch, proof).send(ombi)


class FeatureChange(View):
    """One of Ombi's features, which has a route that changes nothing else."""

    needs = ("Admin",)
    section: Annotated[Literal["features"], _SectionText]
    changes: Changes
    revision: Revision
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Switch it and see that it is so."""
        now = await features(ombi)
        _check_names(self.changes, self.section, now.section.changeable)
        values = _new_values(ombi, now, self.changes, self.revision)
        if not values:
            return so_already(_ABOUT, "The features are so.")
        if len(values) > 1:
            raise InvalidArgument(
                "Ombi switches one feature at a time: call once for each. Nothing was sent.", field="changes"
            )
        wanted = patched(now.stored, values)
        await confirmed(lambda: _preview(now, values), confirm=self.confirm)
        name, on = next((name, value) for name, value in wanted.root.items() if value is not now.stored.root[name])

        async def proof(_: object) -> Proven:
            return _compared(now, wanted, values, (await features(ombi)).stored)

        route = wire.ENABLE if on else wire.DISABLE
        return await _write(self.section, route.at(body=wire.Switched(name=name)), _taken, proof).send(ombi)


@tool(by=("section",))
async def write_settings(
    ombi: Ombi, view: SectionChange | FeatureChange
) -> Envelope[Literal["write_settings"], Mutation]:
    """Change leaves of one section of Ombi's settings. Read the section first, since a change needs its revision.

    Only harmless leaves can be changed: no keys, addresses or folders. Everything else of the section stays as it is.
    Without confirm the answer tells each old and new value.
    """
    return enveloped("write_settings", await view.answer(ombi))


_ABOUT = Mutation(outcome="unknown")


def _check_names(changes: Sequence[Leaves], name: str, changeable: frozenset[str]) -> None:
    """Refuse what is no leaf that may be changed, before anything of the section is looked at (R113)."""
    seen: set[str] = set()
    for place, change in enumerate(changes):
        field = f"changes.{place}.name"
        if has_index(change.name) and change.name not in changeable:
            raise InvalidArgument(
                "A place in a list is where something is shown and names nothing that can be changed. Nothing was "
                f"sent. {_changeable(name, changeable)}",
                field=field,
            )
        if change.name not in changeable:
            raise InvalidArgument(
                f"This leaf cannot be changed here. Nothing was sent. {_changeable(name, changeable)}", field=field
            )
        if change.name in seen:
            raise InvalidArgument(f"`{change.name}` is there twice. Nothing was sent.", field=field)
        seen.add(change.name)


def _changeable(name: str, leaves: frozenset[str]) -> str:
    return f"Leaves of {name} that can be changed: {', '.join(sorted(leaves)) or 'none'}."


def _new_values(ombi: Ombi, now: Found, changes: Sequence[Leaves], revision: str) -> dict[str, Scalar]:
    """The values that are not so already, by pointer; raises Conflict where the section is not as it was read."""
    if now.revision(ombi) != revision:
        raise Conflict(
            f"The section {now.name} changed since it was read with this revision. Nothing was sent. Read it again "
            "with read_settings, look at what is different, and use the new revision."
        )
    leaves = {leaf.pointer: leaf for leaf in now.stored.leaves()}
    values: dict[str, Scalar] = {}
    for place, change in enumerate(changes):
        leaf = leaves.get(change.name)
        if leaf is None:
            raise _lacking(change.name, f"changes.{place}.name")
        value = fitting(leaf, change.value, f"changes.{place}.value")
        if value != leaf.value:
            values[change.name] = value
    return values


def _lacking(pointer: str, field: str) -> Unsupported:
    return Unsupported(f"This Ombi does not have the leaf {pointer}. Nothing was sent.", field=field)


def _check_whole(now: Found) -> None:
    """Refuse to save an object that lacks what Ombi needs in it."""
    lacking = [pointer for pointer in now.section.needed if now.stored.member(pointer) is None]
    if lacking:
        raise Conflict(
            f"What Ombi has stored of this section lacks {', '.join(lacking)}, without which saving it would fail half "
            "way or lock callers out. Nothing was sent. Save the section once in Ombi itself."
        )


async def _preview(now: Found, values: Mapping[str, Scalar]) -> str:
    """Each leaf with its old and new value, and what else saving does (B604)."""
    old = _values(now.stored, values)
    told = ", ".join(project.changed(pointer, old[pointer], value) for pointer, value in values.items())
    saving = f". {now.section.saving[:-1]}" if now.section.saving else ""
    return f"change in the section {now.name}: {told}{saving}"


def _values(stored: Stored, pointers: Mapping[str, Scalar]) -> dict[str, Scalar]:
    return {leaf.pointer: leaf.value for leaf in stored.leaves() if leaf.pointer in pointers}


def _compared(before: Found, wanted: Stored, values: Mapping[str, Scalar], now: Stored) -> Proven:
    """What a read shows: which leaves have their new value, and whether any other one is not as it was."""
    missed = [pointer for pointer in differing(wanted, now) if pointer in values]
    if len(missed) == len(values):
        return None
    others = [
        shortened(verbatim(pointer), _LONGEST_NAME)
        for pointer in differing(before.stored, now)
        if pointer not in values and pointer not in before.section.unstable
    ]
    warnings = (*_beside(others), *filter(None, (before.section.saving,)))
    told = _values(now, values)
    if missed:
        return partly(_ABOUT, _not_all(missed), _items(values, missed), *warnings)
    said = ", ".join(project.now(pointer, value) for pointer, value in told.items())
    return completed(_ABOUT, f"The section {before.name} is saved and was read back: {said}.", *warnings)


def _beside(others: Sequence[str]) -> Iterator[str]:
    if others:
        more = f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else ""
        yield (
            f"Not asked for here, and not as it was before: {', '.join(others[:_SHOWN])}{more}. Somebody else may have "
            "saved the section at the same time."
        )


def _not_all(missed: Sequence[str]) -> str:
    return f"A read shows that these leaves do not have their new value: {', '.join(missed)}. The others have."


def _items(values: Mapping[str, Scalar], missed: Sequence[str]) -> list[ItemResult]:
    return [
        ItemResult(identifier=pointer, outcome="rejected" if pointer in missed else "completed") for pointer in values
    ]


def _taken(_: list[wire.Feature]) -> OmbiError | None:
    """Ombi answers with all features, which a read tells again."""
    return None


def _write(
    section: str,
    bound: Bound[Reply],
    refused: Callable[[Reply], OmbiError | None],
    proof: Callable[[object], Awaitable[Proven]],
) -> Write[Reply]:
    settled_by = f"read_settings with section {section}"
    return Write(bound=bound, about=_ABOUT, refused=refused, proof=proof, settled_by=settled_by)

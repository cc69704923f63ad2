"""write_issue_category: what issues can be about."""

from collections.abc import Container
from typing import Annotated, Literal

from pydantic import Field

from ombi_mcp.contract.envelope import Answer, Envelope, enveloped
from ombi_mcp.contract.mutation import Mutation
from ombi_mcp.ombi import issue_writes as wire
from ombi_mcp.ombi import issues, reference
from ombi_mcp.ombi.client import Ombi
from ombi_mcp.ombi.errors import Conflict, NotFound, OmbiError, Unreadable
from ombi_mcp.ombi.results import of_switch
from ombi_mcp.projections.identifiers import positive
from ombi_mcp.views.arguments import Confirm, Id, NotBlank
from ombi_mcp.views.issues import added, conversation, hinted, quoted
from ombi_mcp.views.tool import tool
from ombi_mcp.views.view import View
from ombi_mcp.views.writing import Proven, Write, completed, confirmed, seen

_ActionText = Field(description="Create a category, or delete one with its issues.")
_SETTLED_BY = "read_reference with kind issue_categories"
_COMMENTS_HOLD = "Where comments on its issues stand against it, delete those issues first."
_LOOKED_INTO = 20
"""Issues whose comments a preview counts at most: each takes a request."""


class Creation(View):
    """A new category."""

    needs = ("PowerUser",)
    action: Annotated[Literal["create"], _ActionText]
    name: Annotated[str, Field(min_length=1, max_length=100, description="Name of the new category."), NotBlank]

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Create it and find its id, which Ombi does not tell, by its name among the new ones (R130)."""
        before = await ombi.rows(reference.ISSUE_CATEGORIES.at())
        self._refuse_a_twin(before)
        known = {row.id for row in before}

        async def proof(_: bool | None) -> Proven:  # noqa: FBT001 Ombi's answer
            rows = ombi.stream(reference.ISSUE_CATEGORIES.at())
            row = await added(rows, known, lambda row: row.value == self.name)
            if row is None:
                return None
            return completed(_about(positive(row.id)), f"Category {row.id} {quoted(row.value)} is created.")

        return await Write(
            bound=wire.CREATE_CATEGORY.at(body=wire.Category(value=self.name)),
            about=_about(None),
            refused=of_switch,
            proof=proof,
            settled_by=_SETTLED_BY,
        ).send(ombi)

    def _refuse_a_twin(self, rows: list[reference.IssueCategory]) -> None:
        """Ombi itself takes a name any number of times."""
        wanted = self.name.strip().casefold()
        for row in rows:
            if (row.value or "").strip().casefold() == wanted:
                raise Conflict(f"There is the category {row.id} {quoted(row.value)} already. Nothing was sent.")


class Deletion(View):
    """One category, and every issue in it."""

    needs = ("PowerUser",)
    action: Annotated[Literal["delete"], _ActionText]
    category_id: Annotated[
        Id, Field(description="Id of an issue category, from read_reference with kind issue_categories.")
    ]
    confirm: Confirm = False

    async def answer(self, ombi: Ombi) -> Answer[Mutation]:
        """Delete it and see that it is gone, and which of its issues with it."""
        category = await self._found(ombi)
        if category is None:
            raise NotFound(
                f"Ombi has no issue category {self.category_id}. Nothing was sent.",
                http_status=200,
                field="category_id",
            )
        name = f"category {self.category_id} {quoted(category.value)}"
        inside = await seen(self._inside(ombi))
        await confirmed(lambda: _preview(ombi, name, inside), confirm=self.confirm)

        async def proof(_: bool | None) -> Proven:  # noqa: FBT001 Ombi's answer
            if await self._found(ombi) is not None:
                return None
            left = await seen(_categories_of_issues(ombi))
            return completed(_about(self.category_id), f"The {name} is deleted{_with_it(inside, left)}.")

        answer = await Write(
            bound=wire.DELETE_CATEGORY.at(category_id=self.category_id),
            about=_about(self.category_id),
            refused=of_switch,
            proof=proof,
            settled_by=_SETTLED_BY,
        ).send(ombi)
        return answer if inside == [] else hinted(answer, _COMMENTS_HOLD)

    async def _found(self, ombi: Ombi) -> reference.IssueCategory | None:
        rows = await ombi.rows(reference.ISSUE_CATEGORIES.at())
        return next((row for row in rows if row.id == self.category_id), None)

    async def _inside(self, ombi: Ombi) -> list[int]:
        """The issues of this category, of any status."""
        return [
            ident for ident, category in (await _categories_of_issues(ombi)).items() if category == self.category_id
        ]


@tool(by=("action",))
async def write_issue_category(
    ombi: Ombi, view: Creation | Deletion
) -> Envelope[Literal["write_issue_category"], Mutation]:
    """Create a category for issues, or delete one for good together with all issues in it.

    It takes a power user. A category cannot be renamed. Without confirm a deletion tells what would go with it.
    """
    return enveloped("write_issue_category", await view.answer(ombi))


def _about(category_id: int | None) -> Mutation:
    return Mutation(outcome="unknown", category_id=category_id)


async def _categories_of_issues(ombi: Ombi) -> dict[int, int | None]:
    """The category of every issue by the issue's id; raises Unreadable where an issue is lost."""
    found: dict[int, int | None] = {}
    async for row in ombi.stream(issues.ALL.at()):
        if row is None:
            raise Unreadable("Ombi's list holds issues that cannot be read.", http_status=200)
        found[row.id] = row.issue_category_id
    return found


async def _preview(ombi: Ombi, name: str, inside: list[int] | None) -> str:
    """What goes with this category (B604)."""
    if inside is None:
        return f"delete the {name}, and with it every issue in it, which cannot be counted now"
    if not inside:
        return f"delete the {name}, in which there are no issues"
    return f"delete the {name}, and with it all issues in it ({len(inside)}){await _commented(ombi, inside)}"


async def _commented(ombi: Ombi, inside: list[int]) -> str:
    """How many of these issues have comments, where few enough are to be asked for."""
    talks = [] if len(inside) > _LOOKED_INTO else await ombi.each(conversation(ombi, ident) for ident in inside)
    if not talks or any(isinstance(talk, OmbiError) for talk in talks):
        return "; Ombi refuses if one of them has comments, which was not looked into"
    count = sum(bool(talk) for talk in talks)
    return f"; Ombi is likely to refuse, since some of them have comments ({count})" if count else ""


def _with_it(inside: list[int] | None, left: Container[int] | None) -> str:
    """What went with a category, as far as the issues could be counted before and after."""
    if inside is None or left is None:
        return "; how many issues went with it was not seen"
    gone = sum(ident not in left for ident in inside)
    return f", and with it {gone} of the {len(inside)} issues in it" if inside else "; it had no issues"

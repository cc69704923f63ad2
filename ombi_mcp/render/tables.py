"""A table: many objects under a heading, a column for each member that any of them has (B403, B405)."""

from collections.abc import Sequence

from ombi_mcp.contract.base import Part, entries_of
from ombi_mcp.contract.paging import Paging
from ombi_mcp.render.links import identified, media_of
from ombi_mcp.render.values import members, named, told
from ombi_mcp.render.writing import Markdown, cells, joined, rule, said, together, words


def table(items: Sequence[Part]) -> list[Markdown]:
    """The lines of a table; a member that an object does not have is a dash in its row."""
    present = {name for item in items for name, value in members(item) if value != []}
    columns = [name for name in type(items[0]).model_fields if name in present]
    return [
        cells(named(name) for name in columns),
        rule(len(columns)),
        *(cells(_cell(item, name) for name in columns) for item in items),
    ]


def counted(noun: Markdown, page: Paging) -> Markdown:
    """A noun with the number that can be vouched for."""
    return together(noun, words(" ("), _count(page), words(")"))


def extent(page: Paging) -> Markdown:
    """Where the page lies in its list, as far as Ombi told it (B406, B413)."""
    parts = [together(words("Offset "), said(page.offset)), together(said(page.returned), words(" shown"))]
    if page.total is not None:
        parts.append(together(said(page.total), words(" total")))
    if page.next_offset is not None:
        parts.append(together(words("next offset "), said(page.next_offset)))
    elif page.has_more is False:
        parts.append(words("no more"))
    if page.has_more is None:
        parts.append(words("more may exist"))
    return joined(" \\| ", parts)


def _count(page: Paging) -> Markdown:
    if page.total is not None:
        return said(page.total)
    if page.has_more is False:
        return said(page.returned)
    more = words(" shown, more available") if page.has_more else words(" shown, may be more")
    return together(said(page.returned), more)


def _cell(item: Part, name: str) -> Markdown:
    value: object = getattr(item, name)
    if value is None or value == []:
        return words("")
    if name == "identifiers":
        return joined(", ", (identified(one, media_of(item)) for one in entries_of(value) or ()))
    return told(name, value)

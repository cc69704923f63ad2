"""Rows of Ombi's neighbours from the wire: names, ids and free space, never a path."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import integration as wire
from ombi_mcp.projections import integration as project


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/movies", "movies"),
        ("/data/media/Films/", "Films"),
        ("D:\\Media\\Films", "Films"),
        ("\\\\nas\\share\\Films\\", "Films"),
        ("/", None),
        ("D:\\", None),
        ("", None),
        (None, None),
    ],
)
def test_a_folder_is_named_by_the_last_part_of_its_path(path: str | None, name: str | None) -> None:
    assert project.folder_name(path) == name


@given(st.text())
def test_no_name_of_a_folder_is_a_path(path: str) -> None:
    name = project.folder_name(path)
    assert name is None or not set(name) & {"/", "\\"}


@pytest.mark.parametrize("member", ["freespace", "freeSpace"])
def test_free_space_is_read_in_both_spellings_and_zero_is_a_number(member: str) -> None:
    row = wire.RootFolder.model_validate({"id": 1, "path": "/tv", member: 0})
    assert project.root_folder(row).value == 0


def test_free_space_that_nobody_tells_is_absent_and_never_the_id() -> None:
    row = wire.RootFolder.model_validate({"id": 7, "path": "/", "freespace": "much"})
    assert project.root_folder(row).model_dump() == {
        "id": "7",
        "name": "root folder 7",
        "category": "root_folder_free_bytes",
    }


def test_a_profile_without_a_name_goes_by_its_id() -> None:
    row = wire.Profile.model_validate({"id": 3, "name": None, "items": [{"secret": 1}]})
    assert project.option(row, "quality_profile").model_dump() == {
        "id": "3",
        "name": "quality profile 3",
        "value": 3,
        "category": "quality_profile",
    }


def test_a_tag_without_an_id_has_its_name_as_value() -> None:
    row = wire.Tag.model_validate({"label": "kids"})
    assert project.option(row, "tag").model_dump() == {"name": "kids", "value": "kids", "category": "tag"}


@given(st.lists(st.one_of(st.none(), st.integers(-2, 9))))
def test_only_known_reasons_are_counted(codes: list[int | None]) -> None:
    rows = [wire.WatchlistUser.model_validate({"userId": "x", "syncStatus": code}) for code in codes]
    told = project.unsynced(rows)
    assert (told is None) == (not {1, 2, 3} & set(codes))

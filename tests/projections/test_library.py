"""The library from the wire: each title once, dates without zones, nothing guessed."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.contract.media import Media
from ombi_mcp.ombi import library as wire
from ombi_mcp.projections import library as project
from ombi_mcp.projections.artwork import address, picture


def added(**members: Any) -> wire.Added:
    return wire.Added.model_validate(members)


def dump(items: Sequence[Media]) -> list[dict[str, Any]]:
    return [item.model_dump() for item in items]


IDS = st.fixed_dictionaries(
    {
        "theMovieDbId": st.sampled_from([None, "", "0", "1", "2", "3"]),
        "tvDbId": st.sampled_from([None, "11", "12", "13"]),
        "imdbId": st.sampled_from([None, "tt0000021", "tt0000022"]),
        "title": st.sampled_from([None, "Dark", "The Wire"]),
        "id": st.just(1),
    }
)


@given(st.lists(IDS, max_size=30))
def test_no_two_titles_share_an_id_and_none_is_lost(rows: list[dict[str, Any]]) -> None:
    items = project.movies(map(wire.Added.model_validate, rows))
    ids = [(found.namespace, found.value) for item in items for found in item.identifiers]
    assert len(ids) == len(set(ids))
    assert sum(len(item.identifiers) for item in items) == len(ids)
    named = any(
        row["title"] or row["tvDbId"] or row["imdbId"] or row["theMovieDbId"] in {"1", "2", "3"} for row in rows
    )
    assert bool(items) is named


def test_titles_without_ids_are_told_apart_by_name_and_year() -> None:
    rows = [added(title="Dune", releaseYear="1984"), added(title="Dune", releaseYear="2021")]
    assert [item.year for item in project.movies([*rows, *rows])] == [1984, 2021]


def test_a_show_that_only_its_last_row_links_is_one_show() -> None:
    rows = [
        added(title="Dark", theMovieDbId="70523", seasonNumber=1, episodeNumber=1),
        added(title="Dark", tvDbId="334824", seasonNumber=1, episodeNumber=2),
        added(title="Dark", theMovieDbId="70523", tvDbId="334824", seasonNumber=2, episodeNumber=1),
    ]
    [show] = dump(project.shows(rows, grouped=False, cut=False))
    assert [entry["season_number"] for entry in show["seasons"]] == [1, 2]


@pytest.mark.parametrize(("season", "episode"), [(None, 1), (-1, 1)])
def test_a_season_that_is_no_number_is_left_out(season: int | None, episode: int) -> None:
    [show] = project.shows([added(title="Dark", seasonNumber=season, episodeNumber=episode)], grouped=False, cut=False)
    assert show.seasons == []


@pytest.mark.parametrize("member", [{"releaseYear": "2017"}, {"quality": "1080"}])
def test_one_row_of_plexs_makes_the_episodes_of_a_show_unknown(member: dict[str, str]) -> None:
    rows = [
        added(theMovieDbId="70523", seasonNumber=1, episodeNumber=1),
        added(theMovieDbId="70523", seasonNumber=1, episodeNumber=2, **member),
    ]
    [show] = dump(project.shows(rows, grouped=False, cut=False))
    assert show["seasons"] == [{"season_number": 1, "episodes": [], "truncated": True}]


def test_only_the_show_of_the_last_row_is_cut_by_a_full_list() -> None:
    rows = [
        added(theMovieDbId="1", seasonNumber=1, episodeNumber=1),
        added(theMovieDbId="2", seasonNumber=1, episodeNumber=1),
    ]
    seasons = [season for show in project.shows(rows, grouped=False, cut=True) for season in show.seasons or ()]
    assert [season.truncated for season in seasons] == [False, True]


@pytest.mark.parametrize(
    ("sent", "given"),
    [
        ("2026-05-01T00:00:00Z", "2026-05-01"),
        ("2026-05-01T00:00:00", "2026-05-01"),
        ("2026-05-01T00:00:00.0000000Z", "2026-05-01"),
        ("2026-05-01T21:30:00Z", "2026-05-01T21:30:00"),
        ("2026-05-01", "2026-05-01"),
        ("0001-01-01T00:00:00Z", None),
        ("", None),
        (None, None),
    ],
)
def test_a_date_has_no_invented_time_zone(sent: str | None, given: str | None) -> None:
    assert project.day(sent) == given


def entry(**members: Any) -> dict[str, Any]:
    return project.entry(wire.Entry.model_validate(members)).model_dump()


@pytest.mark.parametrize(
    ("code", "media"), [(0, "tv"), (1, "movie"), (2, "unknown"), (7, "unknown"), (None, "unknown"), ("1", "unknown")]
)
def test_the_kind_of_an_entry_follows_the_code(code: object, media: str) -> None:
    assert entry(type=code) == {"media": media}


@pytest.mark.parametrize(
    ("status", "available"),
    [
        ("Common.Available", True),
        ("Common.ProcessingRequest", False),
        ("Common.PendingApproval", False),
        ("Common.Denied", False),
        ("", None),
        (None, None),
        ("Common.Something", None),
    ],
)
def test_availability_is_what_the_request_tells(status: str | None, *, available: bool | None) -> None:
    assert entry(extraParams=[{"requestStatus": status}]).get("available") is available


@pytest.mark.parametrize("provider_id", [0, -1, None, "603"])
def test_an_id_that_is_none_is_left_out(provider_id: object) -> None:
    assert "identifiers" not in entry(type=1, extraParams=[{"providerId": provider_id}])


def test_entries_come_by_date_and_those_without_one_last() -> None:
    rows = [wire.Entry(start=start) for start in (None, "2026-05-02T00:00:00Z", "2026-05-01T00:00:00Z")]
    assert [found.date for found in project.calendar(rows)] == ["2026-05-01", "2026-05-02", None]


@pytest.mark.parametrize(
    ("sent", "uri", "mime_type"),
    [
        ("https://image.tmdb.org/t/p/original/a.JPG", "https://image.tmdb.org/t/p/original/a.JPG", "image/jpeg"),
        ("https://assets.fanart.tv/a.jpeg", "https://assets.fanart.tv/a.jpeg", "image/jpeg"),
        (
            "https://coverartarchive.org/release/1/2-250.png",
            "https://coverartarchive.org/release/1/2-250.png",
            "image/png",
        ),
        ("/a.webp", "https://image.tmdb.org/t/p/original/a.webp", "image/webp"),
    ],
)
def test_a_picture_has_its_address_and_type(sent: str, uri: str, mime_type: str) -> None:
    found = picture("poster", "poster", sent)
    assert found is not None
    assert (found.uri, found.mime_type) == (uri, mime_type)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        "",
        "/",
        "//image.tmdb.org/a.jpg",
        "http://image.tmdb.org/a.jpg",
        "https://image.tmdb.org:444/a.jpg",
        "https://image.tmdb.org@evil.example/a.jpg",
        "https://image.tmdb.org/a.jpg#b",
        "https://image.tmdb.org/a.jpg?b",
        "https://image.tmdb.org/a.svg",
        "https://image.tmdb.org/a",
        "https://image.tmdb.org/a .jpg",
        "\x01https://image.tmdb.org/a.jpg",
        "https://image.tmdb.org/a\n.jpg",
        "https://image.tmdb.org/\u202ea.jpg",
        "https://archive.org/details/a.html",
        "https://[::1/a.jpg",
        "ftp://image.tmdb.org/a.jpg",
    ],
)
def test_an_address_that_may_not_be_shown_is_none(sent: str | None) -> None:
    assert picture("poster", "poster", sent) is None


@given(st.text() | st.from_regex(r"https://image\.tmdb\.org\S*", fullmatch=True))
def test_an_address_that_is_shown_is_on_an_allowlisted_host(text: str) -> None:
    shown = address(text)
    assert shown is None or shown.startswith(
        ("https://image.tmdb.org/", "https://assets.fanart.tv/", "https://fanart.tv/", "https://coverartarchive.org/")
    )

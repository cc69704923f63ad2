"""read_library on recorded replies, and on the answers that no recording shows."""

from typing import Any

import httpx
import pytest
from support.answering import WEB_PAGE, answered, failing
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import replayed

RELEASE_GROUP = "b1392450-e666-3926-a536-22c65f834433"
FILM: dict[str, Any] = {"view": "artwork", "media": "movie"}
SHOW: dict[str, Any] = {"view": "artwork", "media": "tv"}


def _case(cassette: str, *exchanges: str, name: str = "", **arguments: Any) -> Case:
    return Case("read_library", arguments, cassette, exchanges, name=name)


CASES = [
    _case("library/recently-added", "movies"),
    _case("library/recently-added", "tv", media="tv"),
    _case("library/recently-added", "tv-grouped", media="tv", grouped=True),
    _case("library/calendar", "key", view="calendar"),
    _case(
        "media/artwork", "media/pictures/poster-movie", "background-movie", name="movie-default", **FILM, tmdb_id=603
    ),
    _case("media/artwork", "banner-movie", **FILM, tmdb_id=603, artwork=["banner"]),
    _case("media/artwork", "poster-tv", "background-tv", **SHOW, tvdb_id=81189),
    _case("media/artwork", "poster-tv-unknown", **SHOW, tvdb_id=999999999, artwork=["poster"]),
    _case("media/artwork", "poster-movie-unknown", **FILM, tmdb_id=999999999, artwork=["poster"]),
    _case("media/pictures", "poster-tv-tmdb", "background-tv-tmdb", **SHOW, tmdb_id=1396),
    _case("media/music", "release-group-art", view="artwork", media="album", musicbrainz_id=RELEASE_GROUP),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_the_recorded_library_answers_with_its_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(cassette: str, exchange: str, **arguments: Any) -> dict[str, Any]:
    with replayed(cassette, [exchange]):
        async with session() as mcp:
            return await mcp.call("read_library", arguments)


async def _refused(**arguments: Any) -> dict[str, Any]:
    """The error of a call that must not reach Ombi."""
    envelope = await answered("read_library", {}, arguments)
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    return envelope["error"]


def _row(number: int, **members: Any) -> dict[str, Any]:
    return {
        "id": 4,
        "title": "Dark",
        "theMovieDbId": "70523",
        "tvDbId": "334824",
        "seasonNumber": 1,
        "episodeNumber": number,
        **members,
    }


async def _shows(*rows: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    path = "v1/RecentlyAdded/tv/grouped" if arguments.get("grouped") else "v1/RecentlyAdded/tv"
    return await answered("read_library", {path: list(rows)}, {"media": "tv", **arguments})


async def test_a_show_comes_once_with_its_seasons_however_many_episodes_were_added() -> None:
    envelope = await _recorded("library/recently-added", "tv", media="tv")
    assert [item["title"] for item in envelope["data"]["items"]] == ["Dark", "The Wire"]
    seasons = envelope["data"]["items"][0]["seasons"]
    assert [(season["season_number"], len(season["episodes"])) for season in seasons] == [(1, 10), (2, 8), (3, 8)]
    assert not any(season["truncated"] for season in seasons)


async def test_a_full_list_ends_with_an_incomplete_show_and_has_no_total() -> None:
    envelope = await _recorded("library/recently-added", "tv", media="tv")
    assert [season["truncated"] for season in envelope["data"]["items"][1]["seasons"]] == [True]
    page = envelope["data"]["page"]
    assert (page["total"], page["has_more"], page["next_offset"]) == (None, None, None)
    assert "Ombi's list is full, so more may have been added." in envelope["warnings"]


async def test_a_list_that_is_not_full_has_its_total() -> None:
    envelope = await _recorded("library/recently-added", "movies", limit=2)
    page = envelope["data"]["page"]
    assert (page["total"], page["returned"], page["next_offset"], page["mode"]) == (3, 2, 2, "local")
    assert "last 7 days, at most 30 rows" in envelope["warnings"][0]


async def test_the_id_of_a_row_is_no_ones_id() -> None:
    envelope = await _recorded("library/recently-added", "movies")
    ids = envelope["data"]["items"][0]["identifiers"]
    assert ids == [{"namespace": "tmdb", "value": "157336"}, {"namespace": "imdb", "value": "tt0816692"}]


async def test_nothing_is_said_of_requests_and_availability() -> None:
    envelope = await _recorded("library/recently-added", "movies")
    assert {"available", "requested", "request_targets"}.isdisjoint(envelope["data"]["items"][0])


async def test_the_same_show_on_two_servers_comes_once_with_the_ids_of_both() -> None:
    rows = [_row(1, tvDbId=None), _row(2, theMovieDbId=None, id=9), _row(3, imdbId="tt5753856")]
    envelope = await _shows(*rows)
    [item] = envelope["data"]["items"]
    assert [entry["namespace"] for entry in item["identifiers"]] == ["tmdb", "tvdb", "imdb"]
    assert [entry["episode_number"] for entry in item["seasons"][0]["episodes"]] == [1, 2, 3]


async def test_shows_of_two_servers_with_the_same_row_id_stay_two() -> None:
    other = _row(1, title="The Wire", theMovieDbId="1438", tvDbId="79126")
    assert len((await _shows(_row(1), other))["data"]["items"]) == 2


async def test_plex_pairs_every_season_with_every_episode_so_no_episodes_are_given() -> None:
    pairs = [_row(episode, seasonNumber=season, releaseYear="2017") for season in (1, 2) for episode in (1, 2)]
    envelope = await _shows(*pairs)
    [item] = envelope["data"]["items"]
    assert item["year"] == 2017
    assert item["seasons"] == [
        {"season_number": 1, "episodes": [], "truncated": True},
        {"season_number": 2, "episodes": [], "truncated": True},
    ]
    assert any("pairs each season of a Plex show" in warning for warning in envelope["warnings"])


async def test_grouped_rows_give_seasons_and_no_total_since_they_leave_shows_out() -> None:
    envelope = await _recorded("library/recently-added", "tv-grouped", media="tv", grouped=True)
    [item] = envelope["data"]["items"]
    assert [season["season_number"] for season in item["seasons"]] == [1, 2, 3]
    assert all(season["truncated"] and season["episodes"] == [] for season in item["seasons"])
    assert envelope["data"]["page"]["total"] is None
    assert any("a show is missing where another has the same seasons" in text for text in envelope["warnings"])


async def test_a_row_that_names_nothing_is_passed_over() -> None:
    envelope = await _shows({"id": 4, "title": None, "theMovieDbId": "0", "seasonNumber": 1}, _row(1))
    assert [item["title"] for item in envelope["data"]["items"]] == ["Dark"]


async def test_albums_are_in_no_recent_list_and_the_view_that_has_them_is_told() -> None:
    error = await _refused(media="album")
    assert error["field"] == "view"
    assert error["message"] == "`view` must be one of these with media album: artwork."


async def test_grouping_is_for_shows() -> None:
    error = await _refused(media="movie", grouped=True)
    assert error["field"] == "grouped"
    assert "media tv" in error["message"]


def _entry(title: str, start: str, kind: int, provider_id: int, status: str = "") -> dict[str, Any]:
    note = {"providerId": provider_id, "overview": "", "type": kind, "requestStatus": status}
    return {"title": title, "start": start, "type": kind, "backgroundColor": "teal", "extraParams": [note]}


ENTRIES = [
    _entry("Secrets", "2026-05-03T00:00:00Z", 0, 0),
    _entry("The Matrix", "2026-05-01T00:00:00Z", 1, 603, "Common.Available"),
    _entry("OK Computer", "2026-05-02T00:00:00Z", 2, 7),
]


async def _calendar(*entries: Any, **arguments: Any) -> dict[str, Any]:
    return await answered("read_library", {"v2/Calendar": list(entries)}, {"view": "calendar", **arguments})


async def test_the_calendar_gives_dates_without_a_time_zone_in_their_order() -> None:
    envelope = await _calendar(*ENTRIES)
    items = envelope["data"]["items"]
    assert [item["date"] for item in items] == ["2026-05-01", "2026-05-02", "2026-05-03"]
    assert items[0] == {
        "title": "The Matrix",
        "date": "2026-05-01",
        "media": "movie",
        "identifiers": [{"namespace": "tmdb", "value": "603"}],
        "available": True,
    }
    assert envelope["data"]["page"]["total"] == 3
    assert "90 days" in envelope["warnings"][0]


async def test_an_episode_of_the_calendar_has_no_id_no_numbers_and_no_invented_state() -> None:
    envelope = await _calendar(ENTRIES[0])
    assert envelope["data"]["items"] == [{"title": "Secrets", "date": "2026-05-03", "media": "tv"}]
    assert any("title of the episode" in warning for warning in envelope["warnings"])


async def test_an_album_of_the_calendar_is_of_unknown_kind() -> None:
    [item] = (await _calendar(ENTRIES[2]))["data"]["items"]
    assert item["media"] == "unknown"
    assert item["identifiers"] == [{"namespace": "provider_unknown", "value": "7"}]


@pytest.mark.parametrize(("arguments", "titles"), [({}, 3), ({"media": "movie"}, 1), ({"media": "tv"}, 1)])
async def test_the_calendar_is_narrowed_only_where_a_kind_is_named(arguments: dict[str, Any], titles: int) -> None:
    envelope = await _calendar(*ENTRIES, **arguments)
    assert envelope["data"]["page"]["total"] == titles


async def test_the_calendar_takes_no_dates() -> None:
    assert (await _refused(view="calendar", from_date="2026-05-01"))["field"] == "from_date"


async def test_a_calendar_that_is_no_list_is_a_schema_mismatch() -> None:
    envelope = await answered("read_library", {"v2/Calendar": {"items": []}}, {"view": "calendar"})
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_pictures_have_an_address_a_type_a_name_and_a_kind() -> None:
    envelope = await _recorded("media/pictures", "poster-movie", **FILM, tmdb_id=603, artwork=["poster"])
    assert envelope["data"]["items"] == [
        {
            "uri": "https://assets.fanart.tv/fanart/movies/movieposter/603/hvzxf8fvdl.jpg",
            "mime_type": "image/jpeg",
            "name": "poster",
            "kind": "poster",
        }
    ]


async def test_a_bare_path_of_themoviedbs_gets_its_host() -> None:
    envelope = await _recorded("media/pictures", "poster-tv-tmdb", **SHOW, tmdb_id=1396, artwork=["poster"])
    [item] = envelope["data"]["items"]
    assert item["uri"] == "https://image.tmdb.org/t/p/original/ZaKmoL0kQoDWX9bDhGQSRAunr7L.jpg"


async def test_a_films_banner_is_said_to_be_a_background() -> None:
    envelope = await _recorded("media/artwork", "banner-movie", **FILM, tmdb_id=603, artwork=["banner"])
    assert [(item["name"], item["kind"]) for item in envelope["data"]["items"]] == [("banner", "background")]
    assert envelope["warnings"] == [
        "Ombi has no banners of films: what it gives in their place is the background.",
    ]


async def test_no_picture_is_an_empty_page_that_says_so() -> None:
    envelope = await _recorded("media/artwork", "poster-tv-unknown", **SHOW, tvdb_id=999999999, artwork=["poster"])
    assert envelope["ok"]
    assert envelope["data"]["items"] == []
    assert envelope["warnings"] == ["Ombi found no poster: there is none, or the id is unknown."]


POSTER = "v1/Images/poster/movie/603"
BACKGROUND = "v1/Images/background/movie/603"


async def _poster(address: Any) -> dict[str, Any]:
    return await answered("read_library", {POSTER: address}, {**FILM, "tmdb_id": 603, "artwork": ["poster"]})


@pytest.mark.parametrize(
    "address",
    [
        "http://image.tmdb.org/t/p/original/a.jpg",
        "https://user:pw@image.tmdb.org/a.jpg",
        "https://image.tmdb.org/a.jpg?api_key=1",
        "https://192.168.1.5:32400/photo/a.jpg?X-Plex-Token=abc",
        "https://image.tmdb.org.evil.example/a.jpg",
        "https://image.tmdb.org/a.svg",
        "data:text/html,<script>",
        "javascript:alert(1)",
        "//evil.example/a.jpg",
    ],
)
async def test_an_address_that_may_not_be_shown_is_left_out_with_a_warning(address: str) -> None:
    envelope = await _poster(address)
    assert envelope["data"]["items"] == []
    [warning] = envelope["warnings"]
    assert warning.startswith("The address of the poster is left out")
    assert address not in str(envelope)


async def test_one_picture_that_fails_does_not_sink_the_other() -> None:
    replies = {POSTER: "https://assets.fanart.tv/a.png", BACKGROUND: failing(500)}
    envelope = await answered("read_library", replies, {**FILM, "tmdb_id": 603})
    assert envelope["error"]["code"] == "PARTIAL_FAILURE"
    assert [item["mime_type"] for item in envelope["data"]["items"]] == ["image/png"]
    assert any(warning.startswith("background could not be read") for warning in envelope["warnings"])


async def test_pictures_that_all_fail_are_a_failure() -> None:
    envelope = await answered(
        "read_library", {POSTER: failing(500), BACKGROUND: failing(500)}, {**FILM, "tmdb_id": 603}
    )
    assert envelope["error"]["code"] == "UPSTREAM_REJECTED"
    assert "data" not in envelope


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (FILM, "tmdb_id"),
        ({**FILM, "tvdb_id": 81189}, "tvdb_id"),
        (SHOW, "tmdb_id"),
        ({**SHOW, "tmdb_id": 1396, "artwork": ["banner"]}, "tvdb_id"),
        ({"view": "artwork", "media": "album"}, "musicbrainz_id"),
        ({"view": "artwork", "media": "album", "tmdb_id": 603}, "tmdb_id"),
        ({"view": "artwork", "media": "album", "musicbrainz_id": "603"}, "musicbrainz_id"),
        ({**FILM, "tmdb_id": 603, "artwork": ["logo"]}, "artwork.0"),
        ({**FILM, "tmdb_id": 603, "artwork": []}, "artwork"),
        ({"tmdb_id": 603}, "tmdb_id"),
    ],
)
async def test_pictures_need_the_ids_of_their_kind(arguments: dict[str, Any], field: str) -> None:
    assert (await _refused(**arguments))["field"] == field


async def test_a_shows_banner_comes_by_the_tvdb_id_and_the_rest_by_the_tmdb_id() -> None:
    replies = {
        "v1/Images/poster/tv/tmdb/1396": "/a.jpg",
        "v1/Images/tv/81189": "https://assets.fanart.tv/fanart/tv/tvbanner/81189/b.jpg",
    }
    wanted = {**SHOW, "tmdb_id": 1396, "tvdb_id": 81189, "artwork": ["banner", "poster"]}
    envelope = await answered("read_library", replies, wanted)
    assert [(item["name"], item["kind"]) for item in envelope["data"]["items"]] == [
        ("banner", "banner"),
        ("poster", "poster"),
    ]
    assert any("season poster" in warning for warning in envelope["warnings"])


async def test_an_album_has_a_cover_whatever_is_asked_for() -> None:
    album = {"view": "artwork", "media": "album", "musicbrainz_id": RELEASE_GROUP}
    path = f"v2/Search/releasegroupart/{RELEASE_GROUP}"
    cover = {"image": "https://coverartarchive.org/release/1/2-250.jpg"}
    envelope = await answered("read_library", {path: cover}, {**album, "artwork": ["banner"]})
    assert [(item["name"], item["kind"]) for item in envelope["data"]["items"]] == [("cover", "poster")]
    assert envelope["warnings"] == ["An album has a cover and no other pictures."]
    none = await answered("read_library", {path: {"image": None}}, album)
    assert none["warnings"] == ["Ombi found no cover: there is none, or the id is unknown."]


async def test_an_ombi_without_pictures_by_tmdb_id_names_the_version_that_has_them() -> None:
    replies = {"v1/Images/poster/tv/tmdb/1396": WEB_PAGE, "v1/Status/info": "4.22.5"}
    envelope = await answered("read_library", replies, {**SHOW, "tmdb_id": 1396, "artwork": ["poster"]})
    assert envelope["error"]["code"] == "UNSUPPORTED_CAPABILITY"
    assert "4.23.0" in envelope["error"]["message"]


async def test_a_picture_asked_for_twice_is_read_once() -> None:
    asked: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(200, json="")

    async with session(transport=httpx.MockTransport(reply)) as mcp:
        await mcp.call("read_library", {**FILM, "tmdb_id": 603, "artwork": '["poster", "poster"]'})
    assert asked == [f"/api/{POSTER}"]

"""Whole lives of requests on the demo, through the server: what is written is what every read tells from then on."""

from typing import Any

import pytest
from support.demo import Demo
from support.harness import ERAS, Session

from ombi_mcp.demo.decisions import forget

GODFATHER_II, SPIRITED_AWAY, INTERSTELLAR, HARBOUR_WATCH, MATRIX_COLLECTION = 240, 129, 157336, 9900101, 2344
KID_A, RADIOHEAD = "ba585575-b33a-5b09-b304-cd32bc7eba0e", "a74b1b7f-71a5-4011-9441-d0b5e4122711"
ANNA = "80175f58-fa39-415e-b4fe-7037e3aabf68"


def unlimited() -> Demo:
    """A demo in which anna may ask for as much as she likes, and waits for approval of all of it."""
    demo = Demo()
    [anna] = [user for user in demo.player._ombi.tables.users if user["id"] == ANNA]  # pyright: ignore[reportPrivateUsage]
    anna |= {"movieRequestLimit": 0, "episodeRequestLimit": 0}
    return demo


async def done(mcp: Session, tool: str, **arguments: Any) -> dict[str, Any]:
    """The data of a call that has to work."""
    envelope = await mcp.call(tool, arguments)
    assert envelope["ok"], envelope
    return envelope["data"]


async def refused(mcp: Session, tool: str, **arguments: Any) -> tuple[str, str]:
    """Code and message of a call that must not work."""
    envelope = await mcp.call(tool, arguments)
    assert not envelope["ok"], envelope
    return envelope["error"]["code"], envelope["error"]["message"]


async def movie(mcp: Session, tmdb_id: int) -> tuple[Any, Any, Any]:
    """What a film's details say of its request."""
    [film] = (await done(mcp, "read_media", media="movie", tmdb_id=tmdb_id))["items"]
    return film.get("requested"), film.get("available"), film.get("request_targets")


async def listed(mcp: Session, media: str, **arguments: Any) -> dict[int, dict[str, Any]]:
    """The requests of a kind by their ids, which are as many as their list says."""
    data = await done(mcp, "read_requests", view="list", media=media, limit=100, **arguments)
    assert data["page"]["total"] == len(data["items"])
    return {item["target"]["id"]: item for item in data["items"]}


async def counted(mcp: Session) -> dict[str, int]:
    """How many requests are in which state."""
    return {value["name"]: value["value"] for value in (await done(mcp, "read_request_stats"))["values"]}


def change(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in before if after[name] != before[name]}


@pytest.mark.parametrize("era", ERAS)
async def test_a_film_is_asked_for_decided_on_and_deleted(era: str) -> None:
    demo = unlimited()
    async with demo.session(era, "anna") as anna, demo.session(era) as key:
        before = await counted(key)
        assert await movie(key, SPIRITED_AWAY) == (False, False, None)

        made = await done(anna, "write_request_create", media="movie", tmdb_id=SPIRITED_AWAY)
        target = made["target"]
        assert (made["outcome"], target) == ("completed", {"kind": "movie", "id": 18})
        assert await movie(key, SPIRITED_AWAY) == (True, False, [target])
        assert next(iter(await listed(key, "movie"))) == 18, "the newest comes first"
        assert (await listed(key, "movie", status="pending"))[18]["title"] == "Spirited Away"
        assert change(before, await counted(key)) == {"pending": 1, "movie.pending": 1}
        code, told = await refused(anna, "write_request_create", media="movie", tmdb_id=SPIRITED_AWAY)
        assert (code, "waits for approval" in told) == ("CONFLICT", True)

        await done(key, "write_request_decide", target=target, decision="approve")
        assert (await listed(key, "movie", status="processing"))[18]["approved"] is True
        assert change(before, await counted(key)) == {"approved": 1, "movie.approved": 1}

        await done(key, "write_request_decide", target=target, decision="deny", reason="Not yet", confirm=True)
        denied = (await listed(key, "movie", status="denied"))[18]
        assert (denied["denied"], denied["denied_reason"]) == (True, "Not yet")
        assert 18 not in await listed(key, "movie", status="processing")

        await done(key, "write_request_availability", target=target, available=True)
        assert await movie(key, SPIRITED_AWAY) == (True, True, [target])
        assert 18 in await listed(key, "movie", status="available")

        assert (await refused(key, "write_request_delete", target=target))[0] == "INVALID_ARGUMENT"
        await done(key, "write_request_delete", target=target, confirm=True)
        assert await movie(key, SPIRITED_AWAY) == (False, False, None)
        assert 18 not in await listed(key, "movie")
        assert change(before, await counted(key)) == {}
        assert (await refused(key, "read_requests", view="one", target=target))[0] == "NOT_FOUND"
        assert (await refused(key, "write_request_delete", target=target, confirm=True))[0] == "NOT_FOUND"

        again = await done(anna, "write_request_create", media="movie", tmdb_id=SPIRITED_AWAY)
        assert again["target"]["id"] == 19, "an id is given once"


@pytest.mark.parametrize("era", ERAS)
async def test_three_people_ask_for_parts_of_a_show(era: str) -> None:
    demo = unlimited()
    async with demo.session(era, "anna") as anna, demo.session(era, "ben") as ben, demo.session(era) as key:

        async def ask(mcp: Session, *episodes: int) -> int:
            picks = [{"season": 1, "episodes": list(episodes)}]
            wanted = {"media": "tv", "tmdb_id": HARBOUR_WATCH, "seasons": "selected", "season_episodes": picks}
            return (await done(mcp, "write_request_create", **wanted))["target"]["id"]

        async def episodes(name: str) -> list[int]:
            show = await done(key, "read_media", media="tv", tmdb_id=HARBOUR_WATCH, include=["seasons"])
            [season] = show["items"][0]["seasons"]
            return [episode["episode_number"] for episode in season["episodes"] if episode[name]]

        assert [await ask(anna, 1, 2), await ask(ben, 2, 3), await ask(key, 3, 4)] == [9900101, 9900102, 9900103]
        assert await episodes("requested") == [1, 2, 3, 4]
        children = await listed(key, "tv")
        assert [children[number]["approved"] for number in (9900101, 9900102, 9900103)] == [False, True, True]
        assert len(children) == 13

        first = {"kind": "tv_child", "id": 9900101}
        await done(key, "write_request_decide", target=first, decision="approve")
        await done(key, "write_request_availability", target=first, available=True)
        assert await episodes("available") == [1, 2]
        await done(key, "write_request_delete", target=first, confirm=True)
        assert (await episodes("requested"), await episodes("available")) == ([3, 4], [])

        for number in (9900102, 9900103):
            await done(key, "write_request_delete", target={"kind": "tv_child", "id": number}, confirm=True)
        [show] = (await done(key, "read_media", media="tv", tmdb_id=HARBOUR_WATCH))["items"]
        assert (show["requested"], show.get("request_targets")) == (False, None)
        code, _ = await refused(key, "read_requests", view="one", target={"kind": "tv_parent", "id": 9})
        assert code == "NOT_FOUND", "the show went with its last child"


@pytest.mark.parametrize("era", ERAS)
async def test_an_album_is_asked_for_denied_and_deleted(era: str) -> None:
    demo = unlimited()
    async with demo.session(era, "anna") as anna, demo.session(era) as key:

        async def requested() -> list[str]:
            items = (await done(key, "read_media", media="artist", musicbrainz_id=RADIOHEAD))["items"]
            return [item["title"] for item in items if item.get("requested")]

        made = await done(anna, "write_request_create", media="album", musicbrainz_id=KID_A)
        assert made["target"] == {"kind": "album", "id": 6}
        assert await requested() == ["OK Computer", "Kid A"]
        await done(key, "write_request_decide", target=made["target"], decision="deny", reason="No", confirm=True)
        assert (await listed(key, "album", status="denied"))[6]["denied_reason"] == "No"
        await done(key, "write_request_delete", target=made["target"], confirm=True)
        assert await requested() == ["OK Computer"]
        assert len(await listed(key, "album")) == 5


async def test_a_collection_is_asked_for_as_far_as_it_is_missing() -> None:
    demo = unlimited()
    async with demo.session(username="anna") as anna:
        made = await done(anna, "write_request_create", media="collection", tmdb_id=MATRIX_COLLECTION)
        assert [item["identifier"] for item in made["item_results"]] == ["624860"]
        assert await movie(anna, 624860) == (True, False, [{"kind": "movie", "id": 18}])
        code, _ = await refused(anna, "write_request_create", media="collection", tmdb_id=MATRIX_COLLECTION)
        assert code == "CONFLICT"


async def test_the_vote_that_makes_enough_approves() -> None:
    demo = Demo()
    target = {"kind": "movie", "id": 14}
    for username in ("ben", "cora", "dave", None):
        async with demo.session(username=username) as mcp:
            assert 14 in await listed(mcp, "movie", status="pending")
            await done(mcp, "write_vote", target=target, vote="up")
    async with demo.session() as key:
        assert (await listed(key, "movie", status="processing"))[14]["approved"] is True
        waiting = (await done(key, "read_votes", view="open"))["items"]
        assert (14, "movie") not in [(item["request_id"], item["media"]) for item in waiting]
        votes = (await done(key, "read_votes", view="for_request", target=target))["items"]
        assert len(votes) == 5


async def test_a_vote_is_changed_and_counts_once() -> None:
    demo = Demo()
    target = {"kind": "movie", "id": 15}
    async with demo.session(username="cora") as cora:

        async def standing() -> tuple[int, int]:
            items = (await done(cora, "read_votes", view="open"))["items"]
            [found] = [item for item in items if (item["request_id"], item["media"]) == (15, "movie")]
            return found["up"], found["down"]

        assert await standing() == (0, 0)
        await done(cora, "write_vote", target=target, vote="up")
        assert await standing() == (1, 0)
        await done(cora, "write_vote", target=target, vote="down")
        assert await standing() == (0, 1)


async def test_what_each_user_may_do_is_what_the_claims_say() -> None:
    demo = Demo()
    wanted = {"media": "movie", "tmdb_id": GODFATHER_II}
    async with demo.session(username="dave") as dave, demo.session(username="cora") as cora:
        assert (await refused(dave, "write_request_create", **wanted))[0] == "FORBIDDEN"
        assert (await refused(cora, "write_request_create", **wanted))[0] == "FORBIDDEN", "deciding is no asking"
        await done(cora, "write_request_decide", target={"kind": "movie", "id": 1}, decision="approve")
        code, _ = await refused(dave, "write_request_decide", target={"kind": "movie", "id": 14}, decision="approve")
        assert code == "FORBIDDEN"
    async with demo.session(username="ben") as ben, demo.session(username="anna") as anna:
        made = await done(ben, "write_request_create", **wanted)
        assert (await listed(ben, "movie"))[18]["approved"] is True
        assert (await refused(ben, "write_request_delete", target={"kind": "movie", "id": 14}, confirm=True))[0] == (
            "FORBIDDEN"
        ), "somebody else's"
        await done(ben, "write_request_delete", target=made["target"], confirm=True)
        assert (await refused(anna, "write_request_create", **wanted))[0] == "RATE_LIMITED"


async def test_somebody_asks_for_somebody_else() -> None:
    demo = Demo()
    async with demo.session() as key:
        made = await done(key, "write_request_create", media="movie", tmdb_id=INTERSTELLAR, on_behalf_of=ANNA)
        assert made["user_id"] == ANNA
        assert await movie(key, INTERSTELLAR) == (True, True, [made["target"]]), "it was in the library before"
        await done(key, "write_request_delete", target=made["target"], confirm=True)
        assert await movie(key, INTERSTELLAR) == (False, True, None)


async def test_the_4k_half_of_a_film_has_a_life_of_its_own() -> None:
    demo = unlimited()
    target = {"kind": "movie", "id": 18}
    wanted = {"media": "movie", "tmdb_id": GODFATHER_II}
    async with demo.session(username="anna") as anna, demo.session() as key:
        await done(anna, "write_request_create", **wanted)
        assert (await refused(anna, "write_request_create", **wanted, is_4k=True))[0] == "FORBIDDEN"
        made = await done(key, "write_request_create", **wanted, is_4k=True)
        assert made["target"] == target, "it joins the request that is there"
        row = (await listed(key, "movie"))[18]
        assert (row.get("approved"), row["approved_4k"]) == (False, True)
        await done(key, "write_request_decide", target=target, decision="deny", is_4k=True, confirm=True)
        assert (await listed(key, "movie"))[18]["denied_4k"] is True
        assert 18 in await listed(key, "movie", status="pending"), "the standard half still waits"


async def test_who_follows_a_request_reads_so() -> None:
    demo = Demo()
    target = {"kind": "movie", "id": 14}
    async with demo.session(username="ben") as ben:
        assert (await listed(ben, "movie"))[14]["subscribed"] is False
        await done(ben, "write_request_subscription", target=target, subscribed=True)
        assert (await listed(ben, "movie"))[14]["subscribed"] is True
        await done(ben, "write_request_subscription", target=target, subscribed=False)
        assert (await listed(ben, "movie"))[14]["subscribed"] is False


async def test_options_are_kept_and_what_is_sent_again_is_sent_once() -> None:
    demo = Demo()
    async with demo.session() as key:
        await done(key, "write_request_options", target={"kind": "movie", "id": 14}, root_folder_id=2)
        assert demo.get("v1/Request/movie/info/14")["rootPathOverride"] == 2
        first = await done(key, "write_request_reprocess", target={"kind": "movie", "id": 5})
        assert first["outcome"] == "accepted", "it waited to be sent"
        again = await key.call("write_request_reprocess", {"target": {"kind": "movie", "id": 5}})
        assert "Movie is already monitored" in str(again)


async def test_a_film_that_radarr_has_is_stored_and_ombi_calls_it_a_failure() -> None:
    demo = Demo()
    said = demo.ask("POST", "v1/Request/movie", {"theMovieDbId": 155})
    assert (said.answer["errorMessage"], said.answer["requestId"]) == ("Movie is already monitored", 0)
    assert demo.get("v1/Request/movie/info/18")["title"] == "The Dark Knight"


async def test_a_hidden_request_is_seen_by_its_owner_alone() -> None:
    demo = Demo()
    demo.player._ombi.tables.settings["ombi"]["hideRequestsUsers"] = True  # pyright: ignore[reportPrivateUsage]
    for path, own, others in (("movie", 5, 5), ("tv", 5, 0), ("music", 0, 0)):
        assert demo.get(f"v1/Request/{path}/total", "Jürgen") == own, path
        assert demo.get(f"v1/Request/{path}/total", "dave") in {others, 0, 1}, path
    assert {row["requestedUserId"] for row in demo.get("v1/Request/movie", "anna")} == {ANNA}
    assert demo.ask("GET", "v1/Request/tv/5", user="anna").status == 500, "as one that is not there"
    assert len(demo.get("v1/Request/movie", "cora")) == 15


def test_two_demos_share_nothing() -> None:
    one, other = Demo(), Demo()
    before = other.get("v1/Request/movie"), other.get("v2/Search/movie/603"), other.get("v1/Request/tv")
    one.ask("PUT", "v1/Request/movie/deny", {"id": 1, "reason": "gone"})
    one.ask("DELETE", "v1/Request/tv/1")
    one.ask("DELETE", "v1/Request/movie/all")
    assert one.get("v1/Request/movie") == []
    assert (other.get("v1/Request/movie"), other.get("v2/Search/movie/603"), other.get("v1/Request/tv")) == before
    assert Demo().get("v1/Request/movie") == before[0]


def test_a_name_that_nobody_has_is_refused() -> None:
    demo = Demo()
    assert demo.ask("GET", "v1/Request/movie", user="nobody").status == 401
    assert demo.ask("POST", "v1/Request/movie", {"theMovieDbId": GODFATHER_II}, "nobody").status == 401
    assert demo.get("v1/Request/movie/total") == 15


def test_titles_that_were_recorded_as_requested_are_free_once_their_requests_are_gone() -> None:
    demo = Demo()
    for path in ("movie/1", "tv/1", "music/1", "music/2"):
        assert demo.ask("DELETE", f"v1/Request/{path}").status == 200
    film, show = demo.get("v2/Search/movie/603"), demo.get("v2/Search/tv/moviedb/1399")
    [album, *_] = demo.get("v2/Search/artist/a74b1b7f-71a5-4011-9441-d0b5e4122711")["releaseGroups"]
    for title in (film, show, album):
        assert (title["requested"], title["requestId"], title["approved"], title["denied"]) == (False, 0, False, None)
    episodes = [episode for season in show["seasonRequests"] for episode in season["episodes"]]
    assert not [one for one in episodes if one["requested"] or one["approved"] or one["requestStatus"]]
    assert demo.ask("GET", "v2/Search/movie/request/1").status == 500
    assert demo.get("v2/Requests/tv/100/0/title/asc")["total"] == 7, "a show takes its three child requests along"
    assert "The Matrix" not in [row["title"] for row in demo.get("v2/Search/movie/requested/0/50")]


def test_titles_by_their_requests_and_the_requested_feeds_follow_what_is_asked_for() -> None:
    demo = Demo()
    made = demo.ask("POST", "v1/Request/movie", {"theMovieDbId": SPIRITED_AWAY}).answer["requestId"]
    assert demo.get(f"v2/Search/movie/request/{made}")["title"] == "Spirited Away"
    first, second, *_ = demo.get("v2/Search/movie/requested/0/20")
    assert (first["title"], first["requestId"]) == ("Spirited Away", made)
    assert demo.get("v2/Search/movie/requested/1/1") == [second]
    assert [show["title"] for show in demo.get("v2/Search/tv/requested/0/5")] == ["Game of Thrones"]


def test_4k_is_let_in_for_a_film_that_is_approved_already() -> None:
    demo = Demo()
    said = demo.ask("POST", "v1/Request/movie", {"theMovieDbId": 550, "is4kRequest": True}, "Jürgen")
    assert said.answer["result"] is True
    row = demo.get("v1/Request/movie/info/4")
    assert (row["has4KRequest"], row["approved4K"], row["requestCombination"]) == (True, True, 2)


def test_a_show_is_denied_where_all_of_it_is_and_there_where_the_rest_is_to_come() -> None:
    demo = Demo()
    demo.ask("POST", "v2/Requests/tv", {"theMovieDbId": HARBOUR_WATCH, "requestAll": True})
    demo.ask("PUT", "v1/Request/tv/deny", {"id": HARBOUR_WATCH, "reason": "Too long"})
    show = demo.get(f"v2/Search/tv/moviedb/{HARBOUR_WATCH}")
    assert (show["denied"], show["deniedReason"], show["fullyAvailable"]) == (True, "Too long", False)
    demo.ask("POST", "v1/Request/tv/available", {"id": HARBOUR_WATCH})
    show = demo.get(f"v2/Search/tv/moviedb/{HARBOUR_WATCH}")
    assert (show["fullyAvailable"], show["partlyAvailable"], show["available"]) == (True, False, False)
    assert show["seasonRequests"][0]["seasonAvailable"] is True


def test_a_show_that_sonarr_has_is_refused_as_if_it_were_requested() -> None:
    said = Demo().ask("POST", "v2/Requests/tv", {"theMovieDbId": 1396, "firstSeason": True})
    assert said.answer["errorMessage"] == "We already have episodes requested from series Breaking Bad"


def test_the_first_request_for_a_show_needs_the_number_of_the_show() -> None:
    demo = Demo()
    tables = demo.player._ombi.tables  # pyright: ignore[reportPrivateUsage] no request can make this clash here
    tables.children[0]["id"] = HARBOUR_WATCH
    said = demo.ask("POST", "v2/Requests/tv", {"theMovieDbId": HARBOUR_WATCH, "requestAll": True})
    assert (said.status, said.answer["error"][:40]) == (500, "An error occurred while saving the entit")
    assert demo.get("v1/Request/tv/total") == 8


def test_a_deleted_user_takes_all_requests_along() -> None:
    demo = Demo()
    forget(demo.player._ombi.tables, ANNA)  # pyright: ignore[reportPrivateUsage]
    owners = {row["requestedUserId"] for kind in ("movie", "music") for row in demo.get(f"v1/Request/{kind}")}
    assert ANNA not in owners
    assert [child["id"] for child in demo.get("v1/Request/tv/1")["childRequests"]] == [1400, 1401]
    assert demo.get("v1/Request/tv/2")["childRequests"] == [], "Ombi leaves the show"
    assert demo.ask("GET", "v2/Requests/recentlyRequested").status == 200
    assert ANNA not in {vote["userId"] for vote in demo.get("v1/Vote/movie/1")}

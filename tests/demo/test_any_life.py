"""Whatever is done to the demo's requests, its lists, counts, details and titles go on telling the same."""

from typing import Any

from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from support.demo import Demo, Said

KEY_OR_USER = st.sampled_from([None, None, "anna", "ben", "cora", "dave", "Jürgen"])
FILMS = (603, 278, 129, 155, 157336, 9900001)
SHOWS = (1399, 9900101)
ALBUMS = ("b1392450-e666-3926-a536-22c65f834433", "ba585575-b33a-5b09-b304-cd32bc7eba0e")
WORDS = {"movie": "movie", "tv": "tv", "music": "album"}
KINDS = st.sampled_from(list(WORDS))
PLACES = st.integers(0, 40)
"""Which of the requests that are there; one too far is a request that is not."""

MIN = "0001-01-01T00:00:00Z"


class Lives(RuleBasedStateMachine):
    """Random writes, by the key alone and by users, and everything that has to agree after each of them.

    `read` holds the complete lists until the next write.
    """

    def __init__(self) -> None:
        super().__init__()
        self.demo = Demo()
        self.read: dict[str, list[dict[str, Any]]] = {}
        self.given = {kind: max(self.ids(kind)) for kind in ("movie", "music", "parent")}

    def rows(self, kind: str) -> list[dict[str, Any]]:
        """The complete list of a kind; child requests out of their shows."""
        if kind == "tv":
            return [child for show in self.rows("parent") for child in show["childRequests"]]
        if kind not in self.read:
            self.read[kind] = self.demo.get(f"v1/Request/{'tv' if kind == 'parent' else kind}")
        return self.read[kind]

    def ids(self, kind: str) -> list[int]:
        return [row["id"] for row in self.rows(kind)]

    def one(self, kind: str, place: int) -> int:
        """The id of a request by its place; 999999999 where there is none there."""
        ids = self.ids(kind)
        return ids[place] if place < len(ids) else 999999999

    def write(self, method: str, path: str, body: Any = None, user: str | None = None) -> Said:
        before = {kind: set(self.ids(kind)) for kind in self.given}
        children = set(self.ids("tv"))
        said = self.demo.ask(method, path, body, user)
        self.read.clear()
        assert said.status in {200, 403, 500}, said
        for kind, known in before.items():
            for number in set(self.ids(kind)) - known:
                assert number > self.given[kind], "an id is given once"
                self.given[kind] = number
        for number in set(self.ids("tv")) - children:
            assert number in SHOWS or number > max(children), "the first request for a show has the show's own id"
        return said

    @rule(tmdb_id=st.sampled_from(FILMS), is_4k=st.booleans(), user=KEY_OR_USER)
    def ask_for_a_film(self, tmdb_id: int, is_4k: bool, user: str | None) -> None:
        count = len(self.ids("movie"))
        answer = self.write("POST", "v1/Request/movie", {"theMovieDbId": tmdb_id, "is4kRequest": is_4k}, user).answer
        assert answer["result"] is not answer["isError"]
        assert len(self.ids("movie")) - count <= 1
        if answer["result"]:
            assert answer["requestId"] in self.ids("movie")

    @rule(
        tmdb_id=st.sampled_from(SHOWS),
        picks=st.sets(st.tuples(st.integers(1, 2), st.integers(1, 4)), max_size=4),
        user=KEY_OR_USER,
    )
    def ask_for_episodes(self, tmdb_id: int, picks: set[tuple[int, int]], user: str | None) -> None:
        seasons = [
            {"seasonNumber": season, "episodes": [{"episodeNumber": number} for s, number in picks if s == season]}
            for season in {season for season, _ in picks}
        ]
        answer = self.write("POST", "v2/Requests/tv", {"theMovieDbId": tmdb_id, "seasons": seasons}, user).answer
        if answer["result"]:
            assert answer["requestId"] in self.ids("tv")

    @rule(album=st.sampled_from(ALBUMS), user=KEY_OR_USER)
    def ask_for_an_album(self, album: str, user: str | None) -> None:
        answer = self.write("POST", "v1/request/music", {"foreignAlbumId": album}, user).answer
        assert (answer["requestId"] in self.ids("music")) is answer["result"]

    @rule()
    def ask_for_a_collection(self) -> None:
        assert self.write("POST", "v2/Requests/movie/collection/2344").answer["result"] is True

    @rule(kind=KINDS, place=PLACES, is_4k=st.booleans(), user=KEY_OR_USER)
    def approve(self, kind: str, place: int, is_4k: bool, user: str | None) -> None:
        body = {"id": self.one(kind, place), "is4K": is_4k}
        self.write("POST", f"v1/Request/{kind}/approve", body, user)

    @rule(kind=KINDS, place=PLACES, user=KEY_OR_USER)
    def deny(self, kind: str, place: int, user: str | None) -> None:
        self.write("PUT", f"v1/Request/{kind}/deny", {"id": self.one(kind, place), "reason": "No"}, user)

    @rule(kind=KINDS, place=PLACES, word=st.sampled_from(["available", "unavailable"]))
    def mark(self, kind: str, place: int, word: str) -> None:
        self.write("POST", f"v1/Request/{kind}/{word}", {"id": self.one(kind, place)})

    @rule(kind=KINDS, place=PLACES, user=KEY_OR_USER)
    def delete(self, kind: str, place: int, user: str | None) -> None:
        number = self.one(kind, place)
        path = {"tv": "tv/child"}.get(kind, kind)
        said = self.write("DELETE", f"v1/Request/{path}/{number}", user=user)
        assert (number in self.ids(kind)) is not (said.status == 200 and said.answer["result"]) or number == 999999999

    @rule(place=PLACES)
    def delete_a_show(self, place: int) -> None:
        self.write("DELETE", f"v1/Request/tv/{self.one('parent', place)}")

    @rule(kind=KINDS, place=PLACES, way=st.sampled_from(["up", "down"]), user=KEY_OR_USER)
    def vote(self, kind: str, place: int, way: str, user: str | None) -> None:
        self.write("POST", f"v1/Vote/{way}/{WORDS[kind]}/{self.one(kind, place)}", user=user)

    @invariant()
    def every_list_holds_the_same_requests(self) -> None:
        for kind, word in WORDS.items():
            rows = self.rows(kind)
            page = self.demo.get(f"v2/Requests/{word}/1000/0/requestedDate/desc")
            assert page["total"] == len(rows)
            if kind != "tv":  # of a show's children a page has one
                assert {row["id"] for row in page["collection"]} == {row["id"] for row in rows}
            assert [row["requestedDate"] for row in page["collection"]] == sorted(
                (row["requestedDate"] for row in page["collection"]), reverse=True
            )
        for kind in ("movie", "music", "parent"):
            assert self.demo.get(f"v1/Request/{'tv' if kind == 'parent' else kind}/total") == len(self.rows(kind))

    @invariant()
    def every_request_of_a_list_is_found_by_its_id(self) -> None:
        for row in self.rows("movie"):
            assert self.demo.get(f"v1/Request/movie/info/{row['id']}") == row
        for show in self.rows("parent"):
            assert self.demo.get(f"v1/Request/tv/{show['id']}") == show
            assert show["childRequests"]
            assert {child["parentRequestId"] for child in show["childRequests"]} == {show["id"]}

    @invariant()
    def the_counts_are_those_of_the_lists(self) -> None:
        rows = [*self.rows("movie"), *self.rows("tv")]
        assert self.demo.get("v1/Request/count") == {
            "pending": sum(not row["approved"] and not row["available"] and not row["denied"] for row in rows),
            "approved": sum(row["approved"] and not row["available"] for row in rows),
            "available": sum(row["available"] for row in rows),
            "denied": sum(bool(row["denied"]) for row in rows),
        }
        for word in ("movie", "tv", "album"):
            states = ("pending", "processing", "available", "denied")
            totals = [self.demo.get(f"v2/Requests/{word}/{state}/1000/0/title/asc")["total"] for state in states]
            assert sum(totals) >= self.demo.get(f"v2/Requests/{word}/0/0/title/asc")["total"], "each has a state"

    @invariant()
    def what_waits_is_what_is_voted_on(self) -> None:
        waiting = {
            (row["requestType"], row["id"])
            for kind in WORDS
            for row in self.rows(kind)
            if not row["approved"] and not row["available"] and not row["denied"]
        }
        standing = self.demo.get("v1/Vote")
        assert {(row["requestType"], row["requestId"]) for row in standing} == waiting
        for row in standing:
            word = {1: "movie", 0: "tv", 2: "music"}[row["requestType"]]
            votes = self.demo.get(f"v1/Vote/{word}/{row['requestId']}")
            assert len({vote["userId"] for vote in votes}) == len(votes) == row["upvotes"] + row["downvotes"]

    @invariant()
    def films_know_their_requests(self) -> None:
        first = {row["theMovieDbId"]: row for row in reversed(self.rows("movie"))}
        for tmdb_id in FILMS:
            [film] = [self.demo.get(f"v2/Search/movie/{tmdb_id}")]
            row = first.get(tmdb_id)
            if row is None:
                assert (film["requested"], film["requestId"], film["has4KRequest"]) == (False, 0, False)
                continue
            assert film["requested"] is (row["requestedDate"] != MIN)
            assert film["requestId"] == row["id"]
            assert (film["denied"], film["has4KRequest"]) == (bool(row["denied"]), row["has4KRequest"])
            assert film["approved"] >= row["approved"]
            assert film["available"] >= row["available"]

    @invariant()
    def shows_and_albums_know_their_requests(self) -> None:
        parents = {row["externalProviderId"]: row for row in self.rows("parent")}
        for tmdb_id in SHOWS:
            show, parent = self.demo.get(f"v2/Search/tv/moviedb/{tmdb_id}"), parents.get(tmdb_id)
            assert (show["requested"], show["requestId"]) == (parent is not None, 0 if parent is None else parent["id"])
            held = {
                (season["seasonNumber"], episode["episodeNumber"]): episode["available"]
                for child in (parent or {"childRequests": []})["childRequests"]
                for season in child["seasonRequests"]
                for episode in season["episodes"]
            }
            for season in show["seasonRequests"]:
                for episode in season["episodes"]:
                    number = (season["seasonNumber"], episode["episodeNumber"])
                    assert (episode["requested"], episode["available"]) == (number in held, held.get(number, False))
        wanted = {row["foreignAlbumId"] for row in self.rows("music")}
        groups = self.demo.get("v2/Search/artist/a74b1b7f-71a5-4011-9441-d0b5e4122711")["releaseGroups"]
        assert all(group["requested"] is (group["id"] in wanted) for group in groups)

    @invariant()
    def the_last_requests_are_requests_that_are_there(self) -> None:
        kinds = {1: set(self.ids("movie")), 0: set(self.ids("tv")), 2: set(self.ids("music"))}
        recent = self.demo.get("v2/Requests/recentlyRequested")
        assert all(entry["requestId"] in kinds[entry["type"]] for entry in recent)
        assert len(recent) == sum(min(len(ids), 7) for ids in kinds.values())


Lives.TestCase.settings = hypothesis_settings(
    max_examples=10, stateful_step_count=12, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestAnyLife = Lives.TestCase

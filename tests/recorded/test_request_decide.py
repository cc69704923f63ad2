"""write_request_decide on recorded exchanges."""

from dataclasses import replace
from typing import Any

import pytest
from support.asked import ALBUMS, APPROVED, SHOWS, WAITING, albums, movie, show, tree
from support.harness import ERAS
from support.lives import Life, answering, empty, failing, live, unknown
from support.recordings import body_of

TOOL = "write_request_decide"
DENIED = body_of("lifecycle/movie-decide", "denied-row")
FOUR_K = body_of("lifecycle/movie-4k", "available-row") | {"available4K": False}
FEATURES = body_of("server/status", "features")
OFF = body_of("setup/settings", "features")
QUEUE = body_of("requests/retry-queue", "queue")
ANNAS = "v1/Identity/User/80175f58-fa39-415e-b4fe-7037e3aabf68"
ANNA = body_of("setup/users", "anna")
LOCKED = failing(500, "SQLite Error 5: 'database is locked'.")
NO_QUEUE = {"v1/RequestRetry": list[Any]()}
FORBIDDEN_QUEUE = {"v1/RequestRetry": empty(403)}
LATER = "Später — bitte noch warten"
NO_DEFAULT = "`is4K` false is Ombi's default and is not sent"


def _arguments(decision: str, kind: str, ident: int, **more: Any) -> dict[str, Any]:
    confirm = {"confirm": True} if decision == "deny" else {}
    return {"target": {"kind": kind, "id": ident}, "decision": decision, **confirm, **more}


MOVIE = Life(
    TOOL,
    _arguments("approve", "movie", 10),
    write="lifecycle/movie-decide/approve",
    before=movie(10, **WAITING),
    after=movie(10, **APPROVED) | NO_QUEUE,
    any_body=NO_DEFAULT,
)
DENIAL = Life(
    TOOL,
    _arguments("deny", "movie", 11, reason=LATER),
    write="lifecycle/movie-decide/deny",
    before=movie(11, **APPROVED, deniedReason=None),
    after={"v1/Request/movie/info/11": DENIED},
)
CHILD = Life(
    TOOL,
    _arguments("approve", "tv_child", 1399),
    write="lifecycle/tv-decide/approve",
    before=tree(1399, WAITING),
    after=show(1399, APPROVED) | NO_QUEUE,
    undone=show(1399, WAITING),
)
ALBUM = Life(
    TOOL,
    _arguments("approve", "album", 1),
    write="lifecycle/album-decide/approve",
    before=albums(1, **WAITING),
    after=albums(1, **APPROVED) | NO_QUEUE,
)
FOUR_K_MOVIE = Life(
    TOOL,
    _arguments("approve", "movie", 7, is_4k=True),
    write="lifecycle/movie-4k/approve",
    before={"v1/Request/movie/info/7": FOUR_K | {"approved4K": False}, "v2/Features": FEATURES},
    after={"v1/Request/movie/info/7": FOUR_K} | NO_QUEUE,
)

LIVES = [
    MOVIE,
    replace(
        MOVIE,
        write="lifecycle/movie-decide/approve-as-anna",
        after={},
        any_body="",
        settings={"username": "anna"},
    ),
    replace(
        MOVIE,
        write=None,
        before={"v1/Identity": body_of("users/read", "me-anna")},
        after={},
        settings={"username": "anna"},
        name="approve-as-anna-whose-claims-are-known",
    ),
    replace(MOVIE, write="lifecycle/movie-decide/approve-again", any_body=""),
    replace(
        MOVIE,
        arguments=_arguments("approve", "movie", 999999999),
        write="lifecycle/movie-decide/approve-unknown",
        before=movie(999999999, **WAITING),
        after={},
        any_body="",
    ),
    Life(
        TOOL,
        _arguments("approve", "movie", 11),
        write="lifecycle/movie-decide/approve-as-cora",
        before=movie(11, **WAITING),
        after=movie(11, **APPROVED, deniedReason=None) | FORBIDDEN_QUEUE,
        settings={"username": "cora"},
    ),
    DENIAL,
    CHILD,
    *(
        replace(
            CHILD,
            arguments=_arguments("approve", "tv_child", ident),
            write=f"lifecycle/tv-decide/{name}",
            before=tree(1399, WAITING, ident),
            after={},
        )
        for name, ident in (("approve-unknown", 999999999), ("approve-parent-id", 1))
    ),
    Life(
        TOOL,
        _arguments("deny", "tv_child", 19885, reason="The game is over"),
        write="lifecycle/tv-decide/deny",
        before=tree(19885, WAITING),
        after=show(19885, {}),
        undone=show(19885, WAITING),
    ),
    Life(
        TOOL,
        _arguments("deny", "tv_child", 95396),
        write="lifecycle/tv-decide/deny-as-cora",
        before=tree(95396, WAITING),
        after=show(95396, {}),
        settings={"username": "cora"},
    ),
    ALBUM,
    Life(
        TOOL,
        _arguments("deny", "album", 5, reason="Not this one"),
        write="lifecycle/album-decide/deny",
        before=albums(5, **WAITING),
        after={"v1/request/music": ALBUMS},
    ),
    FOUR_K_MOVIE,
    Life(
        TOOL,
        _arguments("approve", "movie", 5),
        write="requests/retry-queue/movie",
        before=movie(5, **WAITING),
        after=movie(5, **APPROVED) | {"v1/RequestRetry": QUEUE},
    ),
    Life(
        TOOL,
        _arguments("approve", "tv_child", 60059),
        write="requests/retry-queue/show",
        before=tree(60059, WAITING),
        after=show(60059, APPROVED) | {"v1/RequestRetry": QUEUE},
    ),
    replace(MOVIE, answer=LOCKED, name="locked-but-approved"),
    replace(MOVIE, answer=LOCKED, after=movie(10, **WAITING), name="locked-and-not-approved"),
    replace(MOVIE, after=movie(10, **WAITING), name="without-effect"),
    replace(MOVIE, after={"v1/Request/movie/info/10": empty(503)}, name="not-read-back"),
    replace(MOVIE, after=movie(10, approved=None), name="read-back-without-a-state"),
    replace(MOVIE, after=movie(10, **APPROVED) | {"v1/RequestRetry": unknown}, name="approved-and-the-queue-is-broken"),
    replace(
        MOVIE,
        before=movie(10, approved=True, denied=True, deniedReason="No"),
        after=movie(10, **APPROVED, deniedReason="No") | NO_QUEUE,
        name="approved-after-a-denial",
    ),
    Life(TOOL, MOVIE.arguments, before=movie(10, **APPROVED), name="approved-already"),
    Life(TOOL, ALBUM.arguments, before=albums(1, **APPROVED), name="album-approved-already"),
    replace(
        ALBUM,
        answer=answering({"result": False, "message": None, "isError": False, "errorMessage": None, "requestId": 0}),
        name="album-approved-while-lidarr-is-away",
    ),
    replace(
        ALBUM,
        answer=answering({"result": False, "message": None, "isError": False, "errorMessage": None, "requestId": 0}),
        after={"v1/request/music": empty(503)},
        name="lidarr-is-away-and-not-read-back",
    ),
    replace(DENIAL, after=movie(11, **APPROVED, deniedReason=None), name="denied-without-effect"),
    replace(DENIAL, answer=LOCKED, name="locked-but-denied"),
    replace(
        DENIAL,
        before=movie(11, denied=True, deniedReason="No"),
        name="denied-again-with-another-reason",
    ),
    replace(
        DENIAL,
        before=movie(11, denied=True, deniedReason="No"),
        after=movie(11, denied=True, deniedReason="No"),
        name="the-old-reason-stays",
    ),
    replace(DENIAL, after=movie(11, denied=True, deniedReason="Später"), name="denied-with-another-reason"),
    replace(
        DENIAL,
        arguments=_arguments("deny", "movie", 7, is_4k=True),
        write="PUT v1/Request/movie/deny",
        before={"v1/Request/movie/info/7": FOUR_K},
        after={"v1/Request/movie/info/7": FOUR_K | {"denied4K": True}},
        answer=answering({"result": True, "message": "Request successfully deleted", "isError": False}),
        name="four-k-denied",
    ),
    replace(
        DENIAL,
        arguments=_arguments("deny", "movie", 7, is_4k=True, reason=LATER),
        write="PUT v1/Request/movie/deny",
        before={
            "v1/Request/movie/info/7": FOUR_K | {"denied4K": True, "deniedReason4K": "No", "deniedReason": LATER},
        },
        after={"v1/Request/movie/info/7": FOUR_K | {"denied4K": True, "deniedReason4K": LATER}},
        answer=answering({"result": True, "message": "Request successfully deleted", "isError": False}),
        name="four-k-denied-for-another-reason",
    ),
    *(
        Life(TOOL, arguments, before=movie(11, denied=True, deniedReason=LATER), name=name)
        for name, arguments in (
            ("denied-already", _arguments("deny", "movie", 11, confirm=False)),
            ("denied-already-for-this-reason", _arguments("deny", "movie", 11, reason=LATER)),
        )
    ),
    Life(
        TOOL,
        _arguments("deny", "movie", 11, reason=LATER, confirm=False),
        before=movie(11, **APPROVED) | {ANNAS: ANNA},
        name="preview",
    ),
    Life(
        TOOL,
        _arguments("deny", "movie", 7, is_4k=True, confirm=False),
        before={"v1/Request/movie/info/7": FOUR_K | {"requestedUserId": None, "approved4K": False}},
        name="preview-4k",
    ),
    Life(TOOL, _arguments("approve", "tv_parent", 1), before={"v1/Request/tv/1": SHOWS[0]}, name="whole-show"),
    Life(
        TOOL,
        FOUR_K_MOVIE.arguments,
        before={"v1/Request/movie/info/7": FOUR_K | {"approved4K": False}, "v2/Features": OFF},
        name="four-k-is-off",
    ),
    Life(TOOL, _arguments("approve", "movie", 10, is_4k=True), before=movie(10), name="no-4k-half"),
    Life(TOOL, _arguments("approve", "tv_child", 1399, is_4k=True), before=tree(1399, {}), name="no-4k-of-shows"),
    Life(TOOL, _arguments("approve", "movie", 7), before={"v1/Request/movie/info/7": FOUR_K}, name="only-4k"),
    Life(TOOL, _arguments("approve", "movie", 10, reason="No"), name="reason-to-approve"),
    Life(
        TOOL,
        _arguments("deny", "movie", 999999999),
        before={"v1/Request/movie/info/999999999": unknown},
        name="unknown",
    ),
]
BY_ID = {life.id: life for life in LIVES}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_lives(life: Life, era: str) -> None:
    await live(life, era)


@pytest.mark.parametrize(
    ("life", "outcome", "code"),
    [
        ("lifecycle-movie-decide-approve", "completed", None),
        ("lifecycle-movie-decide-approve-as-anna", "rejected", "FORBIDDEN"),
        ("lifecycle-movie-decide-approve-again", "completed", None),
        ("lifecycle-movie-decide-approve-unknown", "rejected", "NOT_FOUND"),
        ("lifecycle-movie-decide-deny", "completed", None),
        ("lifecycle-tv-decide-approve", "completed", None),
        ("lifecycle-tv-decide-approve-parent-id", "rejected", "NOT_FOUND"),
        ("lifecycle-tv-decide-deny-as-cora", "completed", None),
        ("lifecycle-album-decide-approve", "completed", None),
        ("lifecycle-album-decide-deny", "completed", None),
        ("lifecycle-movie-4k-approve", "completed", None),
        ("requests-retry-queue-movie", "completed", None),
        ("locked-but-approved", "completed", None),
        ("locked-and-not-approved", "rejected", "UPSTREAM_REJECTED"),
        ("without-effect", "rejected", "UPSTREAM_REJECTED"),
        ("not-read-back", "accepted", None),
        ("read-back-without-a-state", "accepted", None),
        ("approved-already", "completed", None),
        ("album-approved-while-lidarr-is-away", "completed", None),
        ("lidarr-is-away-and-not-read-back", "unknown", "UNKNOWN_OUTCOME"),
        ("denied-without-effect", "rejected", "UPSTREAM_REJECTED"),
        ("locked-but-denied", "completed", None),
        ("denied-again-with-another-reason", "completed", None),
        ("the-old-reason-stays", "rejected", "UPSTREAM_REJECTED"),
        ("four-k-denied", "completed", None),
        ("four-k-denied-for-another-reason", "completed", None),
        ("denied-already", "completed", None),
        ("preview", "rejected", "INVALID_ARGUMENT"),
        ("whole-show", "rejected", "INVALID_ARGUMENT"),
        ("four-k-is-off", "rejected", "UNSUPPORTED_CAPABILITY"),
        ("no-4k-half", "rejected", "INVALID_ARGUMENT"),
        ("unknown", "rejected", "NOT_FOUND"),
    ],
)
async def test_what_became_of_it_is_told(life: str, outcome: str, code: str | None) -> None:
    envelope = await live(BY_ID[life])
    assert envelope["data"]["outcome"] == outcome
    assert envelope.get("error", {}).get("code") == code


@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.id)
async def test_nothing_is_said_to_be_deleted(life: Life) -> None:
    assert "delete" not in str(await live(life)).replace("a request that waits in it was deleted", "")


@pytest.mark.parametrize(
    ("life", "program"),
    [
        ("lifecycle-movie-decide-approve", "Radarr"),
        ("lifecycle-tv-decide-approve", "Sonarr"),
        ("lifecycle-album-decide-approve", "Lidarr"),
    ],
)
async def test_an_approval_is_no_proof_that_anything_was_sent(life: str, program: str) -> None:
    envelope = await live(BY_ID[life])
    assert f"whether {program} took it is not told" in envelope["data"]["message"]
    assert envelope["warnings"] == []


@pytest.mark.parametrize(("life", "queue_id"), [("requests-retry-queue-movie", 1), ("requests-retry-queue-show", 2)])
async def test_an_approval_that_waits_in_the_retry_queue_is_told(life: str, queue_id: int) -> None:
    [warning] = (await live(BY_ID[life]))["warnings"]
    assert f"queue_id {queue_id}" in warning
    assert "Connection refused" in warning
    assert "127.0.0.1" not in warning


async def test_a_queue_that_may_not_be_read_is_not_said_to_be_empty() -> None:
    [warning] = (await live(BY_ID["lifecycle-movie-decide-approve-as-cora"]))["warnings"]
    assert "admins only" in warning
    [warning] = (await live(BY_ID["approved-and-the-queue-is-broken"]))["warnings"]
    assert "not known" in warning


async def test_a_movie_that_radarr_has_is_approved_with_what_ombi_said() -> None:
    envelope = await live(BY_ID["lifecycle-movie-decide-approve-again"])
    assert envelope["warnings"] == ["Ombi did this, and then said: Movie is already monitored"]
    assert envelope["data"]["upstream_result"] is False


async def test_a_denied_album_is_told_without_a_doubt() -> None:
    envelope = await live(BY_ID["lifecycle-album-decide-deny"])
    assert envelope["warnings"] == []
    assert (envelope["data"]["upstream_result"], envelope["data"]["upstream_is_error"]) == (False, False)


async def test_what_was_sent_is_not_taken_back_by_a_denial() -> None:
    assert "nothing is taken back from Radarr" in (await live(DENIAL))["data"]["message"]
    assert "Radarr" not in (await live(BY_ID["lifecycle-tv-decide-deny"]))["data"]["message"]


async def test_a_preview_names_title_requester_state_and_reason() -> None:
    error = (await live(BY_ID["preview"]))["error"]
    assert error["field"] == "confirm"
    assert '"The Matrix Revolutions" (2003), asked for by user anna (approved)' in error["message"]
    assert f'with the reason "{LATER}"' in error["message"]
    assert "deny the 4K half of the movie request 7" in (await live(BY_ID["preview-4k"]))["error"]["message"]


async def test_a_whole_show_is_refused_with_its_children() -> None:
    error = (await live(BY_ID["whole-show"]))["error"]
    assert error["field"] == "target.kind"
    for child in ("1399", "1400", "1401"):
        assert child in error["message"]


@pytest.mark.parametrize(
    ("life", "field"),
    [
        ("four-k-is-off", "is_4k"),
        ("no-4k-half", "is_4k"),
        ("no-4k-of-shows", "is_4k"),
        ("only-4k", "is_4k"),
        ("reason-to-approve", "reason"),
    ],
)
async def test_a_refusal_names_its_argument(life: str, field: str) -> None:
    assert (await live(BY_ID[life]))["error"]["field"] == field


async def test_4k_that_is_off_is_not_told_as_duplicates() -> None:
    message = (await live(BY_ID["four-k-is-off"]))["error"]["message"]
    assert "would approve this all the same" in message


async def test_an_approved_request_is_not_sent_again_but_how_to_is_told() -> None:
    assert "write_request_reprocess" in (await live(BY_ID["approved-already"]))["data"]["message"]
    assert "write_request_reprocess" not in (await live(BY_ID["album-approved-already"]))["data"]["message"]


async def test_the_reason_of_an_earlier_denial_is_told_where_ombi_keeps_it() -> None:
    assert "earlier denial" in (await live(BY_ID["approved-after-a-denial"]))["data"]["message"]
    assert "earlier denial" not in (await live(MOVIE))["data"]["message"]


async def test_another_reason_than_the_one_given_is_told() -> None:
    [warning] = (await live(BY_ID["denied-with-another-reason"]))["warnings"]
    assert "another reason" in warning

"""Completions: what there is to choose, for those alone who may look it up (B702)."""

from pathlib import Path
from typing import Any

import httpx
import mcp_types
import pytest
from support.acting import UNTOLD
from support.harness import CANARY, ERAS, Session, session
from support.logs import Lines
from support.recordings import body_of, replayed
from support.resources import telling
from support.web import web

from ombi_mcp.contract.catalogue import CATALOGUE

FILE_ID = "qbpzkyyguugix3565gkdek466e"
USERS = "v1/Identity/Users"
GENRES = "v2/Search/Genres/movie"


async def completed(mcp: Session, reference: str, name: str, value: str = "") -> mcp_types.Completion:
    """The completion of an argument of a prompt, or of a template where the reference is an address."""
    ref = (
        mcp_types.ResourceTemplateReference(type="ref/resource", uri=reference)
        if "://" in reference
        else mcp_types.PromptReference(type="ref/prompt", name=reference)
    )
    found = await mcp.client.complete(ref, {"name": name, "value": value})
    assert len(found.values) <= 100
    assert CANARY not in str(found)
    assert not [value for value in found.values if "@" in value]
    return found


def people(*names: str) -> list[dict[str, Any]]:
    """Rows of Ombi's list of users."""
    return [{"id": f"u-{number}", "userName": name, "alias": None} for number, name in enumerate(names)]


@pytest.mark.parametrize("era", ERAS)
async def test_completions_are_declared(era: str) -> None:
    async with session(era) as mcp:
        assert mcp.client.server_capabilities is not None
        assert mcp.client.server_capabilities.completions is not None


WORDS: list[tuple[str, str, str, list[str]]] = [
    ("triage-requests", "media", "", ["movie", "tv", "album"]),
    ("triage-requests", "media", "T", ["tv"]),
    ("issue-review", "status", "", ["pending", "in_progress", "resolved"]),
    ("issue-review", "status", "In", ["in_progress"]),
    ("weekly-report", "since", "2", []),
    ("find-and-request", "title", "d", []),
    ("find-and-request", "nothing", "", []),
    ("no-such-prompt", "media", "", []),
    ("ombi://reference/{kind}", "kind", "lang", ["languages"]),
    ("ombi://reference/{kind}{?media,query,offset}", "kind", "W", ["watch_providers"]),
    ("ombi://reference/{kind}{?media,query,offset}", "media", "", ["movie", "tv"]),
    ("ombi://artwork/{media}/{tmdb_id}/{kind}", "media", "", ["movie", "tv"]),
    ("ombi://artwork/{media}/{tmdb_id}/{kind}", "kind", "", ["poster", "background"]),
    ("ombi://artwork/{media}/{tmdb_id}/{kind}", "tmdb_id", "6", []),
    ("ombi://tools/{name}", "name", "READ_ISS", ["read_issues"]),
    ("ombi://nowhere/{name}", "name", "", []),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("reference", "name", "value", "words"), WORDS)
async def test_words_of_this_server_need_no_ombi(
    reference: str, name: str, value: str, words: list[str], era: str
) -> None:
    async with session(era) as mcp:
        found = await completed(mcp, reference, name, value)
        assert mcp.sent == []
    assert found.values == words
    if words:
        assert (found.total, found.has_more) == (len(words), False)


@pytest.mark.parametrize("era", ERAS)
async def test_only_tools_that_there_are_for_the_caller_are_chosen_from(era: str) -> None:
    async with session(era) as mcp:
        assert (await completed(mcp, "ombi://tools/{name}", "name")).values == list(CATALOGUE)
    async with session(era, tools="read_v*,write_v*", read_only=True) as mcp:
        assert (await completed(mcp, "ombi://tools/{name}", "name")).values == ["read_votes"]
        assert (await completed(mcp, "ombi://reference/{kind}", "kind")).values == []
        assert (await completed(mcp, "triage-requests", "media")).values == []


@pytest.mark.parametrize("era", ERAS)
async def test_genres_are_those_of_films_and_are_kept(era: str) -> None:
    with replayed("search/catalogues", ["genres-movie"]):
        async with session(era) as mcp:
            everything = await completed(mcp, "find-and-request", "genre")
            assert everything.total == len(everything.values) == 19
            assert (await completed(mcp, "find-and-request", "genre", "sci")).values == ["Science Fiction"]
            assert len(mcp.sent) == 1


async def test_case_and_accents_do_not_matter() -> None:
    genres = [{"id": 1, "name": "Érotique"}, {"id": 2, "name": "Drame"}, {"id": 3, "name": "Straße"}]
    async with session(transport=telling({GENRES: genres})) as mcp:
        assert (await completed(mcp, "find-and-request", "genre", "ero")).values == ["Érotique"]
        assert (await completed(mcp, "find-and-request", "genre", "DRÄ")).values == ["Drame"]
        assert (await completed(mcp, "find-and-request", "genre", "strass")).values == ["Straße"]
        assert (await completed(mcp, "find-and-request", "genre", "rotique")).values == []


@pytest.mark.parametrize("era", ERAS)
async def test_users_are_offered_by_their_names(era: str) -> None:
    with replayed("users/read", ["list"]):
        async with session(era) as mcp:
            found = await completed(mcp, "triage-requests", "user")
    names = [row["userName"] for row in body_of("users/read", "list")]
    assert found.values == [name for name in names if name and "@" not in name]
    assert (found.total, found.has_more) == (len(found.values), False)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("reference", "name", "cassette", "exchanges"),
    [
        ("triage-requests", "user", "users/read", ["list-as-anna", UNTOLD]),
        ("triage-requests", "user", "users/read", ["me-anna"]),
        ("ombi://logs/{file_id}", "file_id", "auth/roles", ["logs", UNTOLD]),
        ("ombi://logs/{file_id}", "file_id", "users/read", ["me-anna"]),
    ],
)
async def test_who_may_not_look_it_up_is_offered_nothing(
    reference: str, name: str, cassette: str, exchanges: list[str], era: str
) -> None:
    with replayed(cassette, exchanges):
        async with session(era, username="anna") as mcp:
            found = await completed(mcp, reference, name)
    assert (found.values, found.total, found.has_more) == ([], None, None)


@pytest.mark.parametrize(
    ("reference", "name", "tools"),
    [("triage-requests", "user", "read_requests"), ("find-and-request", "genre", "read_search,write_request_create")],
)
async def test_without_the_tool_nothing_is_offered_and_nobody_asked(reference: str, name: str, tools: str) -> None:
    async with session(tools=tools) as mcp:
        assert (await completed(mcp, reference, name)).values == []
        assert mcp.sent == []


async def test_a_mail_address_is_no_name_to_offer() -> None:
    async with session(transport=telling({USERS: people("anna", "ann@example.org", "annika")})) as mcp:
        found = await completed(mcp, "triage-requests", "user", "ann")
    assert (found.values, found.total) == (["anna", "annika"], 2)


async def test_a_user_is_found_by_the_alias_too() -> None:
    rows = [{"id": "u-1", "userName": "jdoe", "alias": "Jérôme"}]
    async with session(transport=telling({USERS: rows})) as mcp:
        assert (await completed(mcp, "triage-requests", "user", "jero")).values == ["jdoe"]


async def test_of_many_users_those_are_found_that_hold_what_is_typed() -> None:
    names = [f"user-{number:03}" for number in range(250)]
    async with session(transport=telling({USERS: people(*names)})) as mcp:
        everybody = await completed(mcp, "triage-requests", "user")
        assert (len(everybody.values), everybody.total, everybody.has_more) == (100, None, True)
        late = await completed(mcp, "triage-requests", "user", "USER-24")
    assert (late.values, late.total, late.has_more) == ([f"user-24{n}" for n in range(10)], 10, False)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("typed", ["", "qbp", "log2026"])
async def test_a_log_file_is_found_by_its_id_and_by_its_name(typed: str, era: str) -> None:
    with replayed("server/logs", ["list"]):
        async with session(era) as mcp:
            assert (await completed(mcp, "ombi://logs/{file_id}{?offset}", "file_id", typed)).values == [FILE_ID]


@pytest.mark.parametrize("era", ERAS)
async def test_a_failure_offers_nothing_and_tells_nothing(era: str) -> None:
    failing = httpx.Response(500, json={"error": CANARY})
    async with session(era, transport=telling({GENRES: failing})) as mcp:
        found = await completed(mcp, "find-and-request", "genre")
    assert (found.values, found.total, found.has_more) == ([], None, None)


async def test_a_look_up_is_noted_without_what_was_typed(log: Lines) -> None:
    async with session(transport=telling({USERS: people("anna")})) as mcp:
        await completed(mcp, "triage-requests", "user", "baskerville")
    assert len(log.matching("tool='read_users'")) == 1
    assert not log.matching("baskerville")


async def test_each_caller_is_offered_what_that_caller_may_see(tmp_path: Path) -> None:
    async def answer(request: httpx.Request) -> httpx.Response:
        user = request.headers.get("username")
        if request.url.path.endswith("/Genres/movie"):
            return httpx.Response(200, json=[{"id": 1, "name": f"Drama for {user}"}])
        is_list = request.url.path.endswith("/Users")
        return httpx.Response(200, json=people("anna", "ben")) if user == "ben" and is_list else httpx.Response(403)

    async with web(tmp_path / "keys.json", answer=answer, hosting={"rate_limit": 3}) as served:
        keys = {user: served.key(f"of-{user}", user) for user in ("anna", "ben")}
        for user, names in (("ben", ["anna", "ben"]), ("anna", [])):
            async with served.session(keys[user]) as mcp:
                assert (await completed(mcp, "triage-requests", "user")).values == names
                for _ in range(2):
                    assert (await completed(mcp, "find-and-request", "genre")).values == [f"Drama for {user}"]
                assert (await completed(mcp, "find-and-request", "genre")).values == []  # the calls are spent
                assert (await completed(mcp, "triage-requests", "media")).values  # which takes none

"""read_integration on recorded replies, and on answers that no recording shows."""

from typing import Any

import httpx
import pytest
from support.answering import WEB_PAGE, answered, failing
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import replayed

from ombi_mcp.tools.integration import read_integration

VIEWS = {
    "radarr": ["enabled", "quality_profiles", "root_folders", "tags"],
    "radarr_4k": ["enabled", "quality_profiles", "root_folders"],
    "sonarr": ["enabled", "version", "quality_profiles", "root_folders", "tags", "language_profiles"],
    "lidarr": ["enabled", "quality_profiles", "root_folders"],
    "plex": ["enabled", "servers", "libraries", "users", "watchlist_users"],
    "emby": ["enabled", "users"],
    "jellyfin": ["enabled", "users"],
}
ALL_VIEWS = sorted({view for views in VIEWS.values() for view in views})


def _case(service: str, view: str, cassette: str, exchange: str, **settings: str) -> Case:
    name = f"{service}-{view}-{cassette.replace('/', '-')}-{exchange}"
    arguments = {"service": service, "view": view}
    return Case("read_integration", arguments, cassette, (exchange,), settings=settings, name=name)


CASES = [
    _case("radarr", "enabled", "integration/radarr", "enabled"),
    _case("radarr", "quality_profiles", "integration/radarr", "profiles"),
    _case("radarr_4k", "quality_profiles", "integration/radarr", "profiles-4k"),
    _case("radarr", "root_folders", "integration/radarr", "folders"),
    _case("radarr", "tags", "integration/radarr", "tags"),
    _case("sonarr", "enabled", "integration/sonarr", "enabled"),
    _case("sonarr", "quality_profiles", "integration/sonarr", "profiles"),
    _case("sonarr", "root_folders", "integration/sonarr", "folders"),
    _case("sonarr", "tags", "integration/sonarr", "tags"),
    _case("sonarr", "language_profiles", "integration/sonarr", "language-profiles"),
    _case("sonarr", "version", "integration/sonarr", "version"),
    _case("sonarr", "version", "faults/arr", "sonarr-version-500"),
    _case("lidarr", "enabled", "integration/lidarr", "enabled"),
    _case("lidarr", "quality_profiles", "integration/lidarr", "profiles"),
    _case("lidarr", "root_folders", "integration/lidarr", "folders"),
    _case("radarr", "quality_profiles", "integration/disabled", "profiles"),
    _case("radarr", "root_folders", "integration/disabled", "folders"),
    _case("radarr", "quality_profiles", "faults/arr", "radarr-profiles-500"),
    _case("radarr", "quality_profiles", "faults/arr", "radarr-profiles-close"),
    _case("radarr_4k", "enabled", "settings/read", "radarr"),
    _case("plex", "enabled", "settings/read", "plex"),
    _case("emby", "enabled", "settings/read", "emby"),
    _case("jellyfin", "enabled", "settings/read", "jellyfin"),
    _case("plex", "servers", "integration/media-servers", "plex-servers"),
    _case("plex", "users", "integration/media-servers", "plex-friends"),
    _case("plex", "watchlist_users", "integration/own-settings", "plex-watchlist"),
    _case("emby", "users", "integration/media-servers", "emby-users"),
    _case("jellyfin", "users", "integration/media-servers", "jellyfin-users"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_recorded_integrations_answer_with_their_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(cassette: str, exchange: str, **arguments: Any) -> dict[str, Any]:
    with replayed(cassette, [exchange]):
        async with session() as mcp:
            return await mcp.call("read_integration", arguments)


async def _answered(replies: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    return await answered("read_integration", replies, arguments)


@pytest.mark.parametrize("service", VIEWS)
@pytest.mark.parametrize("view", ALL_VIEWS)
async def test_a_view_that_a_service_lacks_is_refused_with_those_that_it_has(service: str, view: str) -> None:
    if view in VIEWS[service]:
        return
    envelope = await _answered({}, service=service, view=view)
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert envelope["error"]["field"] == "view"
    assert envelope["error"]["message"] == (
        f"`view` must be one of these with service {service}: {', '.join(VIEWS[service])}."
    )


@pytest.mark.parametrize(
    ("service", "path", "body"),
    [
        ("radarr", "v1/Radarr/enabled", False),
        ("sonarr", "v1/Sonarr/enabled", False),
        ("lidarr", "v1/Lidarr/enabled", False),
        ("radarr_4k", "v1/Settings/radarr", {"radarr": {"enabled": True}, "radarr4K": {"enabled": False}}),
        ("plex", "v1/Settings/plex", {"enable": False}),
        ("emby", "v1/Settings/emby", {"enable": False}),
        ("jellyfin", "v1/Settings/jellyfin", {"enable": False}),
    ],
)
async def test_switched_off_is_an_answer_and_no_failure(service: str, path: str, body: object) -> None:
    envelope = await _answered({path: body}, service=service, view="enabled")
    assert envelope["ok"]
    assert envelope["data"]["items"] == [{"name": service, "value": False, "category": "enabled"}]


@pytest.mark.parametrize(
    ("service", "path", "body"),
    [
        ("plex", "v1/Settings/plex", {}),
        ("emby", "v1/Settings/emby", {"enable": None}),
        ("radarr_4k", "v1/Settings/radarr", {"radarr": {"enabled": True}}),
        ("radarr", "v1/Radarr/enabled", {"error": "no"}),
    ],
)
async def test_a_switch_that_nobody_tells_is_not_off(service: str, path: str, body: object) -> None:
    envelope = await _answered({path: body}, service=service, view="enabled")
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


@pytest.mark.parametrize(
    ("service", "exchange", "paths"),
    [("radarr", "radarr", ["/movies", "/movies-kids"]), ("lidarr", "lidarr", ["/music"])],
)
async def test_a_root_folder_has_id_last_name_and_free_space_but_no_path(
    service: str, exchange: str, paths: list[str]
) -> None:
    envelope = await _recorded(f"integration/{exchange}", "folders", service=service, view="root_folders")
    for number, (item, path) in enumerate(zip(envelope["data"]["items"], paths, strict=True), start=1):
        assert item == {
            "id": str(number),
            "name": path[1:],
            "value": 549755813888,
            "category": "root_folder_free_bytes",
        }
        assert path not in str(envelope)


async def test_profiles_have_their_ids_as_text_and_as_native_value() -> None:
    envelope = await _recorded("integration/radarr", "profiles", service="radarr", view="quality_profiles")
    assert [(item["id"], item["value"]) for item in envelope["data"]["items"]] == [("1", 1), ("4", 4), ("5", 5)]


@pytest.mark.parametrize(
    ("view", "exchange"), [("quality_profiles", "profiles"), ("root_folders", "folders")], ids=["list", "204"]
)
async def test_nothing_from_a_service_that_is_off_is_said_to_be_perhaps_off(view: str, exchange: str) -> None:
    envelope = await _recorded("integration/disabled", exchange, service="radarr", view=view)
    assert envelope["ok"]
    assert envelope["data"]["items"] == []
    assert envelope["data"]["page"]["total"] is None
    [warning] = envelope["warnings"]
    assert "Radarr is switched off in Ombi" in warning


async def test_a_service_that_fails_is_named() -> None:
    envelope = await _recorded("faults/arr", "radarr-profiles-close", service="radarr", view="quality_profiles")
    assert envelope["error"]["code"] == "UPSTREAM_REJECTED"
    assert envelope["error"]["http_status"] == 500
    assert "Ombi asks Radarr for this" in envelope["error"]["message"]


@pytest.mark.parametrize("body", ["", httpx.Response(204)], ids=["empty", "204"])
async def test_no_version_is_no_version(body: object) -> None:
    envelope = await _answered({"v1/Sonarr/version": body}, service="sonarr", view="version")
    assert envelope["data"]["items"] == []
    assert envelope["data"]["page"]["total"] is None
    assert "did not answer Ombi" in envelope["warnings"][0]


async def test_plex_servers_have_machine_ids_and_no_more() -> None:
    servers = [{"serverName": "Attic", "serverId": 3, "machineId": "c0ffee", "accessToken": "SECRET-CANARY-x-1"}]
    envelope = await _answered(
        {"v1/Plex/servers": {"success": True, "servers": servers}}, service="plex", view="servers"
    )
    assert envelope["data"]["items"] == [{"id": "c0ffee", "name": "Attic", "value": "c0ffee", "category": "server"}]


async def test_plex_libraries_have_their_keys() -> None:
    data = [{"id": "77", "key": "1", "type": "movie", "title": "Films"}, {"key": "2", "type": "show", "title": "TV"}]
    envelope = await _answered(
        {"v1/Plex/Libraries/c0ffee": {"successful": True, "data": data, "message": None}},
        service="plex",
        view="libraries",
        machine_id="c0ffee",
    )
    assert envelope["data"]["items"] == [
        {"id": "1", "name": "Films", "value": "1", "category": "movie"},
        {"id": "2", "name": "TV", "value": "2", "category": "show"},
    ]


async def test_libraries_of_an_unknown_machine_are_a_failure_although_ombi_says_200() -> None:
    body = {"data": None, "successful": False, "message": "at http://10.0.0.7:32400/?X-Plex-Token=abc"}
    envelope = await _answered(
        {"v1/Plex/Libraries/unknown": body}, service="plex", view="libraries", machine_id="unknown"
    )
    error = envelope["error"]
    assert (error["code"], error["http_status"], error["field"]) == ("UPSTREAM_REJECTED", 200, "machine_id")
    assert "view servers" in error["message"]
    assert "10.0.0.7" not in str(envelope)


@pytest.mark.parametrize("view", ["servers", "libraries"])
async def test_an_answer_of_plex_without_its_own_verdict_is_not_believed(view: str) -> None:
    machine = {"machine_id": "x"} if view == "libraries" else {}
    replies = {"v1/Plex/servers": {"servers": []}, "v1/Plex/Libraries/x": {"data": []}}
    envelope = await _answered(replies, service="plex", view=view, **machine)
    assert envelope["error"]["code"] == "UPSTREAM_SCHEMA_MISMATCH"


async def test_libraries_need_a_machine_id() -> None:
    envelope = await _answered({}, service="plex", view="libraries")
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "machine_id")


@pytest.mark.parametrize("machine_id", ["..", ".", " "])
async def test_a_machine_id_never_changes_the_path(machine_id: str) -> None:
    envelope = await _answered({}, service="plex", view="libraries", machine_id=machine_id)
    assert (envelope["error"]["code"], envelope["error"]["field"]) == ("INVALID_ARGUMENT", "machine_id")


async def test_watch_lists_that_were_not_imported_are_counted_by_reason() -> None:
    rows = [
        {"userId": "a", "userName": "anna", "syncStatus": 0},
        {"userId": "b", "userName": "ben", "syncStatus": 1},
        {"userId": "c", "userName": "cora", "syncStatus": 2},
        {"userId": "d", "userName": "dave", "syncStatus": 1},
    ]
    envelope = await _answered({"v1/Plex/WatchlistUsers": rows}, service="plex", view="watchlist_users")
    assert envelope["data"]["items"][0] == {"id": "a", "user_name": "anna"}
    assert envelope["warnings"] == ["Watch lists of this page that are not imported: 2 failed, 1 no friend on Plex."]


async def test_users_have_id_and_name_only_and_a_nameless_one_has_no_name() -> None:
    rows = [{"id": "5", "username": "", "email": "a@example.org", "token": "SECRET-CANARY-x-2"}, {"username": "lost"}]
    envelope = await _answered({"v1/Emby/users": rows}, service="emby", view="users")
    assert envelope["data"]["items"] == [{"id": "5"}]
    assert envelope["warnings"] == ["Records in Ombi's answer that could not be read and are left out: 1."]


async def test_a_list_is_paged_here_with_its_true_total() -> None:
    rows = [{"id": number, "label": f"tag {number}"} for number in range(1, 8)]
    envelope = await _answered({"v1/Sonarr/tags": rows}, service="sonarr", view="tags", limit=3, offset=3)
    assert [item["value"] for item in envelope["data"]["items"]] == [4, 5, 6]
    page = envelope["data"]["page"]
    assert (page["total"], page["has_more"], page["next_offset"], page["mode"]) == (7, True, 6, "local")


@pytest.mark.parametrize("view", ["quality_profiles", "root_folders"])
async def test_an_ombi_without_the_4k_routes_is_told_the_version_that_has_them(view: str) -> None:
    path = "Profiles" if view == "quality_profiles" else "RootFolders"
    replies = {f"v1/Radarr/{path}/4k": WEB_PAGE, "v1/Status/info": "4.30.1"}
    envelope = await _answered(replies, service="radarr_4k", view=view)
    assert envelope["error"]["code"] == "UNSUPPORTED_CAPABILITY"
    assert "4.34.0" in envelope["error"]["message"]


async def test_a_user_without_the_role_is_refused() -> None:
    envelope = await _answered({"v1/Radarr/tags": failing(403)}, service="radarr", view="tags")
    assert envelope["error"]["code"] == "FORBIDDEN"


async def test_only_get_routes_are_asked() -> None:
    asked: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request.method)
        return httpx.Response(500)

    async with session(transport=httpx.MockTransport(reply)) as mcp:
        for service, views in VIEWS.items():
            for view in views:
                machine = {"machine_id": "x"} if view == "libraries" else {}
                await mcp.call("read_integration", {"service": service, "view": view, **machine})
    assert set(asked) == {"GET"}


def test_every_view_of_the_tool_is_tested() -> None:
    assert sorted(read_integration.inputs.schema["properties"]["view"]["enum"]) == ALL_VIEWS

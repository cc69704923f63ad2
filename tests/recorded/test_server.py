"""read_server on recorded replies, and on the answers that no recording shows."""

from typing import Any

import httpx
import pytest
from support.answering import WEB_PAGE, answered, failing
from support.cases import Case, play
from support.harness import ERAS, session
from support.recordings import body_of, replayed

ANNA = {"username": "anna"}
SWITCHES = (
    "integration/radarr/enabled",
    "integration/sonarr/enabled",
    "integration/lidarr/enabled",
    "radarr",
    "plex",
    "emby",
    "jellyfin",
    "CouchPotato",
    "DogNzb",
    "SickRage",
)


def _case(
    cassette: str, *exchanges: str, name: str = "", settings: dict[str, Any] | None = None, **arguments: Any
) -> Case:
    return Case("read_server", arguments, cassette, exchanges, name=name, settings=settings or {})


CASES = [
    _case("setup/first-run", "status", "version", "wizard-done", "me-as-key"),
    _case("setup/first-run", "status", "version", "wizard-open", "me-as-key", name="status-before-setup"),
    _case(
        "server/status",
        "status",
        "version",
        "setup/first-run/wizard-done",
        "users/read/me-anna",
        name="status-as-anna",
        settings=ANNA,
    ),
    _case("server/status", "about", view="about"),
    _case("settings/read", "about", view="about", name="about-again"),
    _case("server/status", "features", view="features"),
    _case("server/status", "landing-page", "settings/read/landingpage", view="landing_page"),
    _case("settings/read", *SWITCHES, name="integrations", view="integrations"),
    _case("settings/read", "jobs", view="jobs"),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_the_recorded_server_answers_with_its_whole_envelope(case: Case, era: str) -> None:
    await play(case, era)


async def _recorded(cassette: str, *exchanges: str, settings: dict[str, Any] | None = None, **arguments: Any) -> Any:
    with replayed(cassette, exchanges):
        async with session(**(settings or {})) as mcp:
            return await mcp.call("read_server", arguments)


def _values(envelope: dict[str, Any]) -> dict[str, Any]:
    return {metric["name"]: metric["value"] for metric in envelope["data"]["values"]}


def _flags(envelope: dict[str, Any]) -> dict[str, Any]:
    return {item["name"]: item["value"] for item in envelope["data"]["items"]}


STATUS: dict[str, Any] = {
    "v1/Status": 200,
    "v1/Status/info": "4.59.3",
    "v1/Status/Wizard": {"result": True},
    "v1/Identity": {"id": "80175f58", "userName": "anna", "userType": 1, "claims": []},
}


async def test_status_tells_version_setup_and_who_acts() -> None:
    exchanges = ("status", "version", "setup/first-run/wizard-done", "users/read/me-anna")
    envelope = await _recorded("server/status", *exchanges, settings=ANNA)
    assert _values(envelope) == {
        "status_code": 200,
        "version": "4.59.3",
        "wizard_done": True,
        "acting_user": "anna",
        "acting_user_roles": "RequestMusic, RequestTv, RequestMovie",
    }
    scopes = {metric["name"]: metric["scope"] for metric in envelope["data"]["values"]}
    assert (scopes["version"], scopes["acting_user"], scopes["acting_user_roles"]) == (
        "instance",
        "principal",
        "principal",
    )


async def test_the_roles_of_ombis_own_user_are_not_told_since_the_key_has_all() -> None:
    envelope = await _recorded("setup/first-run", "status", "version", "wizard-done", "me-as-key")
    assert _values(envelope)["acting_user"] == "Api"
    assert "acting_user_roles" not in _values(envelope)
    assert any("with the key alone Ombi takes the caller for an admin" in warning for warning in envelope["warnings"])


async def test_a_user_without_roles_is_said_to_have_none() -> None:
    assert _values(await answered("read_server", STATUS, {}))["acting_user_roles"] == "none"


async def test_a_part_of_the_status_that_is_refused_is_a_warning() -> None:
    envelope = await answered("read_server", {**STATUS, "v1/Identity": failing(403)}, {})
    assert envelope["ok"]
    assert "acting_user" not in _values(envelope)
    assert "Left out, since the acting user may not see them: acting_user." in envelope["warnings"]


async def test_a_part_of_the_status_that_fails_leaves_the_rest() -> None:
    envelope = await answered("read_server", {**STATUS, "v1/Identity": failing(500)}, {})
    assert envelope["error"]["code"] == "PARTIAL_FAILURE"
    assert _values(envelope)["version"] == "4.59.3"


async def test_a_wrong_key_fails_the_whole_status() -> None:
    envelope = await answered("read_server", dict.fromkeys(STATUS, failing(401)), {})
    assert envelope["error"]["code"] == "AUTHENTICATION_FAILED"
    assert "data" not in envelope


async def test_about_has_no_paths_and_no_connection_strings() -> None:
    about = {
        **body_of("server/status", "about"),
        "ombiConnectionString": "Server=db;Password=hunter2",
        "hostName": "nas.example",
        "ram": 4,
    }
    envelope = await answered("read_server", {"v1/Settings/about": about}, {"view": "about"})
    assert set(_values(envelope)) == {
        "version",
        "branch",
        "framework_description",
        "os_description",
        "os_architecture",
        "process_architecture",
        "ombi_database_type",
        "external_database_type",
        "settings_database_type",
        "not_supported",
    }
    for secret in ("/opt/ombi", "/config", "hunter2", "nas.example"):
        assert secret not in str(envelope)


async def test_integrations_tell_which_are_on_and_nothing_else_of_their_settings() -> None:
    envelope = await _recorded("settings/read", *SWITCHES, view="integrations")
    on = {"radarr", "radarr_4k", "sonarr", "lidarr", "jellyfin"}
    off = {"plex", "emby", "couchpotato", "dognzb", "sickrage"}
    assert _flags(envelope) == dict.fromkeys(on, True) | dict.fromkeys(off, False)
    assert "127.0.0.1" not in str(envelope)


ALL_OFF: dict[str, Any] = {
    "v1/Status": 200,
    "v1/Radarr/enabled": False,
    "v1/Sonarr/enabled": False,
    "v1/Lidarr/enabled": False,
    "v1/Settings/radarr": {"radarr": {"enabled": False}, "radarr4K": {"enabled": False}},
    "v1/Settings/plex": {"enable": False},
    "v1/Settings/emby": {"enable": False},
    "v1/Settings/jellyfin": {"enable": False},
    "v1/Settings/CouchPotato": {"enabled": False},
    "v1/Settings/DogNzb": {"enabled": False},
    "v1/Settings/SickRage": {"enabled": False},
}


async def test_integrations_that_the_acting_user_may_not_see_are_named() -> None:
    refused = {f"v1/Settings/{name}": failing(403) for name in ("plex", "emby", "jellyfin", "CouchPotato", "SickRage")}
    envelope = await answered("read_server", ALL_OFF | refused, {"view": "integrations"})
    assert envelope["ok"]
    assert set(_flags(envelope)) == {"radarr", "radarr_4k", "sonarr", "lidarr", "dognzb"}
    assert envelope["warnings"] == [
        "Left out, since the acting user may not see them: plex, emby, jellyfin, couchpotato, sickrage."
    ]


async def test_an_integration_whose_settings_do_not_tell_is_missing_and_not_off() -> None:
    envelope = await answered("read_server", ALL_OFF | {"v1/Settings/emby": {"id": 0}}, {"view": "integrations"})
    assert envelope["error"]["code"] == "PARTIAL_FAILURE"
    assert "emby" not in _flags(envelope)


HEALTHY: dict[str, Any] = ALL_OFF | {
    "v1/Radarr/enabled": True,
    "v1/Sonarr/enabled": True,
    "v1/Lidarr/enabled": True,
    "v1/Settings/radarr": body_of("settings/read", "radarr"),
    "v1/Settings/jellyfin": body_of("settings/read", "jellyfin"),
    "v1/Radarr/RootFolders": body_of("integration/radarr", "folders"),
    "v1/Radarr/RootFolders/4k": body_of("integration/radarr", "folders"),
    "v1/Sonarr/RootFolders": body_of("integration/sonarr", "folders"),
    "v1/Lidarr/RootFolders": body_of("integration/lidarr", "folders"),
    "v1/Jellyfin/users": body_of("integration/media-servers", "jellyfin-users"),
}
CLOSED = httpx.Response(500, json=body_of("faults/arr", "radarr-profiles-close"))


async def _health(**changes: Any) -> dict[str, Any]:
    replies = HEALTHY | {name.replace("__", "/"): reply for name, reply in changes.items()}
    return await answered("read_server", replies, {"view": "health"})


async def test_health_probes_what_is_on_and_says_what_is_off() -> None:
    envelope = await _health()
    values = _values(envelope)
    services = ("ombi", "radarr", "radarr_4k", "sonarr", "lidarr", "jellyfin")
    assert {name: values[f"{name}.ok"] for name in services} == dict.fromkeys(services, True)
    assert all(isinstance(values[f"{name}.milliseconds"], int) for name in services)
    assert (values["plex.enabled"], values["emby.enabled"]) == (False, False)
    assert {"plex.ok", "emby.ok", "plex.milliseconds"}.isdisjoint(values)
    assert {metric["scope"] for metric in envelope["data"]["values"]} == {"instance"}
    assert {metric.get("unit") for metric in envelope["data"]["values"] if metric["name"].endswith("seconds")} == {"ms"}
    assert envelope["warnings"] == ["Ombi keeps Lidarr's folders for up to an hour, so lidarr.ok can be that old."]


async def test_a_neighbour_that_fails_is_a_metric_and_no_error() -> None:
    envelope = await _health(v1__Radarr__RootFolders=CLOSED)
    values = _values(envelope)
    assert envelope["ok"]
    assert (values["radarr.ok"], values["radarr.failure"]) == (False, "UPSTREAM_REJECTED")
    assert values["sonarr.ok"] is True


async def test_a_neighbour_that_hangs_is_a_metric_and_no_error() -> None:
    envelope = await _health(v1__Sonarr__RootFolders=httpx.ReadTimeout("late"))
    assert (_values(envelope)["sonarr.ok"], _values(envelope)["sonarr.failure"]) == (False, "TIMEOUT")


async def test_no_answer_of_ombis_for_a_neighbour_is_not_known_and_not_well() -> None:
    envelope = await _health(v1__Sonarr__RootFolders=failing(204))
    assert _values(envelope)["sonarr.enabled"] is True
    assert "sonarr.ok" not in _values(envelope)
    assert "Ombi's answers do not tell whether these can be reached: sonarr." in envelope["warnings"]


async def test_a_media_server_without_any_user_was_not_asked() -> None:
    envelope = await _health(v1__Jellyfin__users=[])
    assert "jellyfin.ok" not in _values(envelope)
    assert "Ombi's answers do not tell whether these can be reached: jellyfin." in envelope["warnings"]


async def test_a_neighbour_that_the_acting_user_may_not_see_is_a_warning() -> None:
    envelope = await _health(v1__Settings__jellyfin=failing(403), v1__Radarr__RootFolders=failing(403))
    assert envelope["ok"]
    assert {"jellyfin.enabled", "jellyfin.ok", "radarr.ok", "radarr.failure"}.isdisjoint(_values(envelope))
    assert "Left out, since the acting user may not see them: radarr, jellyfin." in envelope["warnings"]


async def test_a_switch_that_cannot_be_read_is_a_failure_of_the_read_and_no_verdict() -> None:
    values = _values(await _health(v1__Settings__emby=failing(500)))
    assert values["emby.failure"] == "UPSTREAM_REJECTED"
    assert {"emby.enabled", "emby.ok"}.isdisjoint(values)


async def test_an_older_ombi_cannot_probe_radarr_4k_and_names_the_version_that_can() -> None:
    envelope = await _health(v1__Radarr__RootFolders__4k=WEB_PAGE, **{"v1/Status/info": "4.33.0"})
    assert "radarr_4k.ok" not in _values(envelope)
    assert any("radarr_4k cannot be probed" in warning and "4.34.0" in warning for warning in envelope["warnings"])


@pytest.mark.parametrize(("available", "unavailable", "ok"), [(2, 0, True), (0, 2, False), (1, 1, None), (0, 0, None)])
async def test_plex_is_judged_by_all_media_servers_where_they_are_alike(
    available: int, unavailable: int, *, ok: bool | None
) -> None:
    counts = {
        "totalServers": available + unavailable,
        "serversAvailable": available,
        "serversUnavailable": unavailable,
    }
    values = _values(await _health(v1__Settings__plex={"enable": True}, v1__LandingPage=counts))
    assert values["plex.enabled"] is True
    assert values.get("plex.ok") is ok


async def test_an_ombi_that_is_away_is_a_metric_and_its_neighbours_are_not_asked() -> None:
    envelope = await answered("read_server", {"v1/Status": httpx.ConnectError("refused")}, {"view": "health"})
    values = _values(envelope)
    assert envelope["ok"]
    assert (values["ombi.ok"], values["ombi.failure"]) == (False, "INTERNAL_ERROR")
    assert {name.split(".")[0] for name in values} == {"ombi"}
    assert "Ombi cannot be reached" in envelope["warnings"][0]


async def test_probes_read_only_and_by_the_stored_settings() -> None:
    sent: list[tuple[str, str]] = []

    def reply(request: httpx.Request) -> httpx.Response:
        sent.append((request.method, request.url.path))
        return httpx.Response(200, json=HEALTHY[request.url.path.removeprefix("/api/")])

    async with session(transport=httpx.MockTransport(reply)) as mcp:
        await mcp.call("read_server", {"view": "health"})
    assert {method for method, _ in sent} == {"GET"}
    assert "/api/v1/LandingPage" not in {path for _, path in sent}, "Plex is off"


async def test_the_landing_page_gives_no_unset_dates_and_no_inverted_expiry() -> None:
    envelope = await _recorded("server/status", "landing-page", "settings/read/landingpage", view="landing_page")
    values = _values(envelope)
    assert {"landing_page.start_date_time", "landing_page.end_date_time", "landing_page.expired"}.isdisjoint(values)
    assert (values["landing_page.enabled"], values["total_servers"], values["fully_available"]) == (False, 1, True)
    assert any("counts as unavailable" in warning for warning in envelope["warnings"])


async def test_without_media_servers_nothing_is_said_of_their_state() -> None:
    none = {
        "totalServers": 0,
        "serversAvailable": 0,
        "serversUnavailable": 0,
        "fullyAvailable": False,
        "partiallyDown": False,
        "completelyDown": False,
    }
    page = {"enabled": True, "noticeText": "Back at nine", "timeLimit": True, "endDateTime": "2026-05-01T00:00:00Z"}
    replies = {"v1/LandingPage": none, "v1/Settings/landingpage": page}
    values = _values(await answered("read_server", replies, {"view": "landing_page"}))
    assert {"fully_available", "partially_down", "completely_down"}.isdisjoint(values)
    assert values["landing_page.notice_text"] == "Back at nine"
    assert values["landing_page.end_date_time"] == "2026-05-01T00:00:00Z"


async def test_jobs_give_their_schedules_by_known_names_only() -> None:
    jobs = {**body_of("settings/read", "jobs"), "secretJob": "0 0 0 1/1 * ? *"}
    envelope = await answered("read_server", {"v1/Settings/jobs": jobs}, {"view": "jobs"})
    assert len(envelope["data"]["items"]) == 18
    assert _flags(envelope)["plex_recently_added_sync"] == "0 0/30 * 1/1 * ? *"
    assert "secret" not in str(envelope)
    assert envelope["data"]["page"]["mode"] == "none"


async def test_jobs_are_for_admins() -> None:
    envelope = await answered("read_server", {"v1/Settings/jobs": failing(403)}, {"view": "jobs"})
    assert envelope["error"]["code"] == "FORBIDDEN"


async def test_a_feature_says_whether_it_is_on() -> None:
    assert _flags(await _recorded("server/status", "features", view="features")) == {
        "Movie4KRequests": True,
        "PlayedSync": False,
    }


async def test_an_unknown_view_is_told_what_there_is() -> None:
    envelope = await answered("read_server", {}, {"view": "logs"})
    assert envelope["error"]["field"] == "view"
    assert "landing_page" in envelope["error"]["message"]

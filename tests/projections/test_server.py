"""Ombi about itself: only known members, and no verdict that no answer gave."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ombi_mcp.ombi import server as wire
from ombi_mcp.ombi.errors import Forbidden, OmbiError, Rejected, TimedOut, Unsupported
from ombi_mcp.ombi.health import Finding
from ombi_mcp.ombi.users import Account
from ombi_mcp.projections import server as project

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.text() | st.sampled_from(["version", "notSupported", "storagePath"]), JSON))
def test_only_the_members_of_the_model_come_out(members: dict[str, Any]) -> None:
    values = project.members(wire.About.model_validate(members))
    assert {metric.name for metric in values} <= set(wire.About.model_fields)
    assert "storage_path" not in {metric.name for metric in values}


@pytest.mark.parametrize(
    ("sent", "told"),
    [("0001-01-01T00:00:00Z", []), ("", []), (None, []), (False, [False]), (0, [0]), ("x\u202ey", ["xy"])],
)
def test_a_metric_is_there_where_its_value_is(sent: object, told: list[object]) -> None:
    assert [metric.value for metric in project.metric("name", sent)] == told


@pytest.mark.parametrize(("total", "flags"), [(0, 0), (None, 0), (2, 3)])
def test_flags_of_media_servers_are_told_only_where_there_are_servers(total: int | None, flags: int) -> None:
    row = wire.Landing(total_servers=total, fully_available=False, partially_down=False, completely_down=False)
    assert sum(metric.value is False for metric in project.landing(row)) == flags


def account(kind: int, *claims: tuple[str, bool]) -> Account:
    rows = [{"value": value, "enabled": enabled} for value, enabled in claims]
    return Account.model_validate({"id": "1", "userName": "anna", "userType": kind, "claims": rows})


@pytest.mark.parametrize(
    ("row", "roles"),
    [
        (account(1, ("Admin", True), ("Disabled", False)), "Admin"),
        (account(1, ("Disabled", False)), "none"),
        (account(0, ("Admin", False)), None),
    ],
)
def test_roles_are_those_that_are_enabled_and_none_of_ombis_own_user(row: Account, roles: str | None) -> None:
    told = {metric.name: metric.value for metric in project.acting_user(row)}
    assert told["acting_user"] == "anna"
    assert told.get("acting_user_roles") == roles
    assert {metric.scope for metric in project.acting_user(row)} == {"principal"}


def names(found: Finding) -> dict[str, object]:
    return {metric.name.partition(".")[2]: metric.value for metric in project.finding(found)}


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (Finding("sonarr", enabled=False), {"enabled": False}),
        (Finding("sonarr", enabled=True, ok=True, milliseconds=3), {"enabled": True, "ok": True, "milliseconds": 3}),
        (Finding("sonarr", enabled=True, milliseconds=3), {"enabled": True}),
        (
            Finding("sonarr", enabled=True, ok=False, milliseconds=3, failure=TimedOut("late")),
            {"enabled": True, "ok": False, "milliseconds": 3, "failure": "TIMEOUT"},
        ),
        (Finding("sonarr", failure=Rejected("no")), {"failure": "UPSTREAM_REJECTED"}),
        (Finding("sonarr", failure=Forbidden("no")), {}),
        (Finding("sonarr", enabled=True, failure=Unsupported("old")), {"enabled": True}),
        (Finding("ombi", enabled=True, ok=True, milliseconds=0), {"ok": True, "milliseconds": 0}),
    ],
)
def test_a_finding_tells_what_is_known(found: Finding, told: dict[str, object]) -> None:
    assert names(found) == told


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Finding("plex", enabled=True, ok=True), []),
        (Finding("plex", enabled=False), []),
        (Finding("plex", enabled=True, ok=False, failure=Rejected("no")), []),
        (Finding("plex", enabled=True), ["Ombi's answers do not tell whether these can be reached: plex."]),
        (Finding("plex", failure=Rejected("no")), ["Ombi's answers do not tell whether these can be reached: plex."]),
        (Finding("plex", failure=Forbidden("no")), ["Left out, since the acting user may not see them: plex."]),
        (Finding("plex", enabled=True, failure=Unsupported("Old.")), ["plex cannot be probed: Old."]),
    ],
)
def test_what_is_not_known_is_said(found: Finding, said: list[str]) -> None:
    assert project.doubts([found]) == said


@given(
    failure=st.sampled_from([None, Rejected("x"), TimedOut("x"), Forbidden("x"), Unsupported("x")]), on=st.booleans()
)
def test_no_finding_calls_a_neighbour_well_that_did_not_answer(failure: OmbiError | None, *, on: bool) -> None:
    assert names(Finding("radarr", enabled=on, failure=failure)).get("ok") is None

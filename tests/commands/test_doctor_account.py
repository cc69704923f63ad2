"""`ombi-mcp doctor` on who acts in which Ombi: every fault of key, version and user, each with its remedy."""

import pytest
from support.doctored import NO_KEY, PEOPLE, seen_of, told
from support.faulty import answer
from support.recordings import body_of, interactions

from ombi_mcp.ombi import discover, integration, media, settings, versions
from ombi_mcp.ombi.routes import OLDEST, Route

JWT = "SECRET-CANARY-jwt-0003"


async def test_a_wrong_key_is_told_with_where_the_right_one_is(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {}, OMBI_API_KEY="SECRET-CANARY-apikey-0011")
    assert says.code == 1
    assert says.of("key") == (
        "failed",
        "Ombi does not accept OMBI_API_KEY.",
        "Copy the API key from Ombi's Settings > Configuration > General.",
    )
    for name in ("user", "features", "integrations"):
        assert says.of(name) == ("skipped", "Not looked at, since key failed.")


async def test_a_key_that_a_proxy_drops_is_told_apart_from_a_wrong_one(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {"v1/Identity": NO_KEY})
    assert says.of("key") == (
        "failed",
        "Ombi was asked without a key: something before it drops the header ApiKey.",
        "Let the proxy before Ombi pass the header ApiKey.",
    )


@pytest.mark.parametrize("name", ["broken-jwt", "user-token-empty", "user-token-wrong"])
async def test_a_token_that_ombi_refuses_is_told_whatever_the_status(
    environment: pytest.MonkeyPatch, name: str
) -> None:
    environment.delenv("OMBI_API_KEY")
    recorded = interactions("auth/keys")[name]["response"]
    refusal = answer(recorded["status"]["code"], recorded["body"]["string"], None)
    says = await seen_of(environment, {"v1/Identity": refusal}, OMBI_ACCESS_TOKEN=JWT)
    assert says.of("key") == (
        "failed",
        "Ombi does not accept OMBI_ACCESS_TOKEN: it is wrong or has expired.",
        "Sign in to Ombi again for a new token, or use OMBI_API_KEY, which does not expire.",
    )


async def test_a_proxy_that_refuses_the_key_is_told_as_that(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {"v1/Identity": answer(403, "<html>blocked</html>", "text/html")})
    assert says.of("key") == (
        "failed",
        "A proxy or firewall before Ombi refuses this with a web page of its own; Ombi itself was not asked.",
        "Let the proxy before Ombi pass requests with a key to it unchanged.",
    )


@pytest.mark.parametrize(
    ("version", "line"),
    [
        ("4.61.1", ("ok", "4.61.1 is newer than 4.59.3, with which this server was tested.")),
        ("v4.50.0", ("ok", "4.50.0 is known.")),
        (
            "4.33.0",
            (
                "warning",
                (
                    "4.33.0 is known, and lacks the quality profiles of Radarr 4K, the root folders of Radarr 4K and "
                    "the settings of ntfy."
                ),
                "Update Ombi where you need them.",
            ),
        ),
        (
            "4.10.2",
            ("warning", "4.10.2 is older than 4.22.0, the oldest that this server is made for.", "Update Ombi."),
        ),
        ("", ("warning", "Ombi does not tell its version.", "Look into Ombi's log, and run this again.")),
    ],
)
async def test_a_version_is_told_with_what_is_known_of_it(
    environment: pytest.MonkeyPatch, version: str, line: tuple[str, ...]
) -> None:
    assert (await seen_of(environment, {"v1/Status/info": told(version)})).of("version") == line


def test_every_route_that_came_later_is_named() -> None:
    modules = (discover, integration, media)
    routes = [value for module in modules for value in vars(module).values() if isinstance(value, Route)]
    routes += [section.route for section in settings.SECTIONS.values()]
    later = {route.path for route in routes if route.since != OLDEST}
    assert later == {route.path for route, _ in versions.LATER}


async def test_a_user_is_told_with_claims_and_what_they_do_not_allow(environment: pytest.MonkeyPatch) -> None:
    dave = await seen_of(environment, {}, OMBI_USERNAME="dave")
    assert dave.of("user") == (
        "ok",
        (
            "dave acts, with the claims: ReceivesNewsletter. This user may not request: films, shows, albums. "
            "These tools are refused: read_logs, write_request_decide, write_request_availability, "
            "write_request_options, write_request_reprocess, write_retry_remove, write_issue_delete, "
            "write_issue_category, write_settings, write_job."
        ),
    )
    admin = await seen_of(environment, {}, OMBI_USERNAME="admin")
    assert admin.of("user") == ("ok", "admin acts, with the claims: Admin.")


async def test_a_user_who_does_not_exist_is_told(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {}, OMBI_USERNAME="nobody")
    assert says.code == 1
    assert says.of("user") == (
        "failed",
        "OMBI_USERNAME is no user of this Ombi.",
        (
            "Write the user name as Ombi's page Users has it, or leave OMBI_USERNAME out to act as Ombi's own user, "
            "who may do everything."
        ),
    )
    assert says.of("integrations") == ("skipped", "Not looked at, since user failed.")


async def test_a_disabled_user_is_warned_about(environment: pytest.MonkeyPatch) -> None:
    anna = PEOPLE["anna"] | {"claims": [{"value": "Disabled", "enabled": True}]}
    environment.setitem(PEOPLE, "anna", anna)
    assert (await seen_of(environment, {}, OMBI_USERNAME="anna")).of("user") == (
        "warning",
        "anna acts, who is disabled in Ombi and may not sign in there; the key still lets this user act.",
        "Take the claim Disabled from this user on Ombi's page Users, or name another user in OMBI_USERNAME.",
    )


async def test_the_system_user_by_name_is_warned_about(environment: pytest.MonkeyPatch) -> None:
    environment.setitem(PEOPLE, "api", body_of("auth/user-name", "system-user"))
    assert (await seen_of(environment, {}, OMBI_USERNAME="Api")).of("user")[:2] == (
        "warning",
        "OMBI_USERNAME names Ombi's own user, who has no claims where it is named.",
    )


async def test_mail_addresses_are_not_shown(environment: pytest.MonkeyPatch) -> None:
    environment.setitem(PEOPLE, "a@example.org", PEOPLE["anna"] | {"userName": "a@example.org"})
    says = await seen_of(environment, {}, OMBI_USERNAME="a@example.org")
    assert "example.org" not in says.text
    assert says.of("user")[1].startswith("[hidden] acts, with the claims: ")

"""`ombi-mcp doctor` as a command: settings, features, integrations, clock and the keys of callers."""

import asyncio
import io
import json
import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from rich.console import Console
from support.doctored import seen, seen_of, serving, told
from support.faulty import answer
from support.harness import API_KEY, CANARY
from support.terminal import UNSET, run

from ombi_mcp.commands.doctor import examined
from ombi_mcp.policy import tokens

SCHEMA = {
    "type": "object",
    "required": ["checks"],
    "additionalProperties": False,
    "properties": {
        "checks": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["name", "status", "found", "remedy"],
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string", "pattern": r"^[a-z_]+(\.\w+)?$"},
                    "status": {"enum": ["ok", "warning", "failed", "skipped"]},
                    "found": {"type": "string", "minLength": 1},
                    "remedy": {"type": ["string", "null"]},
                },
            },
        }
    },
}

HEALTHY = """\
ok      settings.OMBI_API_KEY: set (environment)
ok      settings.OMBI_URL: URL (environment)
ok      address: 127.0.0.1 accepts connections on port PORT.
ok      tls: Not used, since OMBI_URL begins with http://.
ok      base_path: Ombi's API answers at the root of the address.
ok      clock: Ombi's clock and this machine's agree.
ok      version: 4.59.3 is known, with which this server was tested.
ok      key: Ombi accepts OMBI_API_KEY.
ok      user: Ombi's own user acts, for the key alone: it may do everything.
ok      features: votes on, issues on, Movie4KRequests on, PlayedSync off.
ok      integrations.radarr: On, and answers Ombi (in N ms).
ok      integrations.radarr_4k: On, and answers Ombi (in N ms).
ok      integrations.sonarr: On, and answers Ombi (in N ms).
ok      integrations.lidarr: On, and answers Ombi (in N ms).
ok      integrations.plex: Off.
ok      integrations.emby: Off.
ok      integrations.jellyfin: On, and answers Ombi (in N ms).
All is well.
"""


async def test_a_healthy_ombi_is_told_line_by_line(environment: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        says = await seen(environment, server.url)
    text = re.sub(r"in \d+ ms", "in N ms", says.text)
    assert (says.code, text) == (0, HEALTHY.replace("URL (", f"{server.url} (").replace("PORT", str(server.port)))


async def test_each_setting_says_where_it_comes_from(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("OMBI_API_KEY=SECRET-CANARY-apikey-0002\nOMBI_MCP_DEADLINE=9\nombi_mcp_tools=\n")
    async with serving() as server:
        says = await seen(
            environment, f"{server.url}//api/v1/?apikey=SECRET-CANARY-1", OMBI_MCP_STORE_URL="redis://:SECRET-CANARY@h"
        )
    assert says.of("settings.OMBI_URL") == ("ok", f"taken as {server.url} (environment)")
    assert says.of("settings.OMBI_API_KEY") == ("ok", "set (environment, in place of .env)")
    assert says.of("settings.OMBI_MCP_DEADLINE") == ("ok", "9 (.env)")
    assert says.of("settings.OMBI_MCP_TOOLS") == ("ok", "empty, which counts as not set (.env)")
    assert says.of("settings.OMBI_MCP_STORE_URL") == ("ok", "redis://... (environment)")


@pytest.mark.parametrize(
    ("name", "found", "remedy"),
    [
        ("OMBI_APIKEY", "is no setting of this server (environment).", "Did you mean OMBI_API_KEY?"),
        ("OMBI_TOKENS_FILE", "is no setting of this server (environment).", "Did you mean OMBI_MCP_TOKENS_FILE?"),
        ("OMBI_XYZ", "is no setting of this server (environment).", "Remove it where it was meant for this server."),
        ("OMBI_MCP_API_KEY", "is read as OMBI_API_KEY (environment).", "Name it OMBI_API_KEY."),
    ],
)
async def test_another_name_is_told_with_the_one_that_was_meant(
    environment: pytest.MonkeyPatch, name: str, found: str, remedy: str
) -> None:
    says = await seen(environment, "http://127.0.0.1:9", **{name: "SECRET-CANARY-value"})
    assert says.of(f"settings.{name}") == ("warning", found, remedy)


async def test_a_setting_that_is_wrong_ends_with_2_and_its_value_is_not_shown(environment: pytest.MonkeyPatch) -> None:
    says = await seen(environment, "http://me:SECRET-CANARY-2@ombi.local", OMBI_MCP_DEADLINE="soon")
    assert says.code == 2
    assert says.of("settings.OMBI_URL") == (
        "failed",
        "cannot be used (environment).",
        "OMBI_URL may not hold a user name or password; use OMBI_API_KEY.",
    )
    assert says.of("settings.OMBI_MCP_DEADLINE")[0] == "failed"
    assert says.of("user") == ("skipped", "Not looked at, since the settings cannot be used.")


async def test_a_missing_key_is_told_with_where_it_is_found(environment: pytest.MonkeyPatch) -> None:
    environment.delenv("OMBI_API_KEY")
    says = await seen(environment, "http://127.0.0.1:9")
    assert says.code == 2
    assert says.of("settings.OMBI_URL") == ("ok", "set (environment)")
    assert says.of("settings.OMBI_API_KEY") == (
        "failed",
        "is not set.",
        "OMBI_API_KEY is not set: copy the API key from Ombi's Settings > Configuration > General.",
    )


async def test_a_file_that_is_no_certificate_is_a_wrong_setting(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "ca.pem").write_text("nothing")
    says = await seen(environment, "https://127.0.0.1:9", OMBI_MCP_CA_FILE="ca.pem")
    assert says.code == 2
    assert says.of("settings.OMBI_MCP_CA_FILE")[2] == "OMBI_MCP_CA_FILE is no readable file of PEM certificates."


async def test_an_env_file_that_is_no_text_is_told(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"OMBI_URL=\xff\xfe")
    says = await seen(environment, "http://127.0.0.1:9")
    assert (says.code, says.of("settings")) == (
        2,
        ("failed", "They cannot be read.", "The file .env cannot be read: it has to be a text file in UTF-8."),
    )


async def test_features_that_are_off_are_told(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {"v1/Settings/voteenabled": told(value=False)})
    assert says.of("features")[1].startswith("votes off, issues on, ")


async def test_a_neighbour_that_does_not_answer_is_a_warning(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {"v1/Sonarr/RootFolders": answer(500, '{"error": "Connection refused"}')})
    assert says.code == 0
    assert says.of("integrations.sonarr") == (
        "warning",
        "On, and does not answer Ombi.",
        "Check its address and its key in Ombi's settings, with the button Test there.",
    )
    assert says.text.endswith("\nIt works; see the warnings.\n")


async def test_a_neighbour_that_the_user_may_not_see_is_skipped(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {"v1/Settings/plex": answer(403, "", None)}, OMBI_USERNAME="anna")
    assert says.of("integrations.plex") == ("skipped", "The acting user may not see it.")


@pytest.mark.parametrize(("minutes", "found"), [(5, "5 minutes ahead of"), (-61, "61 minutes behind")])
async def test_a_clock_that_is_wrong_is_a_warning(environment: pytest.MonkeyPatch, minutes: int, found: str) -> None:
    theirs = format_datetime(
        datetime.now(UTC) + timedelta(minutes=minutes, seconds=20 if minutes > 0 else -20), usegmt=True
    )
    says = await seen_of(environment, {"v1/Status": told(200, date=theirs)})
    assert says.of("clock") == (
        "warning",
        f"Ombi's clock is {found} this machine's.",
        "Let both machines set their clocks over the network (NTP): tokens and dates are judged by Ombi's clock.",
    )


async def test_a_clock_that_is_not_told_is_skipped(environment: pytest.MonkeyPatch) -> None:
    says = await seen_of(environment, {"v1/Status": told(200)})
    assert says.of("clock") == ("skipped", "Ombi's answers do not tell its time.")


async def test_the_keys_of_callers_are_counted_and_their_users_looked_up(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "keys.json"
    tokens.make(path, "phone", "ANNA", "read-only")
    tokens.make(path, "desk", None, "full")
    says = await seen_of(environment, {}, OMBI_MCP_TOKENS_FILE=str(path))
    assert says.code == 0
    assert says.of("tokens_file") == ("ok", "It can be read, by its owner alone.")
    assert says.of("keys") == ("ok", "1 full, 1 read-only.")
    assert says.of("key_users") == ("ok", "Every user who acts by a key exists in Ombi.")


async def test_a_key_of_nobody_and_an_open_file_are_told(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    tokens.make(path, "phone", "nobody", "full")
    path.chmod(0o644)
    says = await seen_of(environment, {}, OMBI_MCP_TOKENS_FILE=str(path))
    assert says.code == 1
    assert says.of("tokens_file") == (
        "warning",
        "Others on this machine can read or change it (permissions 644).",
        "Run `chmod 600` on the file that OMBI_MCP_TOKENS_FILE names.",
    )
    assert says.of("key_users") == (
        "failed",
        "These keys act as somebody who is no user of this Ombi: phone (as nobody).",
        "Revoke each with `ombi-mcp token revoke NAME`, and make it anew with a user name from Ombi's page Users.",
    )


async def test_keys_that_name_users_do_not_go_with_a_token(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tokens.make(tmp_path / "keys.json", "phone", "anna", "full")
    environment.delenv("OMBI_API_KEY")
    given = {"OMBI_ACCESS_TOKEN": "SECRET-CANARY-jwt-0001", "OMBI_MCP_TOKENS_FILE": "keys.json"}
    says = await seen_of(environment, {}, **given)
    assert says.of("key") == ("ok", "Ombi accepts OMBI_ACCESS_TOKEN.")
    assert says.of("key_users")[:2] == (
        "failed",
        "Keys name users, and OMBI_ACCESS_TOKEN can only act as its own, so the server does not start.",
    )


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (None, "There is no file where OMBI_MCP_TOKENS_FILE points."),
        ("[]", "OMBI_MCP_TOKENS_FILE is no file that `ombi-mcp token new` wrote."),
    ],
)
async def test_a_file_without_keys_is_told(
    environment: pytest.MonkeyPatch, tmp_path: Path, content: str | None, found: str
) -> None:
    if content is not None:
        (tmp_path / "keys.json").write_text(content)
    says = await seen(environment, "http://127.0.0.1:9", OMBI_MCP_TOKENS_FILE=str(tmp_path / "keys.json"))
    assert says.of("tokens_file")[:2] == ("failed", found)


async def test_an_empty_file_of_keys_lets_nobody_in(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text("{}")
    says = await seen(environment, "http://127.0.0.1:9", OMBI_MCP_TOKENS_FILE=str(tmp_path / "keys.json"))
    assert says.of("keys")[1] == "There is no key in the file, so nobody may call over HTTP."
    assert says.of("key_users") == ("skipped", "Not looked at, since key failed.")


async def test_a_person_sees_what_is_looked_at(environment: pytest.MonkeyPatch) -> None:
    beside = io.StringIO()
    environment.setenv("OMBI_URL", "http://127.0.0.1:9")
    await examined(Console(file=io.StringIO()), Console(file=beside, force_terminal=True), as_json=False)
    assert "Looking at" in beside.getvalue()


async def test_json_is_one_object_with_stable_names(tmp_path: Path) -> None:
    async with serving() as server:
        done = await asyncio.to_thread(run, tmp_path, "doctor", "--json", OMBI_URL=server.url, OMBI_API_KEY=API_KEY)
    assert (done.returncode, done.stderr) == (0, "")
    assert CANARY not in done.stdout
    found = json.loads(done.stdout)
    Draft202012Validator(SCHEMA).validate(found)
    names = [check["name"] for check in found["checks"]]
    assert names == [line[8:].partition(":")[0] for line in HEALTHY.splitlines()[:-1]]


@pytest.mark.parametrize(
    ("given", "code"), [({"OMBI_URL": "http://127.0.0.1:9", "OMBI_API_KEY": API_KEY}, 1), ({"OMBI_URL": "ombi"}, 2)]
)
def test_the_exit_code_tells_a_failure_from_wrong_settings(tmp_path: Path, given: dict[str, str], code: int) -> None:
    assert "OMBI_URL" not in UNSET
    done = run(tmp_path, "doctor", **given)
    assert (done.returncode, done.stderr) == (code, "")
    assert CANARY not in done.stdout

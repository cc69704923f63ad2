"""The file of keys and the commands that change it."""

import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ombi_mcp.cli import app
from ombi_mcp.commands import token as token_commands
from ombi_mcp.policy import tokens
from ombi_mcp.policy.tokens import PREFIX
from ombi_mcp.settings import SettingsError

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(keys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `ombi-mcp token ...`: the status, and what went to stdout and to stderr."""
    monkeypatch.chdir(keys.parent)
    monkeypatch.setenv("OMBI_MCP_TOKENS_FILE", str(keys))

    def command(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            app(["token", *words])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return command


def test_a_new_key_alone_is_printed_and_its_digest_alone_is_kept(run: Run, keys: Path) -> None:
    status, out, err = run("new", "annas", "--user", "anna", "--mode", "full")
    key = out.removesuffix("\n")
    assert (status, key[:4], len(key)) == (0, PREFIX, 47)
    assert key not in err
    assert "not shown again" in err
    assert key not in keys.read_text()
    [entry] = tokens.read(keys).keys
    assert (entry.name, entry.username, entry.mode, entry.sha256) == ("annas", "anna", "full", tokens.digest(key))
    assert abs((datetime.now(UTC) - entry.created).total_seconds()) < 60


def test_keys_are_never_the_same_and_only_read_unless_more_is_asked_for(run: Run, keys: Path) -> None:
    first, second = (run("new", name, "--user", "anna")[1] for name in ("one", "two"))
    assert first != second
    assert [entry.mode for entry in tokens.read(keys).keys] == ["read-only", "read-only"]


@pytest.mark.parametrize("words", [(), ("--user", "anna", "--admin")])
def test_who_acts_has_to_be_said(run: Run, keys: Path, words: tuple[str, ...]) -> None:
    status, out, err = run("new", "annas", *words)
    assert (status, out) == (2, "")
    assert err.startswith("Say who acts: --user with a user of Ombi, or --admin")
    assert not keys.exists()


def test_a_key_with_every_right_is_made_when_that_is_said(run: Run, keys: Path) -> None:
    assert run("new", "server", "--admin")[0] == 0
    assert tokens.read(keys).keys[0].username is None
    assert "username" not in keys.read_text()


def test_the_list_shows_names_users_modes_and_days_and_no_digest(run: Run, keys: Path) -> None:
    made = [
        run("new", "annas", "--user", "anna b", "--mode", "safe")[1].strip(),
        run("new", "own", "--admin")[1].strip(),
    ]
    status, out, err = run("list")
    today = f"{tokens.read(keys).keys[0].created:%Y-%m-%d}"
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"annas\t--user anna b\t--mode safe\t{today}",
        f"own\t--admin\t--mode read-only\t{today}",
    ]
    assert not any(tokens.digest(key) in out or key in out for key in made)
    assert not any(key.sha256 in repr(key) for key in tokens.read(keys).keys)


def test_a_revoked_key_is_gone_and_the_others_stay(run: Run, keys: Path) -> None:
    for name in ("one", "two", "three"):
        run("new", name, "--user", "anna")
    assert run("revoke", "two") == (0, "", "")
    assert [entry.name for entry in tokens.read(keys).keys] == ["one", "three"]
    status, _, err = run("revoke", "two")
    assert (status, err) == (2, "There is no key of this name; `ombi-mcp token list` shows all.\n")


def test_a_name_is_given_once(run: Run, keys: Path) -> None:
    run("new", "annas", "--user", "anna")
    before = keys.read_bytes()
    status, out, err = run("new", "annas", "--user", "ben")
    assert (status, out) == (2, "")
    assert "There is a key named annas already" in err
    assert keys.read_bytes() == before
    assert [path.name for path in keys.parent.iterdir()] == [keys.name]


@pytest.mark.parametrize("name", ["", "a b", "-a", ".a", "a/b", "a\n", "\u00e4", "a" * 65])
def test_a_name_that_a_log_could_not_show_is_refused(keys: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="A name has up to 64 letters"):
        tokens.make(keys, name, "anna", "full")
    assert not keys.exists()


@pytest.mark.parametrize("username", ["", " ", " anna", "anna ", "Zo\u00eb", "a\r\nApiKey: x", "a\x00", "a" * 257])
def test_a_user_whom_no_header_carries_is_refused(keys: Path, username: str) -> None:
    with pytest.raises(SettingsError, match="--user has to be a user name of Ombi in printable ASCII"):
        tokens.make(keys, "annas", username, "full")
    assert not keys.exists()


def test_the_file_is_its_owners_alone_whatever_it_was_before(keys: Path) -> None:
    tokens.make(keys, "one", "anna", "full")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    keys.chmod(0o644)
    tokens.make(keys, "two", "anna", "full")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600


def test_the_file_is_replaced_and_never_written_into(keys: Path) -> None:
    tokens.make(keys, "one", "anna", "full")
    with keys.open() as before:
        tokens.make(keys, "two", "anna", "full")
        old = before.read()
    assert [key.name for key in tokens.understood(old.encode()).keys] == ["one"]
    assert [key.name for key in tokens.read(keys).keys] == ["one", "two"]


def test_two_commands_at_once_lose_no_key(keys: Path) -> None:
    tokens.make(keys, "one", "anna", "full")
    fresh = keys.with_name("keys.json.new")
    fresh.touch()  # as the other command has it
    with pytest.raises(SettingsError, match=r"Another command changes the keys just now.*keys\.json\.new"):
        tokens.make(keys, "two", "anna", "full")
    assert fresh.exists()
    assert [key.name for key in tokens.read(keys).keys] == ["one"]


def test_a_file_that_is_something_else_is_left_as_it_is(run: Run, keys: Path) -> None:
    keys.write_text("important")
    for words in [("new", "annas", "--user", "anna"), ("revoke", "annas"), ("list",)]:
        status, out, err = run(*words)
        assert (status, out) == (2, "")
        assert err == "OMBI_MCP_TOKENS_FILE is no file that `ombi-mcp token new` wrote.\n"
    assert keys.read_text() == "important"
    assert [path.name for path in keys.parent.iterdir()] == [keys.name]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="its folder has to exist"):
        tokens.make(tmp_path / "nowhere" / "keys.json", "annas", "anna", "full")
    with pytest.raises(SettingsError, match="cannot be read"):
        tokens.read(tmp_path)


def test_without_a_file_to_keep_them_there_are_no_keys(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMBI_MCP_TOKENS_FILE")
    status, out, err = run("new", "annas", "--user", "anna")
    assert (status, out) == (2, "")
    assert err.startswith("OMBI_MCP_TOKENS_FILE is not set")


def test_every_entry_is_compared_in_constant_time(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [tokens.make(keys, name, "anna", "full") for name in ("one", "two", "three")]
    compared: list[str] = []
    compare = tokens.hmac.compare_digest

    def watched(one: str, other: str) -> bool:
        compared.append(one)
        return compare(one, other)

    monkeypatch.setattr(tokens.hmac, "compare_digest", watched)
    found = tokens.read(keys).matching(made[0])
    assert found is not None
    assert found.name == "one"
    assert compared == [tokens.digest(key) for key in made]
    assert tokens.read(keys).matching("mcp_other") is None
    assert tokens.read(keys).matching("\ud800") is None


def test_the_commands_need_no_ombi(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMBI_URL", raising=False)
    assert run("new", "annas", "--user", "anna")[0] == 0
    assert token_commands.token.name == ("token",)

"""A setting that is wrong, or that takes protection away, is no silent one."""

import logging
from collections.abc import Generator
from pathlib import Path

import pytest
from fastmcp import Client as McpClient
from mcp.shared.exceptions import MCPError
from support.harness import API_KEY

from ombi_mcp.contract.catalogue import CATALOGUE
from ombi_mcp.policy import audit
from ombi_mcp.server import configured, create_server

READS = [name for name, entry in CATALOGUE.items() if entry.effect == "read"]


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[pytest.MonkeyPatch]:
    """An Ombi that is never reached, and a log that is as it was afterwards."""
    logger = logging.getLogger(audit.ROOT)
    handlers, level = list(logger.handlers), logger.level
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OMBI_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("OMBI_API_KEY", API_KEY)
    yield monkeypatch
    logger.handlers[:] = handlers
    logger.setLevel(level)


WRONG = {
    "OMBI_MCP_READ_ONLY": "perhaps",
    "OMBI_MCP_SAFE_MODE": "perhaps",
    "OMBI_MCP_CONFIRM": "never",
    "OMBI_MCP_STORE_URL": "http://127.0.0.1",
}


@pytest.mark.parametrize("variable", WRONG)
async def test_with_a_wrong_setting_there_are_no_writes(environment: pytest.MonkeyPatch, variable: str) -> None:
    environment.setenv(variable, WRONG[variable])
    async with McpClient(create_server()) as client:
        assert [tool.name for tool in await client.list_tools()] == READS
        with pytest.raises(MCPError, match="Unknown tool"):
            await client.call_tool_mcp("write_job", {"action": "start", "job": "jellyfin_full_sync"})
        told = (await client.call_tool_mcp("read_votes", {})).structured_content or {}
    assert variable in told["error"]["message"]


async def test_questions_that_are_switched_off_are_warned_about(
    environment: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    environment.setenv("OMBI_MCP_CONFIRM", "off")
    async with configured():
        pass
    assert "OMBI_MCP_CONFIRM=off: what destroys something is done without anybody's yes." in capfd.readouterr().err

"""Certificates: verified unless somebody says otherwise, each refusal with its reason."""

import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import trustme
from support.direct import READ, WRITE, connected, failure_of
from support.faulty import answer, faulty
from support.logs import Lines

from ombi_mcp.ombi.routes import Route


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def ca_file(authority: trustme.CA, tmp_path: Path) -> Path:
    path = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return path


def _serving_as(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


@pytest.mark.parametrize("route", [READ, WRITE])
async def test_a_certificate_that_nobody_vouches_for_is_refused_with_its_remedy(
    authority: trustme.CA, route: Route[Any]
) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "127.0.0.1")) as server,
        connected(server.url) as client,
    ):
        ombi = client.call()
        failure = await failure_of(ombi, route)
    assert (failure.code, failure.retryable) == ("INTERNAL_ERROR", False)
    assert "OMBI_MCP_CA_FILE" in failure.message
    assert "nothing was sent" in failure.message
    assert (server.received, ombi.requests) == ([], 1)


async def test_a_certificate_of_a_given_authority_is_taken(authority: trustme.CA, ca_file: Path) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "127.0.0.1")) as server,
        connected(server.url, ca_file=ca_file) as client,
    ):
        assert await client.call().read(READ.at()) == {}


@pytest.mark.parametrize(
    ("host", "says"), [("127.0.0.1", "not for the address in OMBI_URL"), ("localhost", "for another name than the one")]
)
async def test_a_certificate_for_another_name_is_told_as_that(
    authority: trustme.CA, ca_file: Path, host: str, says: str
) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "ombi.example.org")) as server,
        connected(server.url.replace("127.0.0.1", host), ca_file=ca_file) as client,
    ):
        failure = await failure_of(client.call(), READ)
    assert says in failure.message
    assert "nothing was sent" in failure.message


async def test_a_certificate_that_has_expired_is_told_as_that(ca_file: Path, authority: trustme.CA) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", not_after=datetime(2020, 1, 1, tzinfo=UTC)).configure_cert(context)
    async with (
        faulty(answer(200, "{}"), tls=context) as server,
        connected(server.url, ca_file=ca_file) as client,
    ):
        failure = await failure_of(client.call(), READ)
    assert failure.message == "Ombi's TLS certificate has expired; nothing was sent."


async def test_verification_that_is_switched_off_is_warned_about(authority: trustme.CA, log: Lines) -> None:
    async with (
        faulty(answer(200, "{}"), tls=_serving_as(authority, "127.0.0.1")) as server,
        connected(server.url, verify_tls=False) as client,
    ):
        assert await client.call().read(READ.at()) == {}
    [line] = log.matching("WARNING")
    assert "OMBI_MCP_VERIFY_TLS=false" in line


async def test_there_is_no_warning_where_there_is_nothing_to_verify(ca_file: Path, log: Lines) -> None:
    async with connected("http://ombi.local", verify_tls=False), connected("https://ombi.local", ca_file=ca_file):
        pass
    assert log.lines == []


async def test_https_asked_of_a_plain_port_is_told_as_that() -> None:
    async with (
        faulty(greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n") as server,
        connected(server.url.replace("http:", "https:")) as client,
    ):
        failure = await failure_of(client.call(), READ)
    assert failure.code == "INTERNAL_ERROR"
    assert "Check http or https in OMBI_URL" in failure.message

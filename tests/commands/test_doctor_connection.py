"""`ombi-mcp doctor` on the way to Ombi: every fault of address, TLS and sub-path, each with its remedy."""

import asyncio
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import trustme
from support.doctored import PAGE, ombi, seen, serving, told
from support.faulty import Answer, answer, faulty, hang, raw

ANOTHER_PLACE = "Set OMBI_URL to the address, the port and the sub-path where Ombi's own page opens in a browser."
LOGIN = answer(200, '<html><form><input type="password"></form></html>', "text/html")
NOT_LOOKED_AT = ("skipped", "Not looked at, since address failed.")


async def test_a_port_without_ombi_refuses(environment: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    says = await seen(environment, f"http://localhost:{port}")
    assert says.code == 1
    assert says.of("address") == (
        "failed",
        f"localhost refuses connections on port {port}.",
        "Start Ombi, or correct the port in OMBI_URL; inside a container, localhost is the container itself.",
    )
    for name in ("tls", "base_path", "clock", "version", "key", "user", "features", "integrations"):
        assert says.of(name) == NOT_LOOKED_AT
    assert says.text.endswith("\nBegin with address.\n")


async def test_a_name_that_nobody_has_is_told_as_that(environment: pytest.MonkeyPatch) -> None:
    async def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    environment.setattr(asyncio.get_running_loop(), "getaddrinfo", unknown)  # no name server is asked by tests
    assert (await seen(environment, "http://ombi.invalid")).of("address") == (
        "failed",
        "The name ombi.invalid is not known.",
        "Correct the host in OMBI_URL, or give its IP address; inside a container, use the name of Ombi's container.",
    )


async def test_a_host_that_drops_connections_is_told_as_late(environment: pytest.MonkeyPatch) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        port = deaf.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):  # which fills its queue, so that the next one waits
            says = await seen(environment, f"http://127.0.0.1:{port}", OMBI_MCP_DEADLINE="1")
    assert says.of("address") == (
        "failed",
        f"127.0.0.1 does not answer on port {port} within 1 seconds.",
        "Correct the host and the port in OMBI_URL, or let the firewall between pass this port.",
    )


async def test_http_to_a_tls_port_is_told_with_https(environment: pytest.MonkeyPatch, authority: trustme.CA) -> None:
    async with faulty(ombi(), tls=serving_as(authority, "127.0.0.1")) as server:
        says = await seen(environment, f"http://127.0.0.1:{server.port}/ombi")
    assert says.of("address") == (
        "failed",
        f"Port {server.port} speaks TLS, and OMBI_URL begins with http://.",
        f"Set OMBI_URL to https://127.0.0.1:{server.port}/ombi.",
    )


async def test_https_to_a_plain_port_is_told_with_http_and_the_key_is_not_sent(environment: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        says = await seen(environment, f"https://127.0.0.1:{server.port}", OMBI_MCP_DEADLINE="1")
    assert says.of("address") == (
        "failed",
        f"Port {server.port} does not speak TLS, and OMBI_URL begins with https://.",
        f"Set OMBI_URL to http://127.0.0.1:{server.port}.",
    )
    assert all("apikey" not in request.headers for request in server.received)


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def ca_file(authority: trustme.CA, tmp_path: Path) -> str:
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    return str(tmp_path / "ca.pem")


def serving_as(authority: trustme.CA, *names: str, **how: Any) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names, **how).configure_cert(context)
    return context


async def test_a_trusted_certificate_is_told_with_its_last_day(
    environment: pytest.MonkeyPatch, authority: trustme.CA, ca_file: str
) -> None:
    end = datetime.now(UTC) + timedelta(days=100)
    async with faulty(ombi(), tls=serving_as(authority, "127.0.0.1", not_after=end)) as server:
        says = await seen(environment, server.url, OMBI_MCP_CA_FILE=ca_file)
    assert (says.code, says.of("tls")) == (
        0,
        ("ok", f"The certificate is trusted, and valid until {end:%Y-%m-%d}."),
    )


async def test_a_certificate_that_ends_soon_is_warned_about(
    environment: pytest.MonkeyPatch, authority: trustme.CA, ca_file: str
) -> None:
    end = datetime.now(UTC) + timedelta(days=3)
    async with faulty(ombi(), tls=serving_as(authority, "127.0.0.1", not_after=end)) as server:
        says = await seen(environment, server.url, OMBI_MCP_CA_FILE=ca_file)
    assert says.of("tls") == ("warning", f"The certificate ends on {end:%Y-%m-%d}.", "Renew it before that day.")


@pytest.mark.parametrize(
    ("names", "end", "found", "remedy"),
    [
        (
            ("127.0.0.1",),
            datetime(2020, 1, 1, tzinfo=UTC),
            "The certificate has expired.",
            "Renew the certificate of Ombi or of the proxy before it.",
        ),
        (
            ("ombi.example.org", "tv.example.org"),
            None,
            "The certificate is not for 127.0.0.1.",
            (
                "Give in OMBI_URL a name that the certificate is for (ombi.example.org, tv.example.org), or give Ombi "
                "a certificate for 127.0.0.1."
            ),
        ),
    ],
)
async def test_a_certificate_of_a_given_authority_can_still_be_wrong(
    environment: pytest.MonkeyPatch,
    *,
    authority: trustme.CA,
    ca_file: str,
    names: tuple[str, ...],
    end: datetime | None,
    found: str,
    remedy: str,
) -> None:
    async with faulty(ombi(), tls=serving_as(authority, *names, not_after=end)) as server:
        says = await seen(environment, server.url, OMBI_MCP_CA_FILE=ca_file)
    assert (says.code, says.of("tls")) == (1, ("failed", found, remedy))
    assert says.of("address")[0] == "ok"
    assert says.of("key") == ("skipped", "Not looked at, since tls failed.")
    assert server.received == []


async def test_a_certificate_that_nobody_vouches_for_names_the_file_to_set(
    environment: pytest.MonkeyPatch, authority: trustme.CA
) -> None:
    async with faulty(ombi(), tls=serving_as(authority, "127.0.0.1")) as server:
        says = await seen(environment, server.url)
    assert says.of("tls") == (
        "failed",
        "The certificate is of a CA that is not trusted here.",
        "Save the certificate of that CA as a PEM file that OMBI_MCP_CA_FILE names.",
    )


async def test_a_self_signed_certificate_names_the_file_to_set(
    environment: pytest.MonkeyPatch, authority: trustme.CA, tmp_path: Path
) -> None:
    pem = tmp_path / "own.pem"
    authority.private_key_pem.write_to_path(str(pem))
    authority.cert_pem.write_to_path(str(pem), append=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    async with faulty(ombi(), tls=context) as server:
        says = await seen(environment, server.url)
    assert says.of("tls") == (
        "failed",
        "The certificate is self-signed, or its CA is not known here.",
        "Save the certificate, or that of its CA, as a PEM file that OMBI_MCP_CA_FILE names.",
    )


async def test_a_verification_that_is_off_is_a_warning(environment: pytest.MonkeyPatch, authority: trustme.CA) -> None:
    async with faulty(ombi(), tls=serving_as(authority, "127.0.0.1")) as server:
        says = await seen(environment, server.url, OMBI_MCP_VERIFY_TLS="false")
    assert says.code == 0
    assert says.of("tls") == (
        "warning",
        "The certificate is not verified (OMBI_MCP_VERIFY_TLS=false), so anybody between can read the key.",
        (
            "Save the certificate, or that of its CA, as a PEM file that OMBI_MCP_CA_FILE names, and remove "
            "OMBI_MCP_VERIFY_TLS."
        ),
    )


async def test_a_port_that_speaks_neither_is_told_as_that(environment: pytest.MonkeyPatch) -> None:
    async with faulty(greeting=b"220 mail.example.org ESMTP\r\n") as server:
        says = await seen(environment, server.url.replace("http:", "https:"))
    assert says.of("tls")[1] == "No TLS connection could be agreed on."


async def test_an_ombi_below_a_sub_path_is_well(environment: pytest.MonkeyPatch) -> None:
    async with serving(base="/ombi") as server:
        says = await seen(environment, f"{server.url}/ombi")
    assert (says.code, says.of("base_path")) == (0, ("ok", "Ombi's API answers at /ombi."))


@pytest.mark.parametrize(
    ("given", "base", "elsewhere", "found", "right"),
    [
        ("/ombi", "", PAGE, "Ombi's web page comes in place of its API.", ""),
        ("", "/ombi", LOGIN, "A sign-in that is not Ombi's comes in place of its API.", "/ombi"),
        ("", "/ombi", answer(404, "<html>nginx</html>", "text/html"), "Another web page comes in place", "/ombi"),
        ("", "/media/requests", answer(302, "", None, location="/media/requests/"), "A redirect", "/media/requests"),
        (
            "/omb",
            "/film",
            answer(200, '<html><head><base href="/film/"><title>Ombi</title>', "text/html"),
            "Ombi's web page comes in place of its API.",
            "/film",
        ),
        ("/ombi/web", "/ombi", PAGE, "Ombi's web page comes in place of its API.", "/ombi"),
    ],
)
async def test_the_right_sub_path_is_found(
    environment: pytest.MonkeyPatch, *, given: str, base: str, elsewhere: Answer, found: str, right: str
) -> None:
    async with serving(base=base, elsewhere=elsewhere) as server:
        says = await seen(environment, f"{server.url}{given}")
    mark, line, remedy = says.of("base_path")
    assert (mark, line.startswith(found), remedy) == ("failed", True, f"Set OMBI_URL to {server.url}{right}.")
    assert says.of("key") == ("skipped", "Not looked at, since base_path failed.")
    assert all("apikey" not in request.headers for request in server.received)


async def test_the_sub_path_that_ombi_itself_was_given_is_preferred(environment: pytest.MonkeyPatch) -> None:
    answering = ombi({"v1/Settings/baseurl": told("/film")})
    below = ombi(base="/film", elsewhere=answering)
    async with faulty(below) as server:
        says = await seen(environment, f"{server.url}/omb")
    assert says.of("base_path")[2] == f"Set OMBI_URL to {server.url}/film."


@pytest.mark.parametrize(
    ("elsewhere", "found", "remedy"),
    [
        (
            LOGIN,
            "A sign-in that is not Ombi's comes in place of its API.",
            "Let the proxy pass paths below /api without its sign-in, or set OMBI_URL to Ombi's own address behind it.",
        ),
        (
            answer(302, "", None, location="https://auth.example.org/?rd=x"),
            "A redirect comes in place of Ombi's API.",
            "Set OMBI_URL to the address where Ombi itself answers.",
        ),
        (
            answer(301, "", None, location="https://127.0.0.1/ombi/api/v1/Status"),
            "A redirect comes in place of Ombi's API.",
            "Set OMBI_URL to https://127.0.0.1/ombi.",
        ),
        (
            PAGE,
            "Ombi's web page comes in place of its API.",
            "Let the proxy pass paths below /api to Ombi unchanged, or set OMBI_URL to Ombi's own address.",
        ),
        (
            answer(502, "<html>nginx</html>", "text/html"),
            "A proxy answers 502: it does not reach Ombi.",
            "Start Ombi, or correct the address to which the proxy passes requests.",
        ),
        (
            answer(200, "<html>router</html>", "text/html"),
            "Another web page comes in place of Ombi's API.",
            ANOTHER_PLACE,
        ),
        (told({"version": 3}), "Something else than Ombi answers here, with status 200.", ANOTHER_PLACE),
        (answer(404, "{}"), "Something else than Ombi answers here, with status 404.", ANOTHER_PLACE),
    ],
)
async def test_what_is_no_ombi_is_told_as_what_it_is(
    environment: pytest.MonkeyPatch, elsewhere: Answer, found: str, remedy: str
) -> None:
    async with faulty(elsewhere) as server:
        says = await seen(environment, server.url)
    assert says.of("base_path") == ("failed", found, remedy)


async def test_a_port_that_ends_connections_is_told(environment: pytest.MonkeyPatch) -> None:
    async with faulty(raw(b"")) as server:
        says = await seen(environment, server.url, OMBI_MCP_DEADLINE="1")
    assert says.of("base_path") == (
        "failed",
        (
            "Ombi ended the connection without an answer. Where it always does, check the port, and http or https, in "
            "OMBI_URL."
        ),
        "Check in OMBI_URL that this is Ombi's port, and look into Ombi's log.",
    )


async def test_an_ombi_that_hangs_is_told(environment: pytest.MonkeyPatch) -> None:
    async with faulty(hang) as server:
        says = await seen(environment, server.url, OMBI_MCP_DEADLINE="1")
    assert says.of("base_path")[1] == "Ombi did not answer within 1 seconds (OMBI_MCP_DEADLINE)."

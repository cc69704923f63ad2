"""The way to Ombi in words: address, TLS, sub-path and clock."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from ombi_mcp.commands.checks.check import Check, failed, ok, skipped, warning
from ombi_mcp.ombi.diagnosis import Located, Place, Way
from ombi_mcp.ombi.dialling import Dialled, Distrust, Refusal, patience
from ombi_mcp.settings import Settings

_SOON_DAYS = 14
_MOST_SECONDS = 120
_READABLE = "a PEM file that OMBI_MCP_CA_FILE names"

_REFUSED: dict[Refusal, tuple[str, str]] = {
    "unknown name": (
        "The name {host} is not known.",
        "Correct the host in OMBI_URL, or give its IP address; inside a container, use the name of Ombi's container.",
    ),
    "refused": (
        "{host} refuses connections on port {port}.",
        "Start Ombi, or correct the port in OMBI_URL; inside a container, localhost is the container itself.",
    ),
    "late": (
        "{host} does not answer on port {port} within {seconds:g} seconds.",
        "Correct the host and the port in OMBI_URL, or let the firewall between pass this port.",
    ),
    "unreachable": (
        "{host} cannot be reached on port {port}.",
        "Correct the host in OMBI_URL, or connect this machine to Ombi's network.",
    ),
}

_DISTRUSTED: dict[Distrust, tuple[str, str]] = {
    "expired": ("The certificate has expired.", "Renew the certificate of Ombi or of the proxy before it."),
    "not yet valid": (
        "The certificate is not valid yet.",
        "Set this machine's clock, or give Ombi, or the proxy before it, a certificate that is valid now.",
    ),
    "self-signed": (
        "The certificate is self-signed, or its CA is not known here.",
        f"Save the certificate, or that of its CA, as {_READABLE}.",
    ),
    "untrusted": (
        "The certificate is of a CA that is not trusted here.",
        f"Save the certificate of that CA as {_READABLE}.",
    ),
    "other name": (
        "The certificate is not for {host}.",
        "Give in OMBI_URL a name that the certificate is for{names}, or give Ombi a certificate for {host}.",
    ),
    "no TLS": (
        "No TLS connection could be agreed on.",
        "Check in OMBI_URL that this port is Ombi's, or the proxy's before it, and that it offers TLS 1.2 or 1.3.",
    ),
}

_PLACES: dict[Place, tuple[str, str]] = {
    "Ombi's page": (
        "Ombi's web page comes in place of its API.",
        "Let the proxy pass paths below /api to Ombi unchanged, or set OMBI_URL to Ombi's own address.",
    ),
    "sign-in": (
        "A sign-in that is not Ombi's comes in place of its API.",
        "Let the proxy pass paths below /api without its sign-in, or set OMBI_URL to Ombi's own address behind it.",
    ),
    "redirect": (
        "A redirect comes in place of Ombi's API.",
        "Set OMBI_URL to the address where Ombi itself answers.",
    ),
    "gateway": (
        "A proxy answers {status}: it does not reach Ombi.",
        "Start Ombi, or correct the address to which the proxy passes requests.",
    ),
    "page": (
        "Another web page comes in place of Ombi's API.",
        "Set OMBI_URL to the address, the port and the sub-path where Ombi's own page opens in a browser.",
    ),
    "other": (
        "Something else than Ombi answers here, with status {status}.",
        "Set OMBI_URL to the address, the port and the sub-path where Ombi's own page opens in a browser.",
    ),
}


def address(way: Way, settings: Settings) -> Check:
    """Whether the host and the port are there and speak what OMBI_URL says."""
    dialled = way.dialled
    if dialled.refusal is not None:
        found, remedy = _REFUSED[dialled.refusal]
        told = found.format(host=dialled.host, port=dialled.port, seconds=patience(settings))
        return failed("address", told, remedy)
    if way.scheme is not None:
        rest = settings.url.partition("://")[2]
        speaks = "speaks TLS" if way.scheme == "https" else "does not speak TLS"
        return failed(
            "address",
            f"Port {dialled.port} {speaks}, and OMBI_URL begins with {urlsplit(settings.url).scheme}://.",
            f"Set OMBI_URL to {way.scheme}://{rest}.",
        )
    where = dialled.host if dialled.host == dialled.address else f"{dialled.host} ({dialled.address})"
    return ok("address", f"{where} accepts connections on port {dialled.port}.")


def tls(way: Way, settings: Settings) -> Check:
    """Whether the connection is private, and to the one who was meant."""
    dialled = way.dialled
    if dialled.distrust is not None:
        found, remedy = _DISTRUSTED[dialled.distrust]
        names = f" ({', '.join(dialled.names)})" if dialled.names else ""
        return failed("tls", found.format(host=dialled.host), remedy.format(host=dialled.host, names=names))
    if not settings.url.startswith("https:"):
        return _without_tls(dialled)
    if not settings.verify_tls:
        return warning(
            "tls",
            "The certificate is not verified (OMBI_MCP_VERIFY_TLS=false), so anybody between can read the key.",
            f"Save the certificate, or that of its CA, as {_READABLE}, and remove OMBI_MCP_VERIFY_TLS.",
        )
    return _trusted(dialled)


def base_path(way: Way, settings: Settings) -> Check:
    """Whether Ombi's API answers below the address, or where else it does."""
    if way.located is None:
        message = "Ombi does not answer." if way.problem is None else way.problem.message
        return failed("base_path", message, "Check in OMBI_URL that this is Ombi's port, and look into Ombi's log.")
    located = way.located
    path = urlsplit(settings.url).path
    if located.place == "Ombi":
        return ok("base_path", f"Ombi's API answers at {path or 'the root of the address'}.")
    found, remedy = _PLACES[located.place]
    if located.base is not None:
        remedy = f"Set OMBI_URL to {located.base}."
    return failed("base_path", found.format(status=located.answered.status), remedy)


def clock(located: Located, now: datetime) -> Check:
    """How far Ombi's clock is from this machine's: tokens end by Ombi's."""
    try:
        theirs = parsedate_to_datetime(located.answered.headers.get("date", ""))
    except ValueError:
        return skipped("clock", "Ombi's answers do not tell its time.")
    ahead = round((theirs.replace(tzinfo=theirs.tzinfo or UTC) - now).total_seconds())
    if abs(ahead) <= _MOST_SECONDS:
        return ok("clock", "Ombi's clock and this machine's agree.")
    minutes = abs(ahead) // 60
    return warning(
        "clock",
        f"Ombi's clock is {minutes} minutes {'ahead of' if ahead > 0 else 'behind'} this machine's.",
        "Let both machines set their clocks over the network (NTP): tokens and dates are judged by Ombi's clock.",
    )


def _without_tls(dialled: Dialled) -> Check:
    if dialled.address is not None and ip_address(dialled.address.partition("%")[0]).is_global:
        return warning(
            "tls",
            "OMBI_URL begins with http://, and the address is public: anybody between can read the key.",
            "Put Ombi behind https, or reach it over a private network.",
        )
    return ok("tls", "Not used, since OMBI_URL begins with http://.")


def _trusted(dialled: Dialled) -> Check:
    if dialled.expires is None:
        return ok("tls", "The certificate is trusted.")
    day = f"{dialled.expires:%Y-%m-%d}"
    if (dialled.expires - datetime.now(UTC)).days < _SOON_DAYS:
        return warning("tls", f"The certificate ends on {day}.", "Renew it before that day.")
    return ok("tls", f"The certificate is trusted, and valid until {day}.")

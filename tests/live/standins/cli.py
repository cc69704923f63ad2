"""The command: starts every stand-in, and says ports, host names, the certificate to trust, keys and users."""

import argparse
import datetime as dt
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from live.standins import certs
from live.standins.apps import App
from live.standins.catalog import Catalog
from live.standins.lab import Lab, Ports
from live.standins.services import APPS, HOSTS, SMTP_PORT

TLS = Path(tempfile.gettempdir()) / "ombi-standins-tls"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = _parser().parse_args(arguments)
    if options.hosts:
        say(hosts_text())
    if options.setup:
        say("\n".join(setup_lines(options.offset)))
    if options.make_ca is not None:
        say(certs.trust_text(certs.make_ca(options.make_ca, HOSTS).resolve()))
    if options.hosts or options.setup or options.make_ca is not None:
        return 0
    return _serve(options)


def say(text: str) -> None:
    """Write to standard output at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="scripts/standins", description="Stands in for every external service that Ombi calls."
    )
    options.add_argument("--http", type=int, default=80, help="port for plain HTTP, by host name (default 80)")
    options.add_argument("--https", type=int, default=443, help="port for TLS, by host name (default 443)")
    options.add_argument("--bind", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    options.add_argument("--offset", type=int, default=0, help="added to the ports of the services (7878, 8989 ...)")
    options.add_argument(
        "--tls", type=Path, default=TLS, metavar="DIR", help=f"certificates, made here (default {TLS})"
    )
    options.add_argument("--no-tls", action="store_true", help="do not listen for TLS")
    options.add_argument("--today", type=dt.date.fromisoformat, help="day from which relative dates count")
    options.add_argument("--quiet", action="store_true", help="no access log")
    options.add_argument(
        "--make-ca", type=Path, metavar="DIR", help="only make the certificates, say how to trust them"
    )
    options.add_argument("--print-hosts", dest="hosts", action="store_true", help="only print lines for /etc/hosts")
    options.add_argument(
        "--print-setup", dest="setup", action="store_true", help="only print ports, keys and users for Ombi's settings"
    )
    return options


def hosts_text(address: str = "127.0.0.1") -> str:
    """The lines for /etc/hosts."""
    return "\n".join(f"{address} {host}" for host in HOSTS)


def setup_lines(offset: int) -> Iterator[str]:
    """What has to be typed into Ombi's settings."""
    raw = Catalog().raw
    accounts = raw["plex_accounts"]
    keys = {"plex": accounts["users"][0]["token"], **raw["keys"]}
    yield "service      address                 key or token"
    for app in APPS:
        if app.port is not None:
            yield f"{app.name:12} 127.0.0.1:{app.port + offset:<13} {keys.get(app.name, '-')}{_choices(app)}"
    yield f"{'smtp':12} 127.0.0.1:{SMTP_PORT + offset:<13} any user, no TLS"
    yield f"plex machine id: {accounts['machine']}"
    for user in accounts["users"]:
        if user.get("token"):
            yield f"plex user {user['username']}: {user['email']} / {user['password']}, token {user['token']}"
    for user in raw["media_users"]:
        connect = f", Emby Connect {user['connect']}" if user.get("connect") else ""
        yield f"emby and jellyfin user {user['name']} / {user['password']}{connect}"


def _choices(app: type[App]) -> str:
    if not app.roots:
        return ""
    roots = ", ".join(f"{path} ({number})" for number, path in app.roots)
    profiles = ", ".join(f"{name} ({number})" for number, name in app.profiles.items())
    return f"; roots {roots}; quality profiles {profiles}"


def _serve(options: argparse.Namespace) -> int:
    tls = None if options.no_tls else options.tls
    if tls is not None and not certs.covers(tls, HOSTS):
        certs.make_ca(tls, HOSTS)
    ports = Ports(options.http, options.https, options.bind, options.offset)
    try:
        lab = Lab(ports, tls=tls, today=options.today, quiet=options.quiet)
    except OSError as error:
        sys.stderr.write(f"cannot listen: {error}\n")
        return 1
    say(_started(lab, options.bind, tls))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    lab.serve_until_interrupted()
    return 0


def _started(lab: Lab, address: str, tls: Path | None) -> str:
    ports = ", ".join(f"{name} {listener.port}" for name, listener in lab.listeners.items())
    trust = certs.trust_text((tls / certs.AUTHORITY).resolve()) if tls is not None else ""
    return f"Listening on {address}: {ports}\n\nAdd to /etc/hosts:\n{hosts_text()}\n\n{trust}Ready."

"""A certificate authority of our own, and one certificate for all host names."""

import ssl
from collections.abc import Iterable
from pathlib import Path

import trustme

AUTHORITY, AUTHORITY_KEY, LEAF, NAMES = "ca.crt", "ca.key", "leaf.pem", "leaf.names"


def make_ca(folder: Path, hosts: Iterable[str]) -> Path:
    """The authority's certificate, made in this folder with a certificate for these hosts; a known one is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [*hosts, "localhost", "127.0.0.1"]
    leaf = _authority(folder).issue_cert(*names)
    secret(folder / LEAF, leaf.private_key_and_cert_chain_pem.bytes())
    (folder / NAMES).write_text("\n".join(names), encoding="utf-8")
    return folder / AUTHORITY


def _authority(folder: Path) -> trustme.CA:
    certificate, key = folder / AUTHORITY, folder / AUTHORITY_KEY
    if certificate.exists() and key.exists():
        return trustme.CA.from_pem(certificate.read_bytes(), key.read_bytes())
    authority = trustme.CA(organization_name="Ombi stand-ins")
    certificate.write_bytes(authority.cert_pem.bytes())
    secret(key, authority.private_key_pem.bytes())
    return authority


def secret(file: Path, content: bytes) -> None:
    """Write a file that only its owner reads."""
    file.touch(mode=0o600)
    file.chmod(0o600)
    file.write_bytes(content)


def covers(folder: Path, hosts: Iterable[str]) -> bool:
    """Whether the folder holds a certificate made for all these hosts."""
    try:
        names = (folder / NAMES).read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return set(hosts) <= set(names) and (folder / LEAF).exists()


def server_context(folder: Path) -> ssl.SSLContext:
    """What a TLS listener shows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / LEAF)
    return context


def trust_text(authority: Path) -> str:
    """How to make Ombi trust the authority."""
    return f"""Trust the certificate {authority} before starting Ombi, either for the machine:
    cp {authority} /usr/local/share/ca-certificates/ombi-standins.crt && update-ca-certificates
or for the Ombi process only (.NET on Linux reads this variable):
    SSL_CERT_FILE={authority} ./Ombi ...
"""

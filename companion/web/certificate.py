"""The program's own certificate: browsers give the camera only to encrypted pages."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import ifaddr
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from catseye import kept_files
from companion.app.addresses import Address, names_here
from companion.core.text import say

EXPLAINED = say(
    "Browsers let only encrypted pages use a camera. Cat's Eye has made its own certificate for that, for which no "
    "company vouches: the browser warns once, then choose “Advanced” and go on. Nothing leaves your network."
)
VALID = timedelta(days=397)
"""Browsers refuse certificates that are valid for longer than 398 days."""
RENEWED = timedelta(days=30)
"""A new one is made when the old one is valid for less than this (our choice)."""
MOST_NAMES = 64
"""Names in a certificate: some computers have dozens of virtual networks."""
_OWNER_ONLY = 0o600


def certificate_file(path: Path, names: Collection[str], now: datetime | None = None) -> Path:
    """Return the file with the certificate for these hosts and its key (PEM), made or renewed if needed.

    It is kept as long as it is valid and has all names, so that browsers warn only once. Raises OSError.
    """
    now = now or datetime.now(UTC)
    wanted = sorted(set(names))[:MOST_NAMES]
    if not _serves(path, wanted, now):
        kept_files.write(path, _made(wanted, now), mode=_OWNER_ONLY)
    return path


def hosts_here() -> set[str]:
    """Return the names and addresses by which browsers in the room may call this computer."""
    hosts = {*names_here(), "127.0.0.1", "::1", *map(str, _own_addresses())}
    return {host for host in hosts if host.isascii()}


def network_addresses(listening: Address) -> list[str]:
    """Return the IPv4 addresses at which others reach a server that listens there; none if nobody else does."""
    own = [str(each) for each in _own_addresses() if each.version == 4]
    everywhere = listening.host in {"0.0.0.0", "::", ""}  # noqa: S104  compared, not listened at
    return own if everywhere else [each for each in own if each == listening.host]


def _own_addresses() -> Iterator[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    for adapter in ifaddr.get_adapters():
        for address in adapter.ips:
            host = ipaddress.ip_address(address.ip if isinstance(address.ip, str) else address.ip[0])
            if not (host.is_link_local or host.is_loopback):
                yield host


def _serves(path: Path, wanted: Collection[str], now: datetime) -> bool:
    """Return whether the file has a certificate that can still be used for these hosts, and its key."""
    try:
        content = kept_files.read(path)
        found = x509.load_pem_x509_certificate(content)
        key = serialization.load_pem_private_key(content, None)
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    known = {str(name.value) for name in names}
    valid = found.not_valid_before_utc <= now <= found.not_valid_after_utc - RENEWED
    return valid and key.public_key() == found.public_key() and set(wanted) <= known


def _made(names: Collection[str], now: datetime) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Cat's Eye at this table")])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # clocks of phones differ
        .not_valid_after(now + VALID - timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + made.public_bytes(serialization.Encoding.PEM)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)

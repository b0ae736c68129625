"""Where the web server listens, and how browsers in the room can write that."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import NamedTuple

PORT = 8422
"""The usual port: nothing registered at IANA uses it."""


class Address(NamedTuple):
    """Where to listen."""

    host: str = "0.0.0.0"  # noqa: S104  phones in the room are to reach it, once it is switched on
    port: int = PORT


def address_of(written: str) -> Address:
    """Parse "HOST:PORT", "HOST", ":PORT" or "". Raises ValueError."""
    if written.startswith("["):
        host, _, port = written[1:].partition("]")
        port = port.removeprefix(":")
    else:
        host, _, port = written.partition(":")
    if port and not (port.isascii() and port.isdecimal() and int(port) < 65536):
        raise ValueError(f"{written!r} is not HOST:PORT")
    usual = Address()
    return Address(host or usual.host, int(port) if port else usual.port)


def names_here() -> tuple[str, ...]:
    """Return the names that browsers may write for this machine, besides addresses in digits."""
    own = socket.gethostname().lower()
    return ("localhost", "catseye.local", own, f"{own.partition('.')[0]}.local")


def reachable(address: Address) -> str:
    """Return the host that a phone in the room writes: the address on the network, for one that listens everywhere."""
    host = address.host
    try:
        everywhere = ip_address(host).is_unspecified
    except ValueError:
        return host
    if not everywhere:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: no packet is sent; the system only chooses an interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"

"""The address of a network camera: as people type it, as it is sent, and as it may be printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

if TYPE_CHECKING:
    from urllib.parse import SplitResult

_AS_TYPED = "%/:?#[]@!$&'()*+,;=~"
"""Characters with a meaning in an address, and the sign of those that are percent-encoded already."""
LONGEST_WORDS = 200
"""Letters of a camera's own words that are shown: a status line may have 65,536."""
_PASSWORD = re.compile(r"(//[^/?#:@\[]*):(?:[^/?#]*@|(?!\d{0,5}(?:[/?#]|$)).*@)")
"""The text between a colon and the host: also a password with a "/", which would be taken for a port otherwise."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a camera is (`url`, ASCII, without a user), and the user who asks, "" for none."""

    url: str
    user: str
    password: str


def shown(url: str) -> str:
    """Return an address as it may be printed and logged: stars stand for a password."""
    return _escaped(_PASSWORD.sub(r"\1:***@", url))


def words_of(camera: object) -> str:
    """Return what a camera said, or an error that repeats it, as it may be shown: what would steer a terminal or turn
    the direction of writing is written out, and the end of long words left out.
    """
    words = _escaped(str(camera)[: LONGEST_WORDS + 1])
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}..."


def _escaped(text: str) -> str:
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def address_of(url: str) -> Address:
    """Take apart an address: letters beyond ASCII are put in IDNA where they name the host, elsewhere as %XX.

    Raises ValueError, in plain words, for what cannot be an address.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ValueError(f"{shown(url)!r}: this cannot be an address") from None
    if not parts.hostname:
        raise ValueError(f"{shown(url)!r}: no host in this address")
    place = _host(url, parts) + _port(url, parts)
    path, query = _coded(parts.path), _coded(parts.query)
    sent = parts._replace(netloc=place, path=path, query=query, fragment="").geturl()
    return Address(sent, unquote(parts.username or ""), unquote(parts.password or ""))


def _coded(part: str) -> str:
    return quote(part, _AS_TYPED, errors="surrogateescape")


def _host(url: str, parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        return f"[{host}]"  # an IPv6 address
    try:
        name = host.encode("idna").decode("ascii")
    except UnicodeError:
        name = ""
    if not re.fullmatch(r"[a-zA-Z0-9._-]+", name):
        raise ValueError(f"{shown(url)!r}: {host[:60]!r} cannot be the name of a host")
    return name


def _port(url: str, parts: SplitResult) -> str:
    try:
        return "" if parts.port is None else f":{parts.port}"
    except ValueError:
        raise ValueError(f"{shown(url)!r}: the port in this address is no number up to 65535") from None

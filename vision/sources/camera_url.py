"""The address of a network camera: parsed as typed, encoded for requests, and masked for display."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from catseye.names import printable
from catseye.text import plain, say
from vision.frames import SourceLost

if TYPE_CHECKING:
    from urllib.parse import SplitResult

    from catseye.text import Text

_AS_TYPED = "%/:?#[]@!$&'()*+,;=~"
"""Characters with a meaning in an address, and the sign of percent-encoded ones."""
PIN = "sha256="
"""What precedes a fingerprint after the "#" of an address."""
_OURS = frozenset({"turn", "mirror"})
_BARE_ADDRESS = re.compile(
    r"(\d{1,3}(\.\d{1,3}){3}|[\w-]+(\.[\w-]+)*\.local)(:\d+)?(/|$)|(?!usb:|sim:|clip:)[\w.-]+:\d{2,5}(/|$)",
    re.IGNORECASE,
)
"""An IPv4 address or a name in .local, or any host with its port."""
LONGEST_WORDS = 200
"""Most characters of a camera's message that are shown: a status line may have 65,536."""
_PASSWORD = re.compile(r"(//[^/?#:@\[]*):(?:[^/?#]*@|(?!\d{0,5}(?:[/?#]|$)).*@)")
"""The text between a colon and the host: also a password with a "/", which would be taken for a port otherwise."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a camera (`url`, ASCII, without credentials), its user, "" for none, and the fingerprint of the
    certificate that was accepted for it (SHA-256 in hexadecimal digits, "" for none).
    """

    url: str
    user: str
    password: str
    pin: str = ""


def shown(url: str) -> str:
    """Return an address for display and logs, with its password masked."""
    return _PASSWORD.sub(r"\1:***@", printable(url))


def words_of(camera: object) -> Text:
    """Return a camera's message, or an error that contains it, for display: control and bidirectional characters are
    escaped, and a long one is truncated. The sentence of a SourceLost is returned as it is.
    """
    if isinstance(camera, SourceLost):
        return camera.why
    words = printable(str(camera)[: LONGEST_WORDS + 1])
    return plain(words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}...")


def address_of(url: str) -> Address:
    """Parse an address: a host with non-ASCII letters is encoded by IDNA, other parts by percent-encoding. Raises
    ValueError, in plain words, for an invalid one.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise _invalid(url, say("this cannot be an address")) from None
    if not parts.hostname:
        raise _invalid(url, say("no host in this address"))
    place = _host(url, parts) + _port(url, parts)
    path, query = _coded(parts.path), _coded(parts.query)
    sent = parts._replace(netloc=place, path=path, query=query, fragment="").geturl()
    pin = parts.fragment.removeprefix(PIN) if parts.fragment.startswith(PIN) else ""
    return Address(sent, unquote(parts.username or ""), unquote(parts.password or ""), pin)


def full_name(name: str) -> str:
    """Return the name of a camera as `open_source` takes it: without spaces around it, its scheme in small letters, and
    http: before the bare address of a network camera, such as 192.168.0.20:8080.
    """
    name = name.strip()
    if _BARE_ADDRESS.match(name):
        return f"http://{name}"
    scheme, colon, rest = name.partition(":")
    return f"{scheme.lower()}:{rest}" if colon and scheme.isalpha() else name


def accepted(url: str, fingerprint: str) -> str:
    """Return the address with this certificate accepted."""
    return f"{url.partition('#')[0]}#{PIN}{fingerprint}"


def parted(url: str) -> tuple[str, dict[str, str]]:
    """Return an address without those settings in its query that are ours, and these: how the picture is turned."""
    head, question, rest = url.partition("?")
    query, mark, fragment = rest.partition("#")
    given = [item.partition("=") for item in query.split("&")]
    ours = {key: value for key, _, value in given if key in _OURS}
    kept = "&".join(key + equals + value for key, equals, value in given if key not in _OURS)
    return (f"{head}?{kept}" if kept else head if question else url) + mark + fragment, ours


def with_settings(name: str, **settings: object) -> str:
    """Return the name of a camera with other settings of `_OURS`; 0 and False leave one out."""
    bare, ours = parted(name)
    ours |= {key: str(int(value) if isinstance(value, bool) else value) for key, value in settings.items()}
    more = "&".join(f"{key}={value}" for key, value in ours.items() if value != "0")
    head, mark, fragment = bare.partition("#")
    return (f"{head}{'&' if '?' in head else '?'}{more}" if more else head) + mark + fragment


def _invalid(url: str, why: Text) -> ValueError:
    return ValueError(say("{name}: {why}", name=repr(shown(url)), why=why))


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
        raise _invalid(url, say("{host} cannot be the name of a host", host=repr(host[:60])))
    return name


def _port(url: str, parts: SplitResult) -> str:
    try:
        return "" if parts.port is None else f":{parts.port}"
    except ValueError:
        raise _invalid(url, say("the port in this address is no number up to 65535")) from None

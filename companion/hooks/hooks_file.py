"""`hooks.toml` beside the settings: the programs that are told about events, checked strictly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from catseye.names import printable
from companion.app.settings import BadSettings, read_toml, settings_file

MOST = 8
"""Most programs of each kind: each has a thread of its own (our choice)."""
SHORTEST_TOKEN = 20
"""Letters of a token: nobody guesses one in a life (119 bits)."""
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A token of RFC 9110, 5.6.2."""


class Post(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An address to which each message is posted as JSON, with these headers."""

    url: str
    headers: dict[str, str] = {}

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        except ValueError:
            valid = False
        if not valid:
            raise ValueError("url must be an address like http://192.168.0.20:8080/hook")
        for name, value in self.headers.items():
            if not _HEADER.fullmatch(name) or not (value.isascii() and value.isprintable()):
                raise ValueError("headers must have names like Authorization and values of plain letters in one line")

    @property
    def place(self) -> str:
        """The address without what may be secret in it: user, password, path and query."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


class Mqtt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An MQTT broker, the first part of the topics, and `retained` messages by topic, published at each connection."""

    host: Annotated[str, msgspec.Meta(min_length=1)]
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    topic: str = "catseye"
    retained: dict[str, str] = {}

    def __post_init__(self) -> None:
        for topic in (self.topic, *self.retained):
            if not topic or not topic.isprintable() or set(topic) & set("+#"):
                raise ValueError("a topic must be like catseye/table, without + and #")
        if self.password and not self.user:
            raise ValueError("a password needs a user")

    @property
    def place(self) -> str:
        """The broker, for people."""
        return f"{self.host}:{self.port}"


class Events(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The token with which programs may read `/events`, if the table is served to browsers."""

    token: str

    def __post_init__(self) -> None:
        if not (len(self.token) >= SHORTEST_TOKEN and self.token.isascii() and self.token.isalnum()):
            raise ValueError(f"token must have at least {SHORTEST_TOKEN} letters and digits")


class HooksFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """All programs that are told."""

    post: Annotated[tuple[Post, ...], msgspec.Meta(max_length=MOST)] = ()
    mqtt: Annotated[tuple[Mqtt, ...], msgspec.Meta(max_length=MOST)] = ()
    events: Events | None = None


def hooks_file() -> Path:
    """Return the path of the file on this platform."""
    return settings_file().with_name("hooks.toml")


def load(path: Path | None = None) -> HooksFile:
    """Return what the file says; without a file, nobody is told. Raises BadSettings saying where and what is wrong."""
    path = path or hooks_file()
    try:
        return msgspec.convert(read_toml(path), HooksFile)
    except FileNotFoundError:
        return HooksFile()
    except msgspec.ValidationError as wrong:
        raise BadSettings(f"{path}: {printable(str(wrong))}") from None

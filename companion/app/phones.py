"""Phones, tablets and televisions at the table: switched on and off, and let in by codes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from threading import Thread
from typing import Protocol

from catseye.text import error_text
from companion.core.text import NOTHING, Text, plain, say
from companion.devices.inbox import Inbox
from companion.referee.signals import Request

_log = logging.getLogger(__name__)


class Paired(Protocol):
    """The codes that can be used, and the browsers that used one (`companion.web.pairing`)."""

    def make_code(self, role: str) -> str:
        """Return a new code for a role."""

    def meant_by(self, code: str) -> str:
        """Return the role of a code that can still be used, or ""."""

    def people(self) -> Sequence[tuple[str, str]]:
        """Return a name for each paired browser, and its role."""

    def give(self, name: str, role: str) -> bool:
        """Give a browser another role, or with "" none."""


class Served(Protocol):
    """A table that browsers can show (`companion.web.switch`)."""

    @property
    def link(self) -> str:
        """The address that a phone in the room opens."""

    @property
    def named(self) -> str:
        """The same with a name instead of a number, "" where phones do not find one."""

    @property
    def pairing(self) -> Paired:
        """Who may come in, and who has."""

    def start(self) -> None:
        """Follow the table and listen. Called on the session's thread."""

    def stop(self) -> None:
        """Listen no longer."""


class Phones:
    """Serves the table while it is switched on. `serve` makes what listens: until it is called, no library of the web
    is imported and no port is taken. All of it is called on the session's thread, which reads the `inbox`.
    """

    def __init__(self, serve: Callable[[], Served], inbox: Inbox) -> None:
        self._serve, self._inbox = serve, inbox
        self._served: Served | None = None
        self._codes: dict[str, str] = {}
        self.starting = False
        self.trouble: Text = NOTHING
        """Why they could not be switched on."""

    @property
    def on(self) -> bool:
        """Whether browsers can come in."""
        return self._served is not None

    @property
    def link(self) -> str:
        """The address that a phone opens, "" while this is off."""
        return "" if self._served is None else self._served.link

    @property
    def named(self) -> str:
        """The same with a name instead of a number, "" where phones do not find one."""
        return "" if self._served is None else self._served.named

    def code(self, role: str) -> str:
        """Return a code that can be used now; another one once it has been. "" while this is off."""
        if self._served is None:
            return ""
        pairing = self._served.pairing
        if pairing.meant_by(self._codes.get(role, "")) != role:
            self._codes[role] = pairing.make_code(role)
        return self._codes[role]

    def people(self) -> Sequence[tuple[str, str]]:
        """Return a name for each paired browser, and its role; the one that was paired first comes first."""
        return () if self._served is None else self._served.pairing.people()

    def give(self, name: str, role: str) -> None:
        """Give a paired browser another role; "" sends it away. Do nothing if it is no longer paired."""
        if self._served is not None:
            self._served.pairing.give(name, role)

    def switch_on(self) -> None:
        """Let browsers in soon: its libraries are imported on a thread of their own."""
        if not (self.on or self.starting):
            self.starting, self.trouble = True, NOTHING
            Thread(target=self._prepare, daemon=True).start()

    def open(self) -> None:
        """Let browsers in at once. Raises OSError if the address cannot be used."""
        self._begin(self._serve())

    def switch_off(self) -> None:
        """Let nobody in; those who are paired stay paired for the next time."""
        served, self._served, self._codes = self._served, None, {}
        if served is not None:
            served.stop()

    def _prepare(self) -> None:
        try:
            made = self._serve()
        except Exception as wrong:  # noqa: BLE001  shown: an exception would end this thread unnoticed
            _log.warning("phones cannot be switched on", exc_info=wrong)
            reason = wrong.strerror if isinstance(wrong, OSError) else None
            self._inbox.put(Request(partial(self._fail, plain(reason) if reason else error_text(wrong))))
        else:
            self._inbox.put(Request(partial(self._begin, made)))

    def _begin(self, made: Served) -> None:
        self.starting, self._served = False, made
        made.start()

    def _fail(self, why: Text) -> None:
        self.starting, self.trouble = False, say("Phones cannot be switched on: {why}", why=why)

"""Watches a table and tells the programs of `hooks.toml` about each event."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.settings import BadSettings
from companion.core.text import Text, say
from companion.hooks.hooks_file import HooksFile, load
from companion.hooks.message import Told, messages_since
from companion.hooks.outbox import Outbox, Target
from companion.hooks.stream import Stream
from companion.referee.signals import DeviceSaid

if TYPE_CHECKING:
    from companion.app.controller import TableController

_log = logging.getLogger(__name__)
LAST_S = 1.0
"""How long the messages that still wait may take when the app ends, seconds (our choice)."""


class Hooks:
    """Tells programs about a table after each change: those it sends to, and those that read the `stream`."""

    def __init__(self, controller: TableController, targets: Sequence[Target], stream: Stream | None = None) -> None:
        self.stream = stream
        self._controller = controller
        self._outboxes = [Outbox(target, partial(_report, controller)) for target in targets]
        self._told: Told | None = None
        if targets or stream is not None:
            controller.followers.append(self._follow)
            self._follow()

    def _follow(self) -> None:
        """Tell what has happened since the last change, unless it is practice. Nothing that goes wrong here stops the
        table.
        """
        session = None if self._controller.practice is not None else self._controller.session
        told = None if session is None else Told(session.id, session.seq)
        if told == self._told:
            return
        before, self._told = self._told, told
        if session is None:
            return
        try:
            messages = messages_since(before, session)
        except Exception:  # noqa: BLE001  logged
            _log.exception("other programs are not told about an event")
            return
        for message in messages:
            for outbox in self._outboxes:
                outbox.put(message)
            if self.stream is not None:
                self.stream.put(message)

    def close(self) -> None:
        """Follow no longer, and send what still waits, within LAST_S in all."""
        with suppress(ValueError):
            self._controller.followers.remove(self._follow)
        until = time.monotonic() + LAST_S
        for outbox in self._outboxes:
            outbox.end()
        for outbox in self._outboxes:
            outbox.join(max(0.0, until - time.monotonic()))


def open_hooks(controller: TableController, path: Path | None = None) -> Hooks:
    """Return the hooks that the file names, none without a file. The table is told why a file cannot be used."""
    try:
        file = load(path)
        return Hooks(controller, _targets(file), Stream(file.events.token) if file.events else None)
    except BadSettings as wrong:
        words = say("No other program is told about events. {why}", why=str(wrong))
    except ImportError:
        words = say("No other program is told about events: install what MQTT needs with pip install 'catseye[mqtt]'")
    _log.warning("%s", words)
    _report(controller, words)
    return Hooks(controller, ())


def _targets(hooks: HooksFile) -> list[Target]:
    """Return the programs of the file. Libraries are loaded only if they are needed. Raises ImportError."""
    targets: list[Target] = []
    if hooks.mqtt:
        from companion.hooks.mqtt import MqttTarget  # noqa: PLC0415  see above

        targets += [MqttTarget(hook) for hook in hooks.mqtt]
    if hooks.post:
        from companion.hooks.http_post import PostTarget  # noqa: PLC0415  see above

        targets += [PostTarget(hook) for hook in hooks.post]
    return targets


def _report(controller: TableController, words: Text) -> None:
    controller.inbox.put(DeviceSaid("hooks", words))

"""Sends messages to one program from a thread of its own, so that play never waits for it."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

from companion.core.text import NOTHING, Text, plain, say
from companion.hooks.message import Message
from companion.record import codec

_log = logging.getLogger(__name__)
WAITING = 16
"""Most messages that wait for a slow program; beyond, the oldest is left out (our choice)."""


class NotSent(Exception):  # noqa: N818  it names what happened to the message
    """The message was not delivered, or nobody knows; `why` says so without any secret."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


class Target(Protocol):
    """Takes messages, on the outbox's thread."""

    @property
    def place(self) -> str:
        """The name of the program for people, without any secret."""

    def send(self, message: bytes) -> None:
        """Deliver one message (JSON), in bounded time. Raises NotSent."""

    def close(self) -> None:
        """Give back the connection."""


class Outbox:
    """Delivers each message at most once, in order: one that fails is not sent again.

    A message says in `left_out` how many before it were not delivered since the last that was. `report` gets a sentence
    when sending begins to fail, or fails otherwise.
    """

    def __init__(self, target: Target, report: Callable[[Text], None]) -> None:
        self._target, self._report = target, report
        self._news = threading.Condition()
        self._waiting: deque[Message] = deque()
        self._left_out, self._failed_by, self._closing = 0, NOTHING, False
        self._thread = threading.Thread(target=self._work, name=f"hook {target.place}", daemon=True)
        self._thread.start()

    def put(self, message: Message) -> None:
        """Leave a message to be sent; return at once."""
        with self._news:
            if len(self._waiting) == WAITING:
                self._waiting.popleft()
                self._left_out += 1
            self._waiting.append(message)
            self._news.notify()

    def end(self) -> None:
        """Let the thread end once what waits is sent."""
        with self._news:
            self._closing = True
            self._news.notify()

    def join(self, seconds: float) -> None:
        """Wait for the end of the thread. A program that is slower misses what still waits."""
        self._thread.join(seconds)

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    break
                message, left_out = self._waiting.popleft(), self._left_out
            try:
                self._target.send(codec.to_json({**message, "left_out": left_out}))
            except Exception as wrong:  # noqa: BLE001  a dead thread would send nothing more and not say so
                self._failed(wrong)
            else:
                with self._news:
                    self._left_out -= left_out
                    self._failed_by = NOTHING
        self._target.close()

    def _failed(self, wrong: Exception) -> None:
        why = wrong.why if isinstance(wrong, NotSent) else plain(type(wrong).__name__)  # its words may hold a secret
        with self._news:
            self._left_out += 1
            if self._failed_by == why:
                return
            self._failed_by = why
        words = say("Events do not reach {place}: {why}", place=self._target.place, why=why)
        _log.warning("%s", words)
        self._report(words)

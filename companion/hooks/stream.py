"""The messages as a stream for programs that ask for them: `/events` of the table in browsers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from threading import Lock

from companion.hooks.message import Message
from companion.hooks.outbox import WAITING


class Stream:
    """Hands each message to every reader that has the `token`. A slow one misses the oldest, as with an outbox."""

    def __init__(self, token: str) -> None:
        self.token = token
        self._lock = Lock()
        self._latest: Message | None = None
        self._readers: set[_Reader] = set()

    @property
    def readers(self) -> int:
        """How many programs read."""
        return len(self._readers)

    def put(self, message: Message) -> None:
        """Leave a message to be read; return at once."""
        with self._lock:
            self._latest = message
            for reader in self._readers:
                with suppress(RuntimeError):  # the server has stopped
                    reader.loop.call_soon_threadsafe(reader.add, message)

    async def messages(self) -> AsyncIterator[Message]:
        """Give the newest message, then each that comes."""
        reader = _Reader()
        with self._lock:
            self._readers.add(reader)
            if self._latest is not None:
                reader.add(self._latest)
        try:
            while True:
                yield await reader.next()
        finally:
            with self._lock:
                self._readers.discard(reader)


class _Reader:
    """The messages that wait for one reader. All but the constructor runs on the server's loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._waiting: deque[Message] = deque()
        self._left_out, self._news = 0, asyncio.Event()

    def add(self, message: Message) -> None:
        if len(self._waiting) == WAITING:
            self._waiting.popleft()
            self._left_out += 1
        self._waiting.append(message)
        self._news.set()

    async def next(self) -> Message:
        await self._news.wait()
        message, left_out = self._waiting.popleft(), self._left_out
        self._left_out = 0
        if not self._waiting:
            self._news.clear()
        return {**message, "left_out": left_out}

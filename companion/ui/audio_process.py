"""Plays sound files in a process of its own: `companion.audio.output` starts it, writes to it and may kill it.

The sound system of a computer may hang or crash (kivy#9023): here it takes nothing else with it. One JSON object a line
on standard input: `{"play": [file, ...], "volume": 0.6}` plays these files one after the other instead of what is
heard now, `{"then": [file, ...], "volume": 0.6}` after it. The only answer is the first line: "ready", or "silent"
where there is no sound. The process ends with its input, or when a call into the sound system takes longer than
`HANGS_S`.
"""

from __future__ import annotations

import os

_DRIVER = os.environ.get("SDL_AUDIODRIVER")
from companion.ui import kivy_settings  # noqa: E402  isort: skip  # what Kivy reads at its import

if _DRIVER is None:
    del os.environ["SDL_AUDIODRIVER"]  # the window's process has no sound; this one has

import faulthandler  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections import deque  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from contextlib import contextmanager  # noqa: E402
from pathlib import Path  # noqa: E402
from queue import Empty, Queue  # noqa: E402
from threading import Thread  # noqa: E402
from typing import IO, Any  # noqa: E402

__all__ = ["HANGS_S", "kivy_settings", "main"]

HANGS_S = 8.0
"""A call into the sound system takes milliseconds, the first one up to a second: after this it hangs."""


class _Playing:
    """Plays files one after the other; `wait` is how long the one that is heard goes on, in seconds."""

    def __init__(self) -> None:
        self._now: Any = None
        self._ends = 0.0
        self._files: deque[str] = deque()
        self._volume = 1.0

    def take(self, line: str) -> None:
        """One line of the input."""
        request = json.loads(line)
        if "play" in request:
            self._stop()
            self._files.clear()
        self._volume = float(request["volume"])
        self._files.extend(request.get("play", request.get("then", ())))

    @property
    def wait(self) -> float | None:
        """Seconds until the next file is due; None where nothing is waiting or heard."""
        return max(0.0, self._ends - time.monotonic()) if self._files or self._now is not None else None

    def step(self) -> None:
        """Play the next file, if the one before has ended."""
        if self.wait != 0.0:
            return
        self._stop()
        sound = _load(self._files.popleft()) if self._files else None
        if sound is not None and sound.length:
            sound.volume = self._volume
            sound.play()
            self._now, self._ends = sound, time.monotonic() + sound.length

    def _stop(self) -> None:
        if self._now is not None:
            self._now.stop()
            self._now.unload()
        self._now, self._ends = None, 0.0


def _load(file: str) -> Any:
    from kivy.core.audio import SoundLoader  # noqa: PLC0415  its import may hang, too

    return SoundLoader.load(file)


@contextmanager
def _watchdog(nowhere: IO[str]) -> Iterator[None]:
    """Ends the process, from a thread that needs no Python, where this takes too long."""
    faulthandler.dump_traceback_later(HANGS_S, exit=True, file=nowhere)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def _read(lines: Queue[str | None]) -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)


def main(probe: str) -> None:
    """Open the sound system with the file `probe`, say whether it works, and play until the input ends."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        with _watchdog(nowhere):
            first = _load(probe)
        works = first is not None and bool(first.length)
        print("ready" if works else "silent", flush=True)  # noqa: T201  the answer
        if not works:
            os._exit(0)
        lines: Queue[str | None] = Queue()
        Thread(target=_read, args=(lines,), daemon=True).start()
        playing = _Playing()
        while True:
            try:
                line = lines.get(timeout=playing.wait)
            except Empty:
                line = ""
            if line is None:
                os._exit(0)  # the sound system may hang when it is closed
            with _watchdog(nowhere):
                if line:
                    playing.take(line)
                playing.step()


if __name__ == "__main__":
    main(sys.argv[1])

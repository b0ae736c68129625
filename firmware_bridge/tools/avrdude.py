"""avrdude as a program that is run: its progress, what its words mean, and its end when a board falls silent."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from firmware_bridge.host.links import ADVICE, not_opened

PATIENCE_S = 30.0
"""avrdude can wait for ever on a board that falls silent in the middle. After so long without progress it is ended,
whatever it says meanwhile: where another program reads the board's answers it complains without end."""
LIMIT_S = 180.0
"""In all. To write and verify takes some seconds."""
BAR = 50
"""Marks of the bar that avrdude draws for each phase."""
PHASES = {"Reading": "verifying", "Writing": "writing"}
HALF = "no end of file record"
"""avrdude warns of a file that ends in the middle, and writes it."""

SILENT = "the boot loader does not answer: is it the right board (`--board`), and is nothing wired to pins 0 and 1?"
DIFFERS = "the board holds something else than was written: try again, then try another cable."
GIVEN_UP = "\nthe board is not responding any more"
_CHATTER = ("ioctl(", "avrdude done")
"""Of the line's control wires, which a pseudo-terminal lacks, and of nothing."""


def explain(said: str, port: str) -> str:
    """What avrdude's words about a port mean for people."""
    code = next((code for code in ADVICE if os.strerror(code) in said), None)
    closed = str(not_opened(port, code, "is another program using it? See `doctor`."))
    known = {
        HALF: "the firmware file ends in the middle, and half a firmware is on the board: make it anew, flash again.",
        "not in sync": SILENT,
        "not responding": SILENT,
        "can't open device": closed,
        "cannot open port": closed,
        "Permission denied": closed,
        "verification error": DIFFERS,
        "verification mismatch": DIFFERS,
        "expected signature": "this is another chip: choose the board that is there (`--board`).",
    }
    hints = [hint for words, hint in known.items() if words.lower() in said.lower()]
    return hints[0] if hints else "avrdude says: " + " / ".join(_reasons(said))


def _reasons(said: str) -> list[str]:
    """The lines that say why; where none does, the last ones."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    lines = [line for line in lines if not any(chatter in line for chatter in _CHATTER)]
    return [line for line in lines if "error" in line.lower()] or lines[-3:]


class Readable(Protocol):
    """What characters can be read from."""

    def read(self, count: int, /) -> str:
        """As a file's; "" at the end."""


def progress(output: Readable) -> Iterator[tuple[str, float]]:
    """(phase, share done) as avrdude draws its bars; the words it prints between them come as phase "" ."""
    word, phase, marks = "", "", 0
    while character := output.read(1):
        if phase and character == "#":
            marks += 1
            yield phase, min(marks / BAR, 1.0)
        elif character in "\r\n":
            if word.strip() and not phase:
                yield "", 0.0
            word, phase = "", ""
        else:
            word += character
            for name, known in PHASES.items():
                if word.startswith(f"{name} |"):
                    if phase != known:
                        marks = 0
                    phase = known


def run(arguments: list[str], on_progress: Callable[[str, float], None]) -> tuple[int, str]:
    """Runs it to its end. Returns its exit code and all it said."""
    with subprocess.Popen(  # noqa: S603 - avrdude with our own arguments
        arguments, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, errors="replace"
    ) as running:
        assert running.stdout is not None
        output = _Tee(running.stdout)
        with _ended_in_time(running, output):
            for phase, share in progress(output):
                if phase:
                    output.went_on_at = time.monotonic()
                    on_progress(phase, share)
    return running.returncode, output.all + (GIVEN_UP if output.given_up else "")


@contextmanager
def _ended_in_time(running: subprocess.Popen[str], output: _Tee) -> Iterator[None]:
    over, began = threading.Event(), time.monotonic()

    def watch() -> None:
        while not over.wait(0.1):
            now = time.monotonic()
            if now - output.went_on_at > PATIENCE_S or now - began > LIMIT_S:
                output.given_up = True
                running.kill()
                return

    watcher = threading.Thread(target=watch, name="avrdude's watcher", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


class _Tee:
    """Reads on, and remembers what it has read."""

    def __init__(self, source: Readable) -> None:
        self._source = source
        self.all, self.went_on_at, self.given_up = "", time.monotonic(), False

    def read(self, count: int, /) -> str:
        """See `Readable`."""
        got = self._source.read(count)
        self.all += got
        return got

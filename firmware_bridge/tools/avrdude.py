"""Run avrdude: follow its progress, explain its messages, and end it if the board falls silent."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from firmware_bridge.host.links import ADVICE, not_opened

PATIENCE_S = 30.0
"""End avrdude after this long without progress, seconds, whatever it prints: it can wait for ever on a silent board."""
LIMIT_S = 180.0
"""Limit for a whole run, seconds. Writing and verifying take a few."""
BAR = 50
"""Marks in the bar avrdude draws for each phase."""
PHASES = {"Reading": "verifying", "Writing": "writing"}
HALF = "no end of file record"
"""avrdude warns of an incomplete file, but writes it."""

SILENT = "the boot loader does not answer: is it the right board (`--board`), and is nothing wired to pins 0 and 1?"
DIFFERS = "the board holds something other than what was written: try again, then try another cable."
GIVEN_UP = "\nthe board is not responding"
_CHATTER = ("ioctl(", "avrdude done")
"""Lines to leave out: control wires that a pseudo-terminal lacks, and the end."""


def explain(said: str, port: str) -> str:
    """Translate what avrdude printed about a port into a sentence for people."""
    code = next((code for code in ADVICE if os.strerror(code) in said), None)
    closed = str(not_opened(port, code, "is another program using it? See `doctor`."))
    known = {
        HALF: "the firmware file is incomplete, and half a firmware is on the board: build it again and flash again.",
        "not in sync": SILENT,
        "not responding": SILENT,
        "can't open device": closed,
        "cannot open port": closed,
        "Permission denied": closed,
        "verification error": DIFFERS,
        "verification mismatch": DIFFERS,
        "expected signature": "this is another chip: name the board you have (`--board`).",
    }
    hints = [hint for words, hint in known.items() if words.lower() in said.lower()]
    return hints[0] if hints else "avrdude says: " + " / ".join(_reasons(said))


def _reasons(said: str) -> list[str]:
    """Return the lines that say why, or else the last three."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    lines = [line for line in lines if not any(chatter in line for chatter in _CHATTER)]
    return [line for line in lines if "error" in line.lower()] or lines[-3:]


def progress(output: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Read avrdude's characters and yield (phase, share done) as it draws its bars."""
    word, phase, marks = "", "", 0
    for character in output:
        if phase and character == "#":
            marks += 1
            yield phase, min(marks / BAR, 1.0)
        elif character in "\r\n":
            word, phase = "", ""
        else:
            word += character
            for name, known in PHASES.items():
                if word.startswith(f"{name} |"):
                    if phase != known:
                        marks = 0
                    phase = known


def run(arguments: list[str], on_progress: Callable[[str, float], None]) -> tuple[int, str]:
    """Run it to its end. Return its exit code and everything it printed."""
    said: list[str] = []
    with subprocess.Popen(  # noqa: S603 - avrdude with our own arguments
        arguments, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, errors="replace"
    ) as running:
        assert running.stdout is not None
        with _watched(running) as watch:
            for phase, share in progress(_recorded(iter(partial(running.stdout.read, 1), ""), said)):
                watch.went_on_at = time.monotonic()
                on_progress(phase, share)
    return running.returncode, "".join(said) + (GIVEN_UP if watch.given_up else "")


def _recorded(characters: Iterable[str], said: list[str]) -> Iterator[str]:
    for character in characters:
        said.append(character)
        yield character


@dataclass
class _Watch:
    went_on_at: float = field(default_factory=time.monotonic)
    given_up: bool = False


@contextmanager
def _watched(running: subprocess.Popen[str]) -> Iterator[_Watch]:
    """Kill the program if it makes no progress for `PATIENCE_S` or runs for `LIMIT_S`."""
    over, began, state = threading.Event(), time.monotonic(), _Watch()

    def watch() -> None:
        while not over.wait(0.1):
            now = time.monotonic()
            if now - state.went_on_at > PATIENCE_S or now - began > LIMIT_S:
                state.given_up = True
                running.kill()
                return

    watcher = threading.Thread(target=watch, name="avrdude's watcher", daemon=True)
    watcher.start()
    try:
        yield state
    finally:
        over.set()
        watcher.join()

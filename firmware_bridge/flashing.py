"""Putting the firmware on a board with avrdude: which command for which board, its progress, and what went wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import serial

from firmware_bridge.files import is_file
from firmware_bridge.finding import Finder, Found
from firmware_bridge.links import ADVICE, not_opened, refused

TOUCH_BAUD = 1200
PATIENCE_S = 30.0
"""avrdude can wait for ever on a board that falls silent in the middle. After so long without a word it is ended."""
BAR = 50
"""avrdude draws a bar of so many marks for each phase."""
PHASES = {"Reading": "verifying", "Writing": "writing"}


@dataclass(frozen=True)
class Board:
    """How a kind of board is flashed. `bauds` are tried in turn: old and new boot loaders differ."""

    name: str
    part: str
    programmer: str
    bauds: tuple[int, ...]
    firmware: str
    touch: bool = False


BOARDS = {
    board.name: board
    for board in (
        Board("uno", "m328p", "arduino", (115200,), "box-328p.hex"),
        Board("nano", "m328p", "arduino", (115200, 57600), "box-328p.hex"),
        Board("leonardo", "m32u4", "avr109", (57600,), "box-32u4.hex", touch=True),
        Board("promicro", "m32u4", "avr109", (57600,), "box-32u4.hex", touch=True),
    )
}


class FlashError(RuntimeError):
    """The board was not flashed; the message says why and what to do."""


def command(board: Board, port: str, firmware: Path, baud: int) -> list[str]:
    """The avrdude command line."""
    return [
        *("avrdude", "-c", board.programmer, "-p", board.part, "-P", port, "-b", str(baud), "-D"),
        *("-U", f"flash:w:{firmware}:i"),
    ]


SILENT = "the boot loader does not answer: is it the right board (`--board`), and is nothing wired to pins 0 and 1?"
DIFFERS = "the board holds something else than was written: try again, then try another cable."


def explain(said: str, port: str) -> str:
    """What avrdude's words about a port mean for people."""
    code = next((code for code in ADVICE if os.strerror(code) in said), None)
    closed = not_opened(port, code, "is another program using it? See `doctor`.")
    known = {
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
    return hints[0] if hints else "avrdude says: " + " / ".join(said.strip().splitlines()[-3:])


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


def flash(
    port: str,
    board: Board,
    firmware: Path,
    *,
    on_progress: Callable[[str, float], None],
    finder: Finder | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Write and verify. Returns what avrdude said; raises FlashError with a plain sentence."""
    if shutil.which("avrdude") is None:
        raise FlashError("avrdude is not installed: apt-get install avrdude")
    if not is_file(firmware):
        hint = ": run `make firmware` first" if firmware.name == board.firmware else ""
        raise FlashError(f"there is no firmware file {firmware}{hint}")
    if board.touch:
        port = touched(port, finder or Finder(), sleep)
    said = ""
    for baud in board.bauds:
        code, said = _run(command(board, port, firmware, baud), on_progress)
        if code == 0:
            return said
    raise FlashError(explain(said, port))


def touched(port: str, finder: Finder, sleep: Callable[[float], None]) -> str:
    """Opens a 32U4's port at 1200 baud and closes it: the board goes to its boot loader. Returns the new port.

    Another board may stand in its boot loader, too, and is left alone: the one meant went there at the touch, at the
    same socket. A port that is a boot loader's already is returned as it is.
    """
    standing = finder.boot_loaders()
    if any(os.path.realpath(loader.path) == os.path.realpath(port) for loader in standing):
        return port
    place = finder.place(port)
    try:
        with serial.Serial(port, TOUCH_BAUD) as touching, suppress(OSError):  # a pseudo-terminal has no such line
            touching.dtr = False  # a port that a box was at keeps the line up when it is closed
    except (OSError, serial.SerialException) as fault:
        raise FlashError(refused(port, fault)) from fault
    for _ in range(40):
        sleep(0.2)
        found = _new(finder.boot_loaders(), standing, place)
        if len(found) > 1:
            ports = " and ".join(loader.path for loader in found)
            raise FlashError(f"{ports} are boards in their boot loaders: unplug the one that is not meant, try again")
        if found:
            return found[0].path
    others = " (another board is in its own: unplug it)" if standing else ""
    raise FlashError(
        f"the board did not go to its boot loader{others}: press its reset button twice and try again within 8 seconds"
    )


def _new(now: Iterable[Found], before: Iterable[Found], place: str) -> list[Found]:
    """The boot loaders that may be the touched board's, which was at this place; exactly it where places are told."""
    there = [loader for loader in now if place and loader.place == place]
    paths, places = {old.path for old in before}, {old.place for old in before if old.place}
    new = [loader for loader in now if loader.path not in paths and loader.place not in places]
    return there or [loader for loader in new if not (place and loader.place)]


def _run(arguments: list[str], on_progress: Callable[[str, float], None]) -> tuple[int, str]:
    with subprocess.Popen(  # noqa: S603 - avrdude with our own arguments
        arguments, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, errors="replace"
    ) as running:
        assert running.stdout is not None
        heard = _Tee(running.stdout)
        with _ended_when_silent(running, heard):
            for phase, share in progress(heard):
                if phase:
                    on_progress(phase, share)
    return running.returncode, heard.all


@contextmanager
def _ended_when_silent(running: subprocess.Popen[str], heard: _Tee) -> Iterator[None]:
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.1):
            if time.monotonic() - heard.at > PATIENCE_S:
                heard.all += "\nthe board is not responding any more"
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
        self.all, self.at = "", time.monotonic()

    def read(self, count: int, /) -> str:
        """See `Readable`."""
        got = self._source.read(count)
        self.all, self.at = self.all + got, time.monotonic()
        return got

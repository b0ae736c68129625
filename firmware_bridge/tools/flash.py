"""Flash the firmware to a board with avrdude, after checking the file and the port."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import serial

from firmware_bridge.host.discovery import FoundPort, PortFinder
from firmware_bridge.host.firmware_images import CHIPS, BadImageError, built_for, check, is_file
from firmware_bridge.host.links import refused
from firmware_bridge.host.port_lock import holders, kept, running
from firmware_bridge.tools import avrdude

PREBUILT = Path(str(files("firmware_bridge") / "firmware" / "prebuilt"))
TOUCH_BAUD = 1200


@dataclass(frozen=True)
class Board:
    """How a kind of board is flashed. `bauds` are tried in turn, as boot loaders differ; `touch`: see `touched`."""

    name: str
    part: str
    programmer: str
    bauds: tuple[int, ...]
    firmware: str
    touch: bool = False

    @property
    def prebuilt(self) -> Path:
        """The firmware for this board that comes with this program."""
        return PREBUILT / self.firmware


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
    """Return the avrdude command line."""
    return [
        *("avrdude", "-c", board.programmer, "-p", board.part, "-P", port, "-b", str(baud), "-D"),
        *("-U", f"flash:w:{firmware}:i"),
    ]


def flash(
    port: str,
    board: Board,
    firmware: Path,
    *,
    on_progress: Callable[[str, float], None],
    finder: PortFinder | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Write and verify. Return what avrdude printed; raise FlashError with a plain sentence."""
    if shutil.which("avrdude") is None:
        raise FlashError("avrdude is not installed: apt-get install avrdude")
    _usable(firmware, board)
    _free(port)
    if board.touch:
        port = touched(port, finder or PortFinder(), sleep)
    said = ""
    for baud in board.bauds:
        code, said = _written(command(board, port, firmware, baud), port, on_progress)
        if code == 0 and avrdude.HALF not in said:
            return said
    raise FlashError(avrdude.explain(said, port))


def _usable(firmware: Path, board: Board) -> None:
    """Raise FlashError if this is not a complete firmware for the board's chip."""
    if not is_file(firmware):
        hint = ": run `make firmware` first" if firmware.name == board.firmware else ""
        raise FlashError(f"there is no firmware file {firmware}{hint}")
    try:
        check(firmware)
    except BadImageError as fault:
        raise FlashError(str(fault)) from fault
    chip = built_for(firmware)
    if chip and chip != board.part:
        fits = " or ".join(each.name for each in BOARDS.values() if each.part == chip)
        raise FlashError(f"{firmware} is for an {CHIPS[chip]} ({fits}), not for a {board.name} (`--board`)")


def _free(port: str) -> None:
    """Raise FlashError if another program has the port: it would read the boot loader's answers."""
    if "\0" in port:
        raise FlashError(f"there is no port {port!r}")
    for holder in holders(port, running()):
        raise FlashError(f"{port} is in use by {holder.name} (process {holder.number}): close it, then try again")


def _written(arguments: list[str], port: str, on_progress: Callable[[str, float], None]) -> tuple[int, str]:
    """Run avrdude with the port locked against other programs."""
    with ExitStack() as while_it_runs:
        try:
            while_it_runs.enter_context(kept(port))
        except BlockingIOError as fault:
            words = f"{port} is in use by another program: close the app and `monitor`, then try again"
            raise FlashError(words) from fault
        except OSError as fault:
            raise FlashError(refused(port, fault)) from fault
        return avrdude.run(arguments, on_progress)


def touched(port: str, finder: PortFinder, sleep: Callable[[float], None]) -> str:
    """Send a 32U4 to its boot loader by opening its port at 1200 baud and closing it. Return the boot loader's port.

    Other boards already in their boot loaders are left alone: the right one appears after this, at the same socket. A
    port that is already a boot loader's is returned as it is.
    """
    standing = finder.boot_loaders()
    if any(os.path.realpath(loader.path) == os.path.realpath(port) for loader in standing):
        return port
    place = finder.place(port)
    try:
        with serial.Serial(port, TOUCH_BAUD, exclusive=True) as touching, suppress(OSError):  # a pty has no DTR
            touching.dtr = False  # closing does not lower it: `links._hold_dtr` may have changed the port's settings
    except (OSError, serial.SerialException) as fault:
        raise FlashError(refused(port, fault)) from fault
    for _ in range(40):
        sleep(0.2)
        found = _new(finder.boot_loaders(), standing, place)
        if len(found) > 1:
            ports = " and ".join(loader.path for loader in found)
            raise FlashError(f"{ports} are boards in their boot loaders: unplug the wrong one and try again")
        if found:
            sleep(0.2)  # udev sets the permissions a moment after the port appears
            return found[0].path
    others = " (another board is in its boot loader: unplug it)" if standing else ""
    raise FlashError(
        f"the board did not go to its boot loader{others}: press its reset button twice and try again within 8 seconds"
    )


def _new(now: Iterable[FoundPort], before: Iterable[FoundPort], place: str) -> list[FoundPort]:
    """Return the boot loaders that may be the touched board's: the one at its USB socket, if sockets are known."""
    there = [loader for loader in now if place and loader.place == place]
    paths, places = {old.path for old in before}, {old.place for old in before if old.place}
    new = [loader for loader in now if loader.path not in paths and loader.place not in places]
    return there or [loader for loader in new if not (place and loader.place)]

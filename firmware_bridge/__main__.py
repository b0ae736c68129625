"""Command line of the button box: monitor, selftest, newid, flash, emulate, doctor."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from catseye.options import a_number
from catseye.standard_output import run
from firmware_bridge.factory import NAMES, open_emulated
from firmware_bridge.host.box import LISTENING, BoxState, ButtonBox, Press
from firmware_bridge.host.discovery import PortFinder
from firmware_bridge.host.links import LinkLost
from firmware_bridge.host.messages import ID_BYTES, LEDS, Led
from firmware_bridge.host.ports import BoxConnector, Emulated
from firmware_bridge.tools import doctor as doctoring
from firmware_bridge.tools import emulator_panel
from firmware_bridge.tools.doctor import System
from firmware_bridge.tools.flash import BOARDS, FlashError
from firmware_bridge.tools.flash import flash as flash_board
from firmware_bridge.tools.select import choose, choose_board
from firmware_bridge.tools.selftest import SelfTest, why_silent
from firmware_bridge.tools.terminal import single_keys

app = typer.Typer(add_completion=False, no_args_is_help=True, help="The button box: look at it, try it, flash it.")
console = Console()
BOX = Annotated[str, typer.Option(help=NAMES)]
ID = Annotated[
    str, typer.Option("--id", help="which of several boxes: the last digits of its id, as the app shows them")
]
TAKES_S = 8.0
"""How long `newid` waits for the box to answer with its new id, seconds."""
WAITS = "waiting for the box: plug it in, or stop with Ctrl-C («doctor» says more)"


def _say(*words: str | tuple[str, str]) -> None:
    """Print a line of words and (words, style), without markup: names of ports and files may look like it."""
    console.print(Text.assemble(*words))


def _refuse(fault: Exception, code: int) -> typer.Exit:
    """Print the error in red and return the exit for the caller to raise."""
    _say((str(fault), "red"))
    return typer.Exit(code)


def _open(name: str, device: str = "", *, one: bool = False) -> BoxConnector:
    try:
        return choose(name, device, say=_say, one=one)
    except ValueError as fault:
        raise _refuse(fault, 2) from fault


@app.command()
def monitor(
    box: BOX = "auto",
    seconds: Annotated[float, typer.Option(min=0, callback=a_number, help="stop after this time; 0: never")] = 0,
    device: ID = "",
) -> None:
    """Print everything the box says until Ctrl-C. If there is no box, wait for one."""
    connector = _open(box, device)
    reports: queue.Queue[Press | BoxState] = queue.Queue()
    watched = ButtonBox(connector, on_press=reports.put, on_state=reports.put)
    watched.start()
    waits = False
    try:
        for item in _until(reports, seconds):
            match item:
                case BoxState():
                    colour = "green" if item.connected else "yellow"
                    which = f" {item.device} firmware {item.firmware} {item.chip}" if item.device else ""
                    _say((str(item.why), colour), which, f" lost {item.lost}" if item.lost else "")
                    missing = not item.connected and item.why != LISTENING
                    if missing and not waits:
                        _say((WAITS, "yellow"))
                    waits = missing or (waits and not item.connected)
                case Press():
                    edge = "down" if item.down else "up"
                    console.print(f"{item.at:12.3f} button {item.button:2d} {edge:4} number {item.number:5d}")
    except KeyboardInterrupt:
        console.print("stopped")
    finally:
        watched.stop()
        connector.close()


T = TypeVar("T")


def _until(reports: queue.Queue[T], seconds: float) -> Iterator[T]:
    """Yield reports for this many seconds, or for ever if 0."""
    end = time.monotonic() + seconds
    while not seconds or time.monotonic() < end:
        try:
            yield reports.get(timeout=0.1)
        except queue.Empty:
            continue


@app.command()
def selftest(box: BOX = "auto", seats: Annotated[int, typer.Option(min=1, max=6)] = 6, device: ID = "") -> None:
    """Test every LED and button. With a real box, you press the buttons."""
    connector = _open(box, device)
    bad = untold = 0
    try:
        for check in SelfTest(connector, seats=seats, say=lambda text: console.print(f"[cyan]{text}[/cyan]")).run():
            sign = {True: ("well", "green"), False: ("BAD", "red"), None: ("?", "yellow")}[check.well]
            _say(sign, f" {check.what} {check.detail}")
            bad += check.well is False
            untold += check.well is None
    finally:
        connector.close()
    if bad:
        _say(("1 fault" if bad == 1 else f"{bad} faults", "red"))
    elif untold:
        _say(("no fault found; check the lines marked ? yourself", "yellow"))
    else:
        _say(("all is well", "green"))
    raise typer.Exit(1 if bad else 0)


@app.command()
def newid(box: BOX = "auto", device: ID = "") -> None:
    """Give a box a new id, if two have the same one. Its buttons then mean what is wired until you teach them again."""
    connector = _open(box, device, one=True)
    known = threading.Event()
    given = os.urandom(ID_BYTES)
    states: list[BoxState] = []

    def reports(state: BoxState) -> None:
        states.append(state)
        if state.connected and state.device == given.hex():
            known.set()

    renamed = ButtonBox(connector, on_press=lambda _press: None, on_state=reports)
    renamed.start()
    renamed.rename(given)
    taken = known.wait(TAKES_S)
    state = renamed.state
    renamed.stop()
    connector.close()
    if not taken:
        why = (
            "its firmware is too old for this: flash it first"
            if state.connected
            else f"{why_silent(states)} («doctor» says more)"
        )
        _say((f"no new id: {why}", "red"))
        raise typer.Exit(1)
    console.print(f"[green]this is box {given.hex()[-4:]} now[/green] ({given.hex()}); teach its buttons in the app")


@app.command()
def flash(
    port: Annotated[str, typer.Option(help="the board's port; not needed if only one is plugged in")] = "",
    board: Annotated[str, typer.Option(help=", ".join(BOARDS))] = "uno",
    firmware: Annotated[
        Path | None, typer.Option(help="a .hex file; default: the firmware that comes with this program")
    ] = None,
) -> None:
    """Write the firmware to a board and verify it."""
    if board not in BOARDS:
        _say((f"no board is called {board!r}: {', '.join(BOARDS)}", "red"))
        raise typer.Exit(2)
    if not port:
        try:
            port = choose_board(BOARDS[board], PortFinder())
        except ValueError as fault:
            raise _refuse(fault, 2) from fault
    image = firmware or BOARDS[board].prebuilt
    columns = (
        TextColumn("{task.description:10}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as bars:
        tasks = {}

        def on_progress(phase: str, share: float) -> None:
            if phase not in tasks:
                tasks[phase] = bars.add_task(phase, total=1.0)
            bars.update(tasks[phase], completed=share)

        try:
            flash_board(port, BOARDS[board], image, on_progress=on_progress)
        except FlashError as fault:
            bars.stop()
            raise _refuse(fault, 1) from fault
    _say((f"{image.name} is on the board at {port}, written and verified", "green"))


@app.command()
def doctor() -> None:
    """Find out why the box does not work, and say how to fix it."""
    findings = doctoring.examine(System())
    for finding in findings:
        sign = ("well", "green") if finding.well else ("BAD ", "red")
        _say(sign, f" {finding.what}")
        if finding.fix:
            _say(f"     → {finding.fix}")
    raise typer.Exit(0 if all(finding.well for finding in findings) else 1)


@app.command()
def emulate(
    elf: Annotated[str, typer.Argument(help="a firmware's .elf; default: the one built here")] = "",
    reset_on_open: Annotated[bool, typer.Option(help="reset when the port is opened, as an Uno does")] = False,
    number: Annotated[int, typer.Option(min=1, max=9999, help="number of this box, if you run several")] = 1,
) -> None:
    """Run the real firmware in an emulator, with a port for the app and a panel whose keys are the buttons."""
    try:
        with single_keys() as typed, closing(open_emulated(elf, reset_on_open=reset_on_open, seed=number)) as connector:
            _play(connector, typed)
    except KeyboardInterrupt:
        console.print("stopped")
    except ValueError as fault:
        raise _refuse(fault, 2) from fault
    except LinkLost as fault:
        raise _refuse(fault, 1) from fault


def _play(connector: Emulated, typed: Callable[[float], list[str]]) -> None:
    """Draw the box and act on keys until one of them quits."""
    plugged_in = True
    with Live(console=console, refresh_per_second=20) as live:
        while True:
            live.update(_picture(connector.port, connector.leds(), plugged_in=plugged_in))
            for key in typed(0.05):
                match emulator_panel.action(key):
                    case emulator_panel.Push(button):
                        with suppress(ValueError):  # the emulator's queue of edges is full
                            connector.press(button)
                    case emulator_panel.Cable():
                        (connector.unplug if plugged_in else connector.replug)()
                        plugged_in = not plugged_in
                    case emulator_panel.Power():
                        connector.power_cycle()
                    case emulator_panel.Quit():
                        return


def _picture(port: str, leds: tuple[Led, ...], *, plugged_in: bool) -> Table:
    """Return a drawing of the box."""
    table = Table(title=f"box on {escape(port)}" if plugged_in else "the cable is pulled", show_lines=True)
    table.add_column("")
    for seat in range(LEDS):
        table.add_column(f"seat {seat + 1}", justify="center", min_width=7)
    table.add_row("led", *(Text(sign, style=style) for sign, style in emulator_panel.led_row(leds)))
    for meaning, row in zip(emulator_panel.MEANINGS, emulator_panel.ROWS, strict=True):
        table.add_row(meaning, *row)
    table.caption = "space extra button · u cable · p power · Esc quit"
    return table


def main() -> None:
    """Run `python -m firmware_bridge`. Who terminates it ends it as Ctrl-C does: the terminal is as it was before."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    run(app)


if __name__ == "__main__":
    main()

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from firmware_bridge import __main__ as command_line
from firmware_bridge import panel
from firmware_bridge.__main__ import app
from firmware_bridge.box import ButtonBox
from firmware_bridge.finding import Finder
from firmware_bridge.messages import DARK, Colour, Lamp, Pattern
from firmware_bridge.ports import open_box
from firmware_bridge.selftest import SelfTest
from firmware_bridge.sim.soft_box import SoftDoor


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


def test_selftest_of_a_whole_box():
    result = run("selftest", "--box", "soft:", "--seats", "2")
    assert result.exit_code == 0
    assert "all is well" in result.output
    assert "seat 2 next" in result.output


class Crossed(SoftDoor):
    """A box whose first two buttons are swapped, and whose fourth is cut."""

    def press(self, button: int) -> None:
        if button != 3:
            super().press({0: 1, 1: 0}.get(button, button))


def test_selftest_names_swapped_and_cut_wires(monkeypatch):
    monkeypatch.setattr("firmware_bridge.selftest.FINGER_S", 0.2)
    door = Crossed("soft:")
    bad = {
        check.what: check.detail for check in SelfTest(door, seats=2, say=lambda _: None).run() if check.well is False
    }
    assert set(bad) == {"seat 1 yes", "seat 1 no", "seat 2 yes"}
    assert "swapped" in bad["seat 1 yes"]
    assert "broken" in bad["seat 2 yes"]


def test_selftest_without_a_box(monkeypatch):
    monkeypatch.setattr("firmware_bridge.selftest.FIND_S", 0.1)
    result = run("selftest", "--box", "serial:/nowhere")
    assert result.exit_code == 1
    assert "1 faults" in result.output


def test_monitor_shows_the_connection():
    result = run("monitor", "--box", "soft:", "--seconds", "0.5")
    assert result.exit_code == 0
    assert "connected" in result.output


@pytest.mark.parametrize("arguments", [("monitor", "--box", "nonsense"), ("flash", "--board", "teapot")])
def test_unknown_names_are_said(arguments):
    result = run(*arguments)
    assert result.exit_code == 2
    assert "no b" in result.output


def test_flash_finds_a_board_out_of_the_shop(tmp_path, monkeypatch):
    board = SimpleNamespace(device="/dev/ttyACM5", vid=0x1B4F, pid=0x9206, serial_number=None)
    monkeypatch.setattr(command_line, "Finder", lambda: Finder(by_id=tmp_path, ports=lambda: [board]))
    flashed = []
    monkeypatch.setattr(command_line, "flash_board", lambda port, kind, *_, **__: flashed.append((port, kind.name)))
    assert run("flash", "--board", "promicro").exit_code == 0
    assert flashed == [("/dev/ttyACM5", "promicro")]


def test_every_seat_has_its_keys():
    buttons = [panel.action(key).button for row in panel.ROWS for key in row]
    assert sorted(buttons) == list(range(18))
    assert panel.action("w") == panel.Push(3)
    assert panel.action(" ") == panel.Push(18)
    assert panel.action("\x1b[C") == panel.Turn(1)
    assert panel.action("9") is None
    assert panel.keys_in("q\x1b[Dw\x1b") == ["q", "\x1b[D", "w", "\x1b"]
    letters = {key for row in panel.ROWS for key in row}
    assert not letters & {panel.UNPLUG, panel.POWER, *panel.TURN_LEFT, *panel.TURN_RIGHT}


def test_lamps_are_drawn():
    row = panel.lamp_row((DARK, Lamp(Pattern.ON, Colour.RED), Lamp(Pattern.SLOW, Colour.CYAN)))
    assert row == [("○", "dim"), ("●", "red"), ("◐ slow", "cyan")]


class Screen:
    """A program in a terminal of its own, its output drained all the while."""

    def __init__(self, *command: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200", "LINES": "40"}
        self.child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        os.set_blocking(self.master, False)
        self.text = ""

    def until(self, condition, limit=30.0):
        """The condition's value once it is true."""
        end = time.monotonic() + limit
        while not (value := condition()):
            assert time.monotonic() < end, self.text[-2000:]
            try:
                self.text += os.read(self.master, 65536).decode(errors="replace")
            except BlockingIOError:
                time.sleep(0.005)
            except OSError:
                time.sleep(0.005)  # the child has closed its end
        return value

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())


def test_emulate_in_a_terminal(toolchain):
    """A key presses a button that another program hears, Esc leaves."""
    screen = Screen(sys.executable, "-m", "firmware_bridge", "emulate", "--number", "7")
    port = screen.until(lambda: re.search(r"box on (/[\w/.-]+)[\s\S]*Esc leaves", screen.text))[1]
    presses: list = []
    box = ButtonBox(open_box(f"serial:{port}"), on_press=presses.append, on_state=lambda _state: None)
    box.start()
    screen.until(lambda: box.state.connected)
    assert bytes.fromhex(box.state.device) == b"emul0007"
    screen.type("w")
    screen.until(lambda: len(presses) == 2)
    assert [(press.button, press.down) for press in presses] == [(3, True), (3, False)]
    box.stop()
    screen.type("\x1b")
    screen.until(lambda: screen.child.poll() is not None)
    assert screen.child.returncode == 0
    os.close(screen.master)

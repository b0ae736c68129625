from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from firmware_bridge import panel
from firmware_bridge.__main__ import app
from firmware_bridge.box import ButtonBox
from firmware_bridge.ports import open_box
from firmware_bridge.selftest import SelfTest
from firmware_bridge.sim.soft_box import SoftDoor
from firmware_bridge.wire import DARK, Colour, Lamp, Pattern


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


def test_emulate_in_a_terminal(toolchain):
    """The panel in a real terminal: a key presses a button that another program hears, Esc leaves."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "firmware_bridge", "emulate"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200", "LINES": "40"}
    child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    screen = b""
    end = time.monotonic() + 60
    while not (port := re.search(rb"box on (\S+)", screen)) or b"Esc leaves" not in screen:
        assert time.monotonic() < end, screen
        screen += os.read(master, 4096)
    presses: list = []
    box = ButtonBox(open_box(f"serial:{port[1].decode()}"), on_press=presses.append, on_state=lambda _state: None)
    box.start()
    os.set_blocking(master, False)

    def drain() -> None:
        try:
            os.read(master, 65536)
        except (BlockingIOError, OSError):
            return

    while not box.state.connected:
        assert time.monotonic() < end
        drain()
        time.sleep(0.01)
    os.write(master, b"w")
    while len(presses) < 2:
        assert time.monotonic() < end
        drain()
        time.sleep(0.01)
    assert [(press.button, press.down) for press in presses] == [(3, True), (3, False)]
    box.stop()
    os.write(master, b"\x1b")
    while child.poll() is None:
        assert time.monotonic() < end
        drain()
        time.sleep(0.01)
    assert child.returncode == 0
    os.close(master)

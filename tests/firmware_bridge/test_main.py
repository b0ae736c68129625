from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from catseye.text import plain
from firmware_bridge import __main__ as command_line
from firmware_bridge.__main__ import app
from firmware_bridge.factory import open_box, open_emulated
from firmware_bridge.host.box import BoxState, ButtonBox
from firmware_bridge.host.discovery import PortFinder
from firmware_bridge.host.messages import DARK, Colour, Kind, Led, Pattern
from firmware_bridge.sim.firmware_build import build
from firmware_bridge.sim.soft_box import SoftConnector
from firmware_bridge.tools import emulator_panel
from firmware_bridge.tools.doctor import Finding
from firmware_bridge.tools.flash import BOARDS
from firmware_bridge.tools.selftest import Check, SelfTest
from tests.support.serial_ports import Unreadable
from tests.support.waiting import until


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


def test_selftest_of_a_whole_box():
    result = run("selftest", "--box", "soft:", "--seats", "2")
    assert result.exit_code == 0
    assert "all is well" in result.output
    assert "seat 2 next" in result.output


class Crossed(SoftConnector):
    """A box whose first two buttons are swapped, and whose fourth is cut."""

    def press(self, button: int) -> None:
        if button != 3:
            super().press({0: 1, 1: 0}.get(button, button))


def test_selftest_names_swapped_and_cut_wires(monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.selftest.FINGER_S", 0.2)
    connector = Crossed("soft:")
    bad = {
        check.what: check.detail
        for check in SelfTest(connector, seats=2, say=lambda _: None).run()
        if check.well is False
    }
    assert set(bad) == {"seat 1 yes", "seat 1 no", "seat 2 yes"}
    assert "swapped" in bad["seat 1 yes"]
    assert "broken" in bad["seat 2 yes"]


class Person:
    """A box whose buttons only people can press: `answer` is such a person and gets the question."""

    fingers = None

    def __init__(self, answer) -> None:
        self.inner, self.answer = SoftConnector("soft:"), answer
        self.name = self.inner.name
        self.connect, self.close = self.inner.connect, self.inner.close
        self.asked: list[str] = []

    def say(self, words: str) -> None:
        if "press" in words:
            self.asked.append(words)
            self.answer(self, words)

    def does(self, words: str) -> None:
        """Do exactly what is asked."""
        if "extra" in words:
            self.inner.press(18)
            return
        _, _, seat, meaning, *_ = words.replace(",", "").split()
        self.inner.press(3 * (int(seat) - 1) + ("yes", "no", "next").index(meaning))

    def faults(self, monkeypatch, person_s=2.0) -> dict[str, str]:
        checks = self.checks(monkeypatch, person_s)
        return {check.what: check.detail for check in checks if check.well is False}

    def checks(self, monkeypatch, person_s=2.0) -> list[Check]:
        for name, seconds in (("LOOK_S", 0.05), ("REST_S", 0.05), ("PERSON_S", person_s)):
            monkeypatch.setattr(f"firmware_bridge.tools.selftest.{name}", seconds)
        self.test = SelfTest(self, seats=2, say=self.say)
        return list(self.test.run())


def test_selftest_ignores_presses_made_before_the_question(monkeypatch):
    box = Person(Person.does)
    for button in (4, 4, 5):
        box.inner.press(button)
    assert box.faults(monkeypatch) == {}
    assert not any("once more" in words for words in box.asked)


def test_selftest_ignores_old_presses_that_arrive_late(monkeypatch):
    def answer(box, words):
        with box.inner.bell:  # a cable that was away: what was pressed a second ago arrives after the question
            box.inner.box.edge(Kind.DOWN, 5, time.monotonic() - 1.0)
            box.inner.box.edge(Kind.UP, 5, time.monotonic() - 0.9)
        box.does(words)

    box = Person(answer)
    assert box.faults(monkeypatch) == {}
    assert len(box.asked) == 7


def test_selftest_asks_again_after_double_press(monkeypatch):
    def answer(box, words):
        box.does(words)
        if words == "press seat 1 yes":
            box.does(words)  # it may come before the next question or after it

    box = Person(answer)
    assert box.faults(monkeypatch) == {}


def test_selftest_believes_a_wrong_button_only_twice(monkeypatch):
    def answer(box, words):
        if words == "press seat 1 no":
            box.inner.press(0)
        elif "seat 2 yes" in words:
            box.inner.press(4)
        else:
            box.does(words)

    box = Person(answer)
    assert box.faults(monkeypatch) == {"seat 2 yes": "button 4 came instead of 3: wires are swapped"}
    assert [words for words in box.asked if "once more" in words] == [
        "press seat 1 no, once more",
        "press seat 2 yes, once more",
    ]


def test_selftest_recognises_normally_closed_button(monkeypatch):
    def answer(box, words):
        if "seat 1 no" not in words:
            box.does(words)
            return
        box.inner.up(1)
        box.inner.down(1)

    box = Person(answer)
    box.inner.down(1)
    assert set(box.faults(monkeypatch)) == {"seat 1 no"}


def test_selftest_reports_pulled_cable(monkeypatch):
    def answer(box, words):
        if words == "press seat 1 no":
            box.inner.unplug()
        else:
            box.does(words)

    box = Person(answer)
    assert box.faults(monkeypatch, 0.5) == {"the box stays": "the box went away: the soft box is unplugged"}
    assert box.asked == ["press seat 1 yes", "press seat 1 no"]


def test_selftest_reports_interrupted_cable(monkeypatch):
    def answer(box, words):
        box.inner.unplug()
        until(lambda: not box.test._box.state.connected)
        box.inner.replug()

    box = Person(answer)
    assert box.faults(monkeypatch) == {"the box stays": "the box went away: the soft box is unplugged"}


def test_selftest_reports_cable_pulled_during_leds(monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.selftest.FINGER_S", 0.3)
    connector = SoftConnector("soft:")

    def say(words):
        if "green" in words:
            connector.unplug()
            until(lambda: not test._box.state.connected)

    test = SelfTest(connector, seats=2, say=say)
    faults = [check for check in test.run() if check.well is False]
    assert faults == [Check("the box stays", well=False, detail="the box went away: the soft box is unplugged")]


def test_selftest_counts_only_its_own_losses(monkeypatch):
    def answer(box, words):
        if "seat 2 next" in words:
            box.inner.box.lost += 2
            until(lambda: box.test._box.lost == box.inner.box.lost)
        box.does(words)

    box = Person(Person.does)
    for _ in range(40):
        box.inner.press(0)
    assert box.inner.box.lost
    assert box.faults(monkeypatch) == {}
    box.answer = answer
    assert box.faults(monkeypatch) == {"nothing was lost": "2 lost"}


def test_selftest_extra_button_is_optional(monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.selftest.FINGER_S", 0.2)
    press = SoftConnector.press
    monkeypatch.setattr(SoftConnector, "press", lambda box, button: press(box, button) if button < 18 else None)
    result = run("selftest", "--box", "soft:", "--seats", "1")
    assert result.exit_code == 0
    assert "all is well" not in result.output
    assert "no fault found" in result.output


def test_selftest_without_a_box(monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.selftest.FIND_S", 0.1)
    result = run("selftest", "--box", "serial:/nowhere")
    assert result.exit_code == 1
    assert "1 fault\n" in result.output


@pytest.mark.parametrize("command", ["selftest", "newid"])
def test_silent_port_is_reported(command, monkeypatch):
    monkeypatch.setattr("firmware_bridge.host.keepalive.LISTEN_S", 0.05)
    monkeypatch.setattr("firmware_bridge.host.box.RETRY_S", 0.05)
    monkeypatch.setattr("firmware_bridge.tools.selftest.FIND_S", 0.5)
    monkeypatch.setattr(command_line, "TAKES_S", 0.5)
    master, slave = pty.openpty()
    ends(1, "nothinganswersonthisport", command, "--box", f"serial:{os.ttyname(slave)}")
    os.close(slave)
    os.close(master)


def test_monitor_shows_the_connection():
    result = run("monitor", "--box", "soft:", "--seconds", "0.5")
    assert result.exit_code == 0
    assert "connected" in result.output
    assert "lost" not in result.output


def test_monitor_shows_losses(monkeypatch):
    class Report(ButtonBox):
        def start(self):
            self._on_state(BoxState(connected=True, why=plain("connected"), lost=3))

    monkeypatch.setattr(command_line, "ButtonBox", Report)
    assert "connected lost 3" in run("monitor", "--box", "soft:", "--seconds", "0.2").output


def test_monitor_says_it_waits_for_a_box(tmp_path):
    result = run("monitor", "--box", f"auto:{tmp_path}", "--seconds", "1")
    words = " ".join(result.output.split())
    assert "no button box is plugged in" in words
    assert words.count("waiting for the box: plug it in, or stop with Ctrl-C") == 1


def test_monitor_does_not_wait_for_connected_box():
    assert "waiting" not in run("monitor", "--box", "soft:", "--seconds", "0.5").output


@pytest.mark.parametrize("seconds", ["-1", "nan"])
def test_monitor_refuses_invalid_seconds(seconds):
    result = run("monitor", "--box", "soft:", "--seconds", seconds)
    assert result.exit_code == 2
    assert "--seconds" in result.output


@pytest.mark.parametrize("arguments", [("monitor", "--box", "nonsense"), ("flash", "--board", "teapot")])
def test_unknown_names_are_reported(arguments):
    result = run(*arguments)
    assert result.exit_code == 2
    assert "no b" in result.output


def ends(code: int, words: str, *arguments: str) -> None:
    """Run the command and check that it ends with this code and these words, without spaces."""
    result = run(*arguments)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == code
    assert words in "".join(result.output.split())


NOT_MARKUP = "[/x]"
TOO_LONG = "/tmp/" + "a" * 300


@pytest.mark.parametrize(
    ("code", "words", "arguments"),
    [
        (0, "/dev/none[/x]cannotbeopened", ("monitor", "--seconds", "0.2", "--box", f"serial:/dev/none{NOT_MARKUP}")),
        (1, "/dev/none[/x]cannotbeopened", ("selftest", "--box", f"serial:/dev/none{NOT_MARKUP}")),
        (1, "/dev/none[/x]cannotbeopened", ("newid", "--box", f"serial:/dev/none{NOT_MARKUP}")),
        (2, "noboxiscalled'none[/x]'", ("monitor", "--box", f"none{NOT_MARKUP}")),
        (2, "noboardiscalled'none[/x]'", ("flash", "--board", f"none{NOT_MARKUP}")),
    ],
)
def test_port_names_are_not_markup(code, words, arguments, monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.selftest.FIND_S", 0.2)
    monkeypatch.setattr(command_line, "TAKES_S", 0.2)
    ends(code, words, *arguments)


def test_flash_messages_are_not_markup(tmp_path, monkeypatch):
    image = tmp_path / "box[b].hex"
    image.write_text(":00000001FF\n")
    arguments = ("flash", "--port", f"/dev/none{NOT_MARKUP}", "--firmware", str(image))
    monkeypatch.setattr("firmware_bridge.tools.flash.shutil.which", lambda _name: "avrdude")
    ends(1, "/dev/none[/x]cannotbeopened", *arguments, "--board", "leonardo")
    monkeypatch.setattr(command_line, "flash_board", lambda *_, **__: "")
    ends(0, f"{image.name}isontheboardat/dev/none[/x]", *arguments)


def test_flash_defaults_to_shipped_firmware(tmp_path, monkeypatch):
    written = []
    monkeypatch.setattr(command_line, "flash_board", lambda _port, _board, image, **_: written.append(image))
    assert run("flash", "--port", "/dev/none").exit_code == 0
    assert run("flash", "--port", "/dev/none", "--firmware", str(tmp_path / "own.hex")).exit_code == 0
    assert written == [BOARDS["uno"].prebuilt, tmp_path / "own.hex"]


def test_doctor_findings_are_not_markup(monkeypatch):
    found = Finding(well=False, what="found: /dev/none[/x]", fix="see /dev/none[/y]")
    monkeypatch.setattr(command_line.doctoring, "examine", lambda _system: [found])
    ends(1, "BADfound:/dev/none[/x]→see/dev/none[/y]", "doctor")


@pytest.mark.parametrize("command", ["monitor", "selftest", "newid"])
def test_folder_name_too_long(command):
    ends(2, "theportscannotbelookedthrough", command, "--box", f"auto:{TOO_LONG}")


def test_firmware_name_too_long(toolchain, monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.flash.shutil.which", lambda _name: "avrdude")
    ends(1, "thereisnofirmwarefile", "flash", "--port", "/dev/none", "--firmware", TOO_LONG)
    ends(2, "thereisnofirmwarefile", "monitor", "--box", f"avr:{TOO_LONG}")


@pytest.mark.parametrize("command", ["monitor", "selftest", "newid"])
def test_file_that_is_not_firmware(toolchain, tmp_path, command):
    other = tmp_path / "other.txt"
    other.write_text("root:x:0:0:root:/root:/bin/bash\n")
    ends(2, f"itcanload:{other}", command, "--box", f"avr:{other}")


def test_emulate_needs_a_terminal():
    ends(2, "standardinputisnotaterminal", "emulate")


def test_firmware_for_other_chip_is_not_emulated(toolchain):
    firmware = build("all") / "box-32u4.elf"
    ends(2, "isforanATmega32U4", "monitor", "--seconds", "1", "--box", f"avr:{firmware}")
    with pytest.raises(ValueError, match="only an ATmega328P can be emulated"):
        open_emulated(str(firmware.with_suffix(".hex")))


@pytest.mark.parametrize(("name", "words"), [("other", "it can load"), ("a" * 300, "no firmware file")])
def test_emulate_refuses_bad_firmware(toolchain, open_screen, tmp_path, name, words):
    (tmp_path / "other").write_text("root:x:0:0:root:/root:/bin/bash\n")
    screen = open_screen(str(tmp_path / name))
    screen.until(lambda: screen.child.poll() is not None and words in screen.text)
    assert screen.child.returncode == 2
    assert "Traceback" not in screen.text
    os.close(screen.master)


UNO, BARE_MICRO, MICRO_LOADER, LEONARDO_LOADER = (0x2341, 0x43), (0x1B4F, 0x9206), (0x1B4F, 0x9205), (0x2341, 0x36)


@pytest.fixture
def plugged_in(tmp_path, monkeypatch):
    """Lay out ports by their USB ids, and return what `flash` then does."""
    flashed = []
    monkeypatch.setattr(command_line, "flash_board", lambda port, kind, *_, **__: flashed.append((port, kind.name)))

    def plug(*all_ids, by_id=tmp_path):
        boards = [
            SimpleNamespace(device=f"/dev/ttyACM{number}", vid=ids[0], pid=ids[1], serial_number=None)
            for number, ids in enumerate(all_ids)
        ]
        monkeypatch.setattr(command_line, "PortFinder", lambda: PortFinder(by_id=by_id, ports=lambda: boards))
        return flashed

    return plug


@pytest.mark.parametrize(
    ("ids", "board", "port"),
    [
        ((BARE_MICRO,), "promicro", 0),
        ((MICRO_LOADER,), "promicro", 0),
        ((LEONARDO_LOADER,), "leonardo", 0),
        ((UNO, BARE_MICRO), "promicro", 1),
        ((UNO, BARE_MICRO), "uno", 0),
        ((UNO, LEONARDO_LOADER), "leonardo", 1),
    ],
)
def test_flash_finds_the_board(ids, board, port, plugged_in):
    flashed = plugged_in(*ids)
    assert run("flash", "--board", board).exit_code == 0
    assert flashed == [(f"/dev/ttyACM{port}", board)]


def test_flash_names_the_other_board(plugged_in):
    flashed = plugged_in(UNO)
    ends(2, "nopromicroispluggedin,but/dev/ttyACM0(ArduinoUno):is--boardunomeant?", "flash", "--board", "promicro")
    assert flashed == []


def test_flash_needs_no_lasting_names(plugged_in, tmp_path):
    assert plugged_in(UNO, by_id=Unreadable(tmp_path)) == []
    assert run("flash").exit_code == 0


@pytest.mark.parametrize("board", ["uno", "promicro"])
def test_impossible_port_name(board, tmp_path, monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.flash.shutil.which", lambda _name: "avrdude")
    (tmp_path / "box.hex").write_text(":00000001FF\n")
    arguments = ("--board", board, "--firmware", str(tmp_path / "box.hex"))
    ends(1, "thereisnoport", "flash", "--port", "a\0b", *arguments)


@pytest.mark.parametrize(
    ("ids", "said"),
    [((), "noboardispluggedin:plugonein"), ((UNO, UNO), "2boardsarepluggedin:/dev/ttyACM0(ArduinoUno),/dev")],
)
def test_flash_lists_boards(ids, said, plugged_in):
    plugged_in(*ids)
    ends(2, said, "flash")


def test_every_seat_has_keys():
    buttons = [emulator_panel.action(key).button for row in emulator_panel.ROWS for key in row]
    assert sorted(buttons) == list(range(18))
    assert emulator_panel.action("w") == emulator_panel.Push(3)
    assert emulator_panel.action(" ") == emulator_panel.Push(18)
    assert emulator_panel.action("\x1b[C") is None
    assert emulator_panel.action("9") is None
    assert emulator_panel.keys_in("q\x1b[Dw\x1b") == ["q", "\x1b[D", "w", "\x1b"]
    letters = {key for row in emulator_panel.ROWS for key in row}
    assert not letters & {
        emulator_panel.UNPLUG,
        emulator_panel.POWER,
    }


@pytest.mark.parametrize("key", ["\x1bOP", "\x1b[15~", "\x1b[1;5P", "\x1bq", "\x1b[", "\x1bO"])
def test_esc_quits_only_alone(key):
    assert emulator_panel.keys_in(f"a{key}") == ["a", key]
    assert emulator_panel.action(key) is None


@pytest.mark.parametrize(
    ("typed", "is_begun"),
    [("q\x1b", True), ("\x1b[1", True), ("\x1bO", True), ("\x1b[C", False), ("\x1bOP", False), ("q", False)],
)
def test_partial_key_is_waited_for(typed, is_begun):
    assert emulator_panel.is_begun(typed) is is_begun


def test_leds_are_drawn():
    row = emulator_panel.led_row((DARK, Led(Pattern.ON, Colour.RED), Led(Pattern.SLOW, Colour.CYAN)))
    assert row == [("○", "dim"), ("●", "red"), ("◐ slow", "cyan")]


class Screen:
    """A program in its own terminal; its output is read all the time."""

    def __init__(self, *command: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200", "LINES": "40"}
        self.child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        os.set_blocking(self.master, False)
        self.text = ""

    def until(self, condition, limit=90.0):
        """Wait for the condition and return its value."""
        until(condition, limit, self._read, lambda: self.text[-2000:])
        return condition()

    def _read(self) -> None:
        with suppress(OSError):  # there is nothing to read, or the child has closed its end
            self.text += os.read(self.master, 65536).decode(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())


@pytest.fixture
def open_screen():
    """Open the emulator in terminals, and kill what still runs at the end of a failed test."""
    screens = []

    def opened(*words):
        screens.append(Screen(sys.executable, "-m", "firmware_bridge", "emulate", *words))
        return screens[-1]

    yield opened
    for screen in screens:
        if screen.child.poll() is None:
            screen.child.kill()
            screen.child.wait()


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_monitor_that_is_ended_says_so(by):
    words = [sys.executable, "-m", "firmware_bridge", "monitor", "--box", "soft:"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watching:
        assert next(line for line in watching.stdout if line.startswith("connected"))
        watching.send_signal(by)
        said, wrong = watching.communicate()
    assert (watching.returncode, said.splitlines()[-1], wrong) == (0, "stopped", "")


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_emulate_that_is_ended_says_so(toolchain, open_screen, by):
    screen = open_screen("--number", "8")
    screen.until(lambda: "Esc quit" in screen.text)
    screen.child.send_signal(by)
    screen.until(lambda: screen.child.poll() is not None and "stopped" in screen.text)
    assert screen.child.returncode == 0
    os.close(screen.master)


def test_emulate_in_a_terminal(toolchain, open_screen):
    """A key presses a button that another program hears; Esc quits."""
    screen = open_screen("--number", "7")
    port = screen.until(lambda: re.search(r"box on (/[\w/.-]+)[\s\S]*Esc quit", screen.text))[1]
    presses: list = []
    box = ButtonBox(open_box(f"serial:{port}"), on_press=presses.append, on_state=lambda _state: None)
    box.start()
    screen.until(lambda: box.state.connected)
    assert bytes.fromhex(box.state.device) == b"emul0007"
    screen.type("w")
    screen.until(lambda: len(presses) == 2)
    assert [(press.button, press.down) for press in presses] == [(3, True), (3, False)]
    screen.type("\x1bOPwww" + "\x1b[C")
    screen.until(lambda: len(presses) == 8)
    box.stop()
    screen.type("\x1b")
    screen.until(lambda: screen.child.poll() is not None)
    assert screen.child.returncode == 0
    os.close(screen.master)

"""Choosing one of several boxes for a tool, and giving a box a new id."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from firmware_bridge import __main__ as command_line
from firmware_bridge.factory import open_boxes, open_emulated
from firmware_bridge.host.links import SerialLink
from firmware_bridge.tools.select import choose
from tests.support.serial_ports import PortBox, Unreadable


def run(*arguments: str):
    result = CliRunner().invoke(command_line.app, list(arguments))
    result.words = " ".join(result.output.split())
    return result


@pytest.fixture
def boxes(tmp_path):
    made = []

    def make(number, **more):
        made.append(PortBox(tmp_path, number, **more))
        return made[-1]

    yield make
    for box in made:
        box.close()


@pytest.fixture
def auto(tmp_path):
    return f"auto:{tmp_path}"


def test_single_box_is_opened_silently(boxes, auto):
    boxes(1)
    said = []
    assert choose(auto, say=said.append).name == auto
    assert choose("soft:", say=said.append).name == "soft:"
    assert said == []


def test_first_of_several_is_taken(boxes, auto):
    first, second = boxes(1), boxes(2)
    by_port = sorted((first, second), key=lambda box: box.port)
    said = []
    connector = choose(auto, say=said.append)
    assert connector.name == f"serial:{by_port[0].port}"
    assert said == [
        (
            f"2 boxes are there: {by_port[0].device} at {by_port[0].port}, {by_port[1].device} at {by_port[1].port}. "
            f"This is {by_port[0].device[-4:]}; --id {by_port[1].device[-4:]} takes another"
        )
    ]


def test_choose_by_end_of_id(boxes, auto):
    _, second = boxes(1), boxes(2)
    second.press(3)
    result = run("monitor", "--box", auto, "--id", second.device[-4:].upper(), "--seconds", "2")
    assert f"This is {second.device[-4:]}" in result.words
    assert "button 3 down number 0" in result.words
    assert second.waiting == 0


def test_choosing_leaves_presses_in_a_crowded_box(boxes, auto):
    first, _ = boxes(1), boxes(2)
    for step in range(20):
        first.press(step % 18)
    choose(auto, say=lambda _words: None)
    assert first.waiting == 40


def test_unknown_id_lists_the_others(boxes, auto):
    box = boxes(1)
    result = run("selftest", "--box", auto, "--id", "ffff")
    assert result.exit_code == 2
    assert f"no box has an id ending in ffff. There are: {box.device}" in result.words
    assert "use --id with auto" in run("monitor", "--box", "soft:", "--id", "1").words


def test_unknown_id_says_why_others_are_silent(boxes, auto, monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.select.ANSWER_S", 2.0)
    first, second = boxes(1), boxes(2)
    taken = SerialLink(second.port)
    words = run("monitor", "--box", auto, "--id", second.device[-4:]).words
    taken.close()
    assert f"There are: {first.device} at {first.port}; {second.port} cannot be opened: " in words
    assert "another program has it" in words


def test_unreadable_ports(tmp_path, monkeypatch):
    connectors = open_boxes(f"auto:{tmp_path}", by_id=Unreadable(tmp_path))
    monkeypatch.setattr("firmware_bridge.tools.select.open_boxes", lambda _name: connectors)
    words = run("monitor", "--box", f"auto:{tmp_path}").words
    assert "the ports cannot be looked through" in words
    assert "Permission denied" in words


def test_newid(boxes, auto):
    first, second = boxes(1), boxes(2, copy_of=1)
    result = run("newid", "--box", auto)
    assert result.exit_code == 2
    assert "2 boxes could be meant" in result.words
    assert "same" not in result.words
    result = run("newid", "--box", f"serial:{second.port}")
    assert result.exit_code == 0, result.output
    given = second.box.hello.device.hex()
    assert f"this is box {given[-4:]} now" in result.words
    assert first.box.hello.device.hex() == first.device != given
    assert second.box.hello.boot != first.box.hello.boot
    assert run("newid", "--box", auto, "--id", first.device).exit_code == 0


def test_old_firmware_takes_no_new_id(boxes, auto, monkeypatch):
    box = boxes(1)
    monkeypatch.setattr(command_line, "TAKES_S", 1.0)
    feed = box.box.feed
    box.box.feed = lambda portion, now: feed(portion, now) if b"n" not in portion else None
    result = run("newid", "--box", auto)
    assert result.exit_code == 1
    assert "flash it first" in result.words
    box.unplug()
    assert "no button box is plugged in" in run("newid", "--box", auto).words


def test_real_firmware_keeps_its_new_id(toolchain):
    box = open_emulated(seed=41)
    try:
        result = run("newid", "--box", f"serial:{box.path}")
        assert result.exit_code == 0, result.output
        given = result.words.split("(")[1].split(")")[0]
        box.power_cycle()
        monitored = run("monitor", "--box", f"serial:{box.path}", "--seconds", "3")
        assert given in monitored.words
        assert "firmware 1.2" in monitored.words
    finally:
        box.close()

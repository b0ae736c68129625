"""Several boxes and a tool that looks at one: which is meant, and giving one of two the same an id of its own."""

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


def test_one_box_is_opened_without_a_word(boxes, auto):
    boxes(1)
    said = []
    assert choose(auto, say=said.append).name == auto
    assert choose("soft:", say=said.append).name == "soft:"
    assert said == []


def test_of_several_the_first_is_taken_and_the_others_are_named(boxes, auto):
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


def test_the_end_of_an_id_chooses_and_no_press_is_taken_in_looking(boxes, auto):
    _, second = boxes(1), boxes(2)
    second.press(3)
    result = run("monitor", "--box", auto, "--id", second.device[-4:].upper(), "--seconds", "2")
    assert f"This is {second.device[-4:]}" in result.words
    assert "button 3 down number 0" in result.words
    assert second.waiting == 0


def test_looking_takes_no_press_of_a_box_that_is_half_full(boxes, auto):
    first, _ = boxes(1), boxes(2)
    for step in range(20):
        first.press(step % 18)
    choose(auto, say=lambda _words: None)
    assert first.waiting == 40


def test_an_id_that_is_not_there_is_said_with_those_that_are(boxes, auto):
    box = boxes(1)
    result = run("selftest", "--box", auto, "--id", "ffff")
    assert result.exit_code == 2
    assert f"no box whose id ends in ffff is there, but: {box.device}" in result.words
    assert "--id goes with auto" in run("monitor", "--box", "soft:", "--id", "1").words


def test_beside_an_id_that_is_not_there_it_is_said_why_others_do_not_answer(boxes, auto, monkeypatch):
    monkeypatch.setattr("firmware_bridge.tools.select.ANSWER_S", 2.0)
    first, second = boxes(1), boxes(2)
    taken = SerialLink(second.port)
    words = run("monitor", "--box", auto, "--id", second.device[-4:]).words
    taken.close()
    assert f"is there, but: {first.device} at {first.port}; {second.port} cannot be opened: " in words
    assert "another program has it" in words


def test_ports_that_cannot_be_looked_through_are_said(tmp_path, monkeypatch):
    connectors = open_boxes(f"auto:{tmp_path}", by_id=Unreadable(tmp_path))
    monkeypatch.setattr("firmware_bridge.tools.select.open_boxes", lambda _name: connectors)
    words = run("monitor", "--box", f"auto:{tmp_path}").words
    assert "the ports cannot be looked through" in words
    assert "Permission denied" in words


def test_a_box_gets_an_id_of_its_own(boxes, auto):
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


def test_old_firmware_takes_no_new_id_and_that_is_said(boxes, auto, monkeypatch):
    box = boxes(1)
    monkeypatch.setattr(command_line, "TAKES_S", 1.0)
    feed = box.box.feed
    box.box.feed = lambda portion, now: feed(portion, now) if b"n" not in portion else None
    result = run("newid", "--box", auto)
    assert result.exit_code == 1
    assert "flash it first" in result.words
    box.unplug()
    assert "no button box is plugged in" in run("newid", "--box", auto).words


def test_the_real_firmware_takes_an_id_and_keeps_it_through_a_loss_of_power(toolchain):
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

"""The pin tables of README.md and the drawing agree with the firmware."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import firmware_bridge
from firmware_bridge.__main__ import app

HOME = Path(firmware_bridge.__file__).parent
README = (HOME / "README.md").read_text()
ROWS = re.findall(r"^\| ([A-Z_]+) \| .*? \| (D\d+) \| (P\w\d) \| (D\d+) \| (P\w\d) \|$", README, re.MULTILINE)


def test_table_has_every_pin():
    assert len(ROWS) == 9


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_pins_match_firmware(row):
    name, uno, pin_328p, micro, pin_32u4 = row
    for chip, pin, board in (("328p", pin_328p, uno), ("32u4", pin_32u4, micro)):
        source = (HOME / "firmware" / "src" / f"pins_{chip}.h").read_text()
        found = re.search(rf"^#define {name} (P\w\d)(.*)$", source, re.MULTILINE)
        if found:
            assert found[1] == pin
            assert re.search(rf"\b{board}\b", found[2]), f"{chip}: the comment at {name} does not say {board}"
        else:
            assert name == "MISO"  # an input needs no line in the firmware
            assert f"{board} is MISO" in source


def test_drawing_names_the_pins():
    text = " ".join(ET.parse(HOME / "wiring.svg").getroot().itertext())
    for name, uno, _, micro, _ in ROWS:
        assert uno in text
        if uno != micro:
            assert f"({micro.removeprefix('D')})" in text, name
    for chip in ("74HC165", "74HC595"):
        assert text.count(chip) >= 3


def test_named_commands_exist():
    named = set(re.findall(r"python -m firmware_bridge (\w+)", README))
    assert named == {command.name or command.callback.__name__ for command in app.registered_commands}

"""PROTOCOL.md, messages.py, wire.py and protocol.h agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge.host import framing, keepalive, messages, protocol_machine, wire

HOME = Path(firmware_bridge.__file__).parent
DOCUMENT = (HOME / "PROTOCOL.md").read_text()
HEADER = (HOME / "firmware" / "src" / "protocol.h").read_text()

EXAMPLES = {
    "H": messages.Hello(1, (1, 0), 2, 19, 6, 1, 1, 1, 0, bytes(8)),
    "S": messages.Status(1, 0, 0, 0, 0, 0, 0, 0, False, 0),
    "a": messages.Ack(1, 2),
    "o": messages.Orders(1, 2, messages.Tune.CLICK, (messages.DARK,) * messages.LEDS),
    "h": messages.Query(),
    "n": messages.NewId(1, bytes(8)),
}


def header(name: str) -> int:
    found = re.search(rf"#define {name} \(?([0-9]+)(?:UL)?", HEADER)
    assert found, f"protocol.h does not define {name} as a number"
    return int(found[1])


def documented_length(kind: str) -> str:
    found = re.search(rf"^\| `{kind}` \| .*? \| .*? \| (.*?) \|", DOCUMENT, re.MULTILINE)
    assert found, f"PROTOCOL.md does not list {kind}"
    return found[1]


@pytest.mark.parametrize("kind", EXAMPLES)
def test_lengths_agree(kind):
    length = len(wire.payload(EXAMPLES[kind]))
    assert documented_length(kind) == str(length)
    name = {"H": "HELLO", "S": "STATUS", "a": "ACK", "h": "QUERY"}.get(kind)
    if kind == "n":
        assert "#define NEW_ID_LENGTH (5 + DEVICE_BYTES)" in HEADER
        assert length == 5 + header("DEVICE_BYTES")
        assert header("DEVICE_BYTES") == messages.ID_BYTES
    elif name:
        assert header(f"{name}_LENGTH") == length
    else:
        assert "#define ORDERS_LENGTH (5 + LEDS)" in HEADER
        assert length == 5 + messages.LEDS


def test_events_lengths_agree():
    assert documented_length("E") == "8 + 3n"
    assert "#define EVENTS_LENGTH(n) (8 + 3 * (n))" in HEADER
    edges = tuple(messages.Edge(messages.Kind.UP, 0, 0) for _ in range(messages.MAX_EVENTS))
    for count in range(1, messages.MAX_EVENTS + 1):
        assert len(wire.payload(messages.Events(1, 1, edges[:count]))) == 8 + 3 * count
    assert framing.MAX_PAYLOAD == 8 + 3 * messages.MAX_EVENTS


@pytest.mark.parametrize("kind", EXAMPLES)
def test_field_tables_have_no_gaps(kind):
    section = DOCUMENT.split(f"### `{kind}` ")[1].split("###")[0]
    expected = 0
    for offset, size in re.findall(r"^\| (\d+)(?: \+ k)? \| (\d+) \|", section, re.MULTILINE):
        assert int(offset) == expected
        expected += int(size)
    if kind == "o":
        expected += messages.LEDS - 1  # one row stands for all leds
    assert expected == len(wire.payload(EXAMPLES[kind]))


def test_figures_agree():
    assert header("PROTOCOL_VERSION") == messages.PROTOCOL_VERSION
    assert header("LINE_BAUD") == messages.BAUD
    assert "250 000 baud" in DOCUMENT
    assert header("SEATS") == messages.LEDS
    assert header("SEATS") * 3 + 1 == messages.BUTTONS
    assert header("MAX_EVENTS") == messages.MAX_EVENTS
    assert header("CRC_BYTES") == framing.CRC_BYTES
    assert header("RESEND_MS") == 20
    assert "every 20 ms until acknowledged" in DOCUMENT
    assert f"every {protocol_machine.QUERY_S * 1000:g} ms until `H`" in DOCUMENT
    assert header("STATUS_MS") == 250
    assert header("HOST_GONE_MS") == 2000
    for seconds in (keepalive.LISTEN_S, keepalive.SILENCE_S, keepalive.NONSENSE_S):
        assert f"| {seconds:g} s" in DOCUMENT


@pytest.mark.parametrize(
    ("prefix", "values"),
    [("KIND", messages.Kind), ("PATTERN", messages.Pattern), ("TUNE", messages.Tune), ("CHIP", messages.Chip)],
)
def test_enumerations_agree(prefix, values):
    found = re.search(rf"enum {{ ({prefix}_[^}}]*) }}", HEADER)
    assert found
    names, counter = {}, 0
    for item in found[1].split(","):
        name, _, number = item.strip().partition(" = ")
        counter = int(number) if number else counter
        names[name.removeprefix(f"{prefix}_")] = counter
        counter += 1
    names.pop("TUNES", None)
    assert all(values[name] == number for name, number in names.items())
    missing = {"KIND": 2, "CHIP": 1}  # the steps of older boxes' dials; the software chip has no firmware
    assert len(names) == len(values) - missing.get(prefix, 0)

"""What a firmware file is: whether an Intel HEX file is whole, and which chip a firmware was built for."""

from __future__ import annotations

import re
from pathlib import Path

CHIPS = {"m328p": "ATmega328P", "m32u4": "ATmega32U4"}
"""By avrdude's names for them."""
_VECTORS = {"m328p": 26, "m32u4": 43}
"""Jumps of four bytes at the beginning of the flash."""
_DATA, _END = 0, 1
_DEVICE = re.compile(rb"\0at(mega\w+)\0")
"""In an .elf the linker notes for which chip it is."""


class BadImageError(ValueError):
    """The file is no whole firmware; the message says why."""


def check(firmware: Path) -> None:
    """BadImageError where this is not a whole Intel HEX file: half of one can be written and verified, too."""
    _hex_start(firmware)


def built_for(firmware: Path) -> str:
    """The chip, as avrdude calls it, that an .elf or a .hex was built for; "" where that cannot be known."""
    content = firmware.read_bytes()
    if content.startswith(b"\x7fELF"):
        named = {chip.lower().encode(): part for part, chip in CHIPS.items()}
        return next((named[b"at" + name] for name in _DEVICE.findall(content) if b"at" + name in named), "")
    try:
        start = _hex_start(firmware)
    except BadImageError:
        return ""
    jumps = 0
    while _is_jump(start[4 * jumps : 4 * jumps + 4]):
        jumps += 1
    return next((part for part, count in reversed(_VECTORS.items()) if jumps >= count), "")


def _is_jump(word: bytes) -> bool:
    """An rjmp with a nop behind it, or a jmp."""
    if len(word) < 4:
        return False
    first = int.from_bytes(word[:2], "little")
    return (first & 0xF000 == 0xC000 and word[2:] == b"\0\0") or first & 0xFE0E == 0x940C


def _hex_start(firmware: Path) -> bytes:
    """The bytes that come first in the flash, as far as they are in one piece; every record is looked at."""
    start, ended = b"", False
    lines = firmware.read_text("ascii", errors="replace").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if ended:
            raise BadImageError(f"{firmware} goes on after its end: line {number}")
        kind, address, data = _record(line.strip(), f"{firmware} is no firmware in Intel HEX: line {number}")
        ended = kind == _END
        if kind == _DATA and address == len(start):
            start += data
    if not ended:
        raise BadImageError(f"{firmware} is not whole: its last record is missing. Make it anew: `make firmware`")
    return start


def _record(line: str, fault: str) -> tuple[int, int, bytes]:
    """(type, address, data) of a record: `:` count address type data sum, all in hex digits."""
    try:
        record = bytes.fromhex(line.removeprefix(":"))
    except ValueError as wrong:
        raise BadImageError(fault) from wrong
    if not line.startswith(":") or len(record) < 5 or len(record) != record[0] + 5 or sum(record) % 256:
        raise BadImageError(fault)
    return record[3], int.from_bytes(record[1:3], "big"), record[4:-1]

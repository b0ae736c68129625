"""Firmware files: whether an Intel HEX file is complete, and which chip a firmware was built for."""

from __future__ import annotations

import re
from pathlib import Path

CHIPS = {"m328p": "ATmega328P", "m32u4": "ATmega32U4"}
"""Chips by avrdude's names."""
_VECTORS = {"m328p": 26, "m32u4": 43}
"""Interrupt vectors: jumps of four bytes at the start of the flash."""
_DATA, _END = 0, 1
_DEVICE = re.compile(rb"\0at(mega\w+)\0")
"""The linker's note of the chip in an .elf."""


class BadImageError(ValueError):
    """The file is not a complete firmware; the message says why."""


def is_file(path: Path) -> bool:
    """Return whether there is such a file; False for a name that is too long or a folder that may not be read."""
    try:
        return path.is_file()
    except OSError:
        return False


def check(firmware: Path) -> None:
    """Raise BadImageError if this is not a complete Intel HEX file: avrdude writes and verifies half a file as well."""
    _hex_start(firmware)


def built_for(firmware: Path) -> str:
    """Return avrdude's name of the chip an .elf or .hex was built for, or "" if unknown."""
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
    """Return whether this is a jmp, or an rjmp followed by a nop."""
    if len(word) < 4:
        return False
    first = int.from_bytes(word[:2], "little")
    return (first & 0xF000 == 0xC000 and word[2:] == b"\0\0") or first & 0xFE0E == 0x940C


def _hex_start(firmware: Path) -> bytes:
    """Check every record and return the contiguous bytes from the start of the flash."""
    start, ended = b"", False
    lines = firmware.read_text("ascii", errors="replace").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if ended:
            raise BadImageError(f"{firmware} goes on after its end record: line {number}")
        kind, address, data = _record(line.strip(), f"{firmware} is not a firmware in Intel HEX: line {number}")
        ended = kind == _END
        if kind == _DATA and address == len(start):
            start += data
    if not ended:
        raise BadImageError(f"{firmware} is incomplete: its last record is missing. Build it again: `make firmware`")
    return start


def _record(line: str, fault: str) -> tuple[int, int, bytes]:
    """Parse a record, `:` count address type data sum in hex digits, into (type, address, data)."""
    try:
        record = bytes.fromhex(line.removeprefix(":"))
    except ValueError as wrong:
        raise BadImageError(fault) from wrong
    if not line.startswith(":") or len(record) < 5 or len(record) != record[0] + 5 or sum(record) % 256:
        raise BadImageError(fault)
    return record[3], int.from_bytes(record[1:3], "big"), record[4:-1]

"""The structure of a JPEG: its segments, its scans and their restart markers, read without decoding a pixel.

A decoder passes over much that a broken file holds: bytes between segments, a second scan, restart markers that are
missing. Here each of these is an error. Markers and their segments are those of ITU-T T.81, Annex B.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_END_OF_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_RESTART = re.compile(rb"\xff([\xd0-\xd7])")
_SOI, _EOI, _SOS, _DRI, _TEM = 0xD8, 0xD9, 0xDA, 0xDD, 0x01
_FRAMES = frozenset({0xC0, 0xC1, 0xC2})
"""Frames that are decoded: baseline, extended and progressive, all with Huffman codes."""
_IN_SEQUENCE = frozenset({0xC0, 0xC1})
_NO_SEGMENT = frozenset({_SOI, _EOI, _TEM, *range(0xD0, 0xD8)})


class BrokenStructure(ValueError):  # noqa: N818 - named after what it is
    """The data are not the segments and scans of one whole picture."""


@dataclass
class Structure:
    """A JPEG as its markers describe it. `blocks` are the horizontal and vertical sampling factors of each component,
    `scans` the places (first, after the last) of each scan's data, `restart` the interval between restart markers in
    minimum coded units at the first scan, 0 for none.
    """

    width: int = 0
    height: int = 0
    frame: int = 0
    frame_at: int = 0
    restart: int = 0
    blocks: tuple[tuple[int, int], ...] = ()
    scans: list[tuple[int, int]] = field(default_factory=list)
    scanned: int = 0
    """Components of all scans; each has one in a sequential picture."""

    @property
    def unit(self) -> tuple[int, int]:
        """Width and height in px of a minimum coded unit of a scan with all components."""
        if len(self.blocks) == 1:
            return 8, 8
        return 8 * max(across for across, _ in self.blocks), 8 * max(down for _, down in self.blocks)

    @property
    def units(self) -> int:
        """Number of minimum coded units in such a scan."""
        wide, high = self.unit
        return -(-self.width // wide) * -(-self.height // high)

    @property
    def one_scan(self) -> bool:
        """Whether all components come in one scan, as all cameras send them."""
        return self.frame in _IN_SEQUENCE and len(self.scans) == 1


def structure_of(data: bytes) -> Structure:
    """Return the structure of the JPEG that `data` begin with. Raises BrokenStructure."""
    found, at = Structure(), 2
    while True:
        marker, body, at = _segment(data, at)
        if marker == _EOI:
            break
        if marker in _FRAMES:
            _take_frame(found, data, body, at)
        elif marker == _DRI:
            found.restart = found.restart if found.scans else int.from_bytes(data[body:at], "big")
        elif marker == _SOS:
            at = _take_scan(found, data, body, at)
    complete = found.scanned == len(found.blocks) if found.frame in _IN_SEQUENCE else bool(found.scans)
    if not complete:
        raise BrokenStructure
    return found


def _segment(data: bytes, at: int) -> tuple[int, int, int]:
    """Return the marker at `at`, where its segment's content begins, and where the segment ends."""
    if at + 1 >= len(data) or data[at] != 0xFF:
        raise BrokenStructure
    while at + 1 < len(data) and data[at + 1] == 0xFF:  # fill bytes
        at += 1
    marker = data[at + 1] if at + 1 < len(data) else 0
    if marker == _EOI:
        return marker, at + 2, at + 2
    length = int.from_bytes(data[at + 2 : at + 4], "big")
    if marker in _NO_SEGMENT or marker == 0 or length < 2 or at + 2 + length > len(data):
        raise BrokenStructure
    return marker, at + 4, at + 2 + length


def _take_frame(found: Structure, data: bytes, body: int, end: int) -> None:
    if found.frame or end - body < 6:
        raise BrokenStructure
    _, found.height, found.width, count = struct.unpack_from(">BHHB", data, body)
    if end - body != 6 + 3 * count or not found.width * found.height * count:
        raise BrokenStructure
    found.frame, found.frame_at = data[body - 3], body
    found.blocks = tuple((data[k] >> 4, data[k] & 15) for k in range(body + 7, end, 3))
    if not all(1 <= across <= 4 and 1 <= down <= 4 for across, down in found.blocks):
        raise BrokenStructure


def _take_scan(found: Structure, data: bytes, body: int, end: int) -> int:
    """Add the scan whose header ends at `end`; return where its data end."""
    over = _END_OF_SCAN.search(data, end)
    if not found.frame or over is None:
        raise BrokenStructure
    found.scans.append((end, over.start()))
    found.scanned += data[body]
    whole = data[body] == len(found.blocks)
    marks = list(_marks(data, end, over.start()))
    if found.frame in _IN_SEQUENCE and whole:
        wanted = -(-found.units // found.restart) - 1 if found.restart else 0
        if len(marks) != wanted:
            raise BrokenStructure
    if any(data[mark + 1] != 0xD0 + number % 8 for number, mark in enumerate(marks)):
        raise BrokenStructure
    return over.start()


def _marks(data: bytes, start: int, end: int) -> Iterator[int]:
    """Return the places of the restart markers of a scan."""
    return (mark.start() for mark in _RESTART.finditer(data, start, end))


def pieces(data: bytes, found: Structure) -> Iterator[bytes]:
    """Yield each stretch between restart markers of a picture in one scan as a separate JPEG, a row of minimum coded
    units.
    """
    (start, end), left, (wide, high) = found.scans[0], found.units, found.unit
    bounds = [start, *(mark + 2 for mark in _marks(data, start, end))]
    for first, after in zip(bounds, [*(bound - 2 for bound in bounds[1:]), end], strict=True):
        size = struct.pack(">HH", high, wide * min(left, found.restart or left))
        yield data[: found.frame_at + 1] + size + data[found.frame_at + 5 : start] + data[first:after] + b"\xff\xd9"
        left -= found.restart

"""SQLite's write-ahead log as bytes: whether it is whole, and a copy in which all that can be read is valid again.

SQLite takes a log only up to the first frame with a wrong checksum and drops the rest without a word. The layout is
that of https://www.sqlite.org/fileformat2.html#the_write_ahead_log: a header of 32 bytes, then frames of a header of
24 bytes and one page; all numbers are big-endian.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

HEADER, FRAME = struct.Struct(">8I"), struct.Struct(">6I")
MAGIC = 0x377F0682
"""The last bit tells the byte order of the checksums: set for big-endian."""
VERSION = 3007000
Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Frame:
    """One frame as it stands in the log; `commit` is the size of the file in pages where it ends a transaction."""

    page: int
    commit: int
    salts: Sums
    sums: Sums
    data: bytes

    @property
    def summed(self) -> bytes:
        return struct.pack(">2I", self.page, self.commit) + self.data


def is_damaged(log: bytes) -> bool:
    """Whether something in the log was changed after it was written.

    What a killed app had not finished is no damage: frames without a commit, half a frame at the end. Nor are frames of
    an earlier log, neither of whose salts is this log's. What follows a wrong frame was on the disk before it.
    """
    if len(log) < HEADER.size + FRAME.size:
        return False
    salts, valid = _valid(log)
    if not salts:
        return any(log[HEADER.size :])
    for number, frame in enumerate(list(_frames(log, _page_size(log)))[len(valid) :]):
        lost_its_salts = not any(frame.salts)
        if lost_its_salts or (any(map(int.__eq__, frame.salts, salts)) and (number or frame.commit)):
            return True
    return False


def transactions_before(log: bytes, is_wanted: Callable[[bytes], bool]) -> int:
    """The bytes of the log up to the first transaction with such a page; all of them where there is none."""
    if len(log) < HEADER.size:
        return len(log)
    start = end = HEADER.size
    for frame in _valid(log)[1]:
        if is_wanted(frame.data):
            return start
        end += FRAME.size + len(frame.data)
        start = end if frame.commit else start
    return len(log)


def _valid(log: bytes) -> tuple[Sums | None, list[_Frame]]:
    """The salts of the log, and its frames up to the first wrong one; None where its header is wrong."""
    magic, _, size, _, one, two, *sums = HEADER.unpack_from(log)
    before = _sums(log[:24], (0, 0), magic)
    if magic & ~1 != MAGIC or before != tuple(sums):
        return None, []
    found = []
    for frame in _frames(log, size):
        before = _sums(frame.summed, before, magic)
        if frame.salts != (one, two) or frame.sums != before:
            break
        found.append(frame)
    return (one, two), found


def _page_size(log: bytes) -> int:
    size: int = HEADER.unpack_from(log)[2]
    return size


def repaired(log: bytes, page_size: int, pages: int, *, sure: bool) -> bytes:
    """The log of a file of this many `pages` with valid checksums throughout, as one transaction; b"" for nothing.

    Every frame counts that belongs to it; with `sure` only those whose own checksum is right.
    """
    frames = list(_frames(log, page_size))
    if not frames:
        return b""
    magic, _, _, number, *salts, one, two = HEADER.unpack_from(log)
    usual = Counter(frame.salts for frame in frames if any(frame.salts)).most_common(1)
    mine = usual[0][0] if usual and tuple(salts) not in {frame.salts for frame in frames if any(frame.salts)} else salts
    kept: list[_Frame] = []
    before = (one, two)
    for frame in frames:
        belongs = any(map(int.__eq__, frame.salts, mine)) and 0 < frame.page <= pages + len(frames)
        if belongs and (not sure or _sums(frame.summed, before, magic) == frame.sums):
            kept.append(frame)
        before = frame.sums
    head = struct.pack(">6I", MAGIC, VERSION, page_size, number, *mine)
    sums = _sums(head, (0, 0), MAGIC)
    parts = [head, struct.pack(">2I", *sums)]
    size = max([pages, *(frame.page for frame in kept)])
    for left, frame in zip(range(len(kept) - 1, -1, -1), kept, strict=True):
        start = struct.pack(">2I", frame.page, 0 if left else size)
        sums = _sums(start + frame.data, sums, MAGIC)
        parts.append(start + struct.pack(">4I", *mine, *sums) + frame.data)
    return b"".join(parts) if kept else b""


def _frames(log: bytes, page_size: int) -> Iterator[_Frame]:
    step = FRAME.size + page_size
    for at in range(HEADER.size, len(log) - step + 1, step):
        page, commit, *rest = FRAME.unpack_from(log, at)
        yield _Frame(page, commit, (rest[0], rest[1]), (rest[2], rest[3]), log[at + FRAME.size : at + step])


def _sums(content: bytes, sums: Sums, magic: int) -> Sums:
    """The two running sums over pairs of 32-bit words; a frame's are over 8 bytes of its header and its page."""
    words = struct.unpack(f"{'>' if magic & 1 else '<'}{len(content) // 4}I", content)
    one, two = sums
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two

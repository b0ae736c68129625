"""SQLite's write-ahead log as bytes: whether it is whole, and a copy in which all that can be read is valid again.

SQLite takes a log only up to the first frame with a wrong checksum and drops the rest without a word. The layout is
that of https://www.sqlite.org/fileformat2.html#the_write_ahead_log: a header of 32 bytes, then frames of a header of
24 bytes and one page; all numbers are big-endian.
"""

from __future__ import annotations

import struct
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

HEADER, FRAME = struct.Struct(">8I"), struct.Struct(">6I")
MAGIC = 0x377F0682
"""The last bit tells the byte order of the checksums: set for big-endian."""
VERSION = 3007000
Sums = tuple[int, int]
_INDEX = struct.Struct("=3I2BH4I8s2I")
"""How the index of a log begins, in the machine's byte order but for the salts: version, unused, changes, whether it is
made, byte order of the checksums, page size, frames, pages, checksum of the last frame, salts, checksum of all this. It
stands there twice, then follows how many frames are in the file already (https://www.sqlite.org/walformat.html).
"""
INDEX_BYTES = 2 * _INDEX.size + 4


@dataclass(frozen=True, slots=True)
class Index:
    """What the index beside a log (the `-shm`) says of it: the frames that were committed, and of those the ones that
    are in the file already; the salts of the log and the checksum of the last committed frame.
    """

    frames: int
    in_file: int
    page_size: int
    salts: Sums
    sums: Sums

    @property
    def end(self) -> int:
        """The bytes of the log that were committed."""
        return HEADER.size + self.frames * (FRAME.size + self.page_size) if self.frames else 0


def index_of(content: bytes) -> Index | None:
    """What the first `INDEX_BYTES` of an index say; None if it is not one, or was being written."""
    if len(content) < INDEX_BYTES or content[: _INDEX.size] != content[_INDEX.size : 2 * _INDEX.size]:
        return None
    version, _, _, is_made, _, size, frames, _, one, two, salts, *sums = _INDEX.unpack_from(content)
    order = 0 if sys.byteorder == "little" else 1
    if version != VERSION or not is_made or _sums(content[: _INDEX.size - 8], (0, 0), order) != tuple(sums):
        return None
    (in_file,) = struct.unpack_from("=I", content, 2 * _INDEX.size)
    first, second = struct.unpack(">2I", salts)
    return Index(frames, in_file, 65536 if size == 1 else size, (first, second), (one, two))


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


def is_damaged(log: bytes, index: Index | None = None) -> bool:
    """Whether something in the log was changed after it was written.

    What a killed app had not finished is no damage: frames without a commit, half a frame at the end, and half a frame
    with a commit if the `index` says that it was not committed. Nor are frames of an earlier log, neither of whose
    salts is this log's. What follows a wrong frame was on the disk before it.
    """
    if len(log) < HEADER.size + FRAME.size:
        return False
    salts, valid = _valid(log)
    if not salts:
        return any(log[HEADER.size :])
    committed = max((number for number, frame in enumerate(valid, 1) if frame.commit), default=0)
    sums = valid[committed - 1].sums if committed else None
    is_known = index is not None and (index.salts, index.frames) == (salts, committed) and sums in {index.sums, None}
    for number, frame in enumerate(list(_frames(log, _page_size(log)))[len(valid) :]):
        lost_its_salts = not any(frame.salts)
        is_first = number == 0 and (is_known or not frame.commit)
        if lost_its_salts or (any(map(int.__eq__, frame.salts, salts)) and not is_first):
            return True
    return False


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


def newest_pages(log: bytes, page_size: int) -> dict[int, bytes]:
    """Every page by its number as the last frame with it has it, whether that is sound or not."""
    return {frame.page: frame.data for frame in _frames(log, page_size)}


def pages_of(log: bytes) -> int:
    """The pages that the file had at most, as the sound frames of its log say; 0 if there are none."""
    return max((frame.commit for frame in _valid(log)[1]), default=0) if len(log) > HEADER.size else 0


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

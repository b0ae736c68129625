"""Frames of a write-ahead log: check it for damage, and repair a copy.

SQLite reads a log only up to the first frame with a wrong checksum, and silently drops the rest.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.record.wal import FRAME, HEADER, MAGIC, VERSION, Index, Sums, sums_of


@dataclass(frozen=True, slots=True)
class _Frame:
    """One frame of the log. `commit` is the size of the file in pages if the frame ends a transaction, else 0."""

    page: int
    commit: int
    salts: Sums
    sums: Sums
    data: bytes

    @property
    def summed(self) -> bytes:
        return struct.pack(">2I", self.page, self.commit) + self.data


def is_damaged(log: bytes, index: Index | None = None) -> bool:
    """Return whether something in the log was changed after it was written.

    Unfinished work of a killed app is not damage: frames without a commit, half a frame at the end, and half a frame
    with a commit that is not committed according to the `index`. Frames of an earlier log, with other salts, are not
    damage either. What follows a wrong frame was on disk before it.
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
    """Return the salts of the log and its frames up to the first wrong one; None and [] if its header is wrong."""
    magic, _, size, _, one, two, *sums = HEADER.unpack_from(log)
    before = sums_of(log[:24], (0, 0), magic)
    if magic & ~1 != MAGIC or before != tuple(sums):
        return None, []
    found = []
    for frame in _frames(log, size):
        before = sums_of(frame.summed, before, magic)
        if frame.salts != (one, two) or frame.sums != before:
            break
        found.append(frame)
    return (one, two), found


def newest_pages(log: bytes, page_size: int) -> dict[int, bytes]:
    """Return every page by its number from the last frame with it, sound or not."""
    return {frame.page: frame.data for frame in _frames(log, page_size)}


def pages_of(log: bytes) -> int:
    """Return the largest number of pages the file had, by the sound frames of its log; 0 if there are none."""
    return max((frame.commit for frame in _valid(log)[1]), default=0) if len(log) > HEADER.size else 0


def _page_size(log: bytes) -> int:
    size: int = HEADER.unpack_from(log)[2]
    return size


def repaired(log: bytes, page_size: int, pages: int, *, sure: bool) -> bytes:
    """Return the log of a file of `pages` with valid checksums, as one transaction; b"" if nothing is left.

    It has every frame that belongs to the log; with `sure` only those with a right checksum.
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
        if belongs and (not sure or sums_of(frame.summed, before, magic) == frame.sums):
            kept.append(frame)
        before = frame.sums
    head = struct.pack(">6I", MAGIC, VERSION, page_size, number, *mine)
    sums = sums_of(head, (0, 0), MAGIC)
    parts = [head, struct.pack(">2I", *sums)]
    size = max([pages, *(frame.page for frame in kept)])
    for left, frame in zip(range(len(kept) - 1, -1, -1), kept, strict=True):
        start = struct.pack(">2I", frame.page, 0 if left else size)
        sums = sums_of(start + frame.data, sums, MAGIC)
        parts.append(start + struct.pack(">4I", *mine, *sums) + frame.data)
    return b"".join(parts) if kept else b""


def _frames(log: bytes, page_size: int) -> Iterator[_Frame]:
    step = FRAME.size + page_size
    for at in range(HEADER.size, len(log) - step + 1, step):
        page, commit, *rest = FRAME.unpack_from(log, at)
        yield _Frame(page, commit, (rest[0], rest[1]), (rest[2], rest[3]), log[at + FRAME.size : at + step])

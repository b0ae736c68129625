"""The bytes of SQLite's write-ahead log and of its index.

The log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log) is a header of 32 bytes and then frames, each a
header of 24 bytes and one page; all numbers are big-endian.
"""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass

HEADER, FRAME = struct.Struct(">8I"), struct.Struct(">6I")
MAGIC = 0x377F0682
"""The last bit is the byte order of the checksums: set for big-endian."""
VERSION = 3007000
Sums = tuple[int, int]
_INDEX = struct.Struct("=3I2BH4I8s2I")
"""Start of the index, in the machine's byte order except for the salts: version, unused, changes, is made, byte order
of the checksums, page size, frames, pages, checksum of the last frame, salts, checksum of all this. It is there twice,
followed by the number of frames already in the file (https://www.sqlite.org/walformat.html).
"""
INDEX_BYTES = 2 * _INDEX.size + 4


@dataclass(frozen=True, slots=True)
class Index:
    """The index of a log (the `-shm`): the number of committed frames, how many of them are already in the file, the
    salts of the log, and the checksum of the last committed frame.
    """

    frames: int
    in_file: int
    page_size: int
    salts: Sums
    sums: Sums

    @property
    def end(self) -> int:
        """The number of committed bytes of the log."""
        return HEADER.size + self.frames * (FRAME.size + self.page_size) if self.frames else 0


def index_of(content: bytes) -> Index | None:
    """Parse the first `INDEX_BYTES` of an index; None if it is not one, or was being written."""
    if len(content) < INDEX_BYTES or content[: _INDEX.size] != content[_INDEX.size : 2 * _INDEX.size]:
        return None
    version, _, _, is_made, _, size, frames, _, one, two, salts, *sums = _INDEX.unpack_from(content)
    order = 0 if sys.byteorder == "little" else 1
    if version != VERSION or not is_made or sums_of(content[: _INDEX.size - 8], (0, 0), order) != tuple(sums):
        return None
    (in_file,) = struct.unpack_from("=I", content, 2 * _INDEX.size)
    first, second = struct.unpack(">2I", salts)
    return Index(frames, in_file, 65536 if size == 1 else size, (first, second), (one, two))


def sums_of(content: bytes, sums: Sums, magic: int) -> Sums:
    """Return the two running sums over pairs of 32-bit words; a frame's cover 8 bytes of its header and its page."""
    words = struct.unpack(f"{'>' if magic & 1 else '<'}{len(content) // 4}I", content)
    one, two = sums
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two

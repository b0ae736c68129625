"""Which letters a font has, read from the font's own table of them. Pure."""

from __future__ import annotations

import struct
from collections.abc import Container, Iterator
from functools import lru_cache
from pathlib import Path

ALL = range(0x110000)
PLAIN, WIDE = 4, 12
"""The two formats of the table `cmap` that fonts for Unicode have (OpenType 1.9, "cmap")."""


@lru_cache(maxsize=8)
def letters_of(font: str) -> Container[int]:
    """The code points a TrueType or OpenType file has glyphs for; all of them where it is no such file."""
    try:
        return frozenset(_letters(Path(font).read_bytes()))
    except (OSError, struct.error):
        return ALL


def _letters(font: bytes) -> Iterator[int]:
    (tables,) = struct.unpack_from(">H", font, 4)
    found = dict(struct.unpack_from(">4s4xI", font, 12 + 16 * at) for at in range(tables))
    if b"cmap" not in found:
        raise struct.error("a font without the table of its letters")
    cmap = found[b"cmap"]
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    for at in range(count):
        (offset,) = struct.unpack_from(">I", font, cmap + 8 + 8 * at)
        (kind,) = struct.unpack_from(">H", font, cmap + offset)
        if kind == PLAIN:
            yield from _plain(font, cmap + offset)
        elif kind == WIDE:
            yield from _wide(font, cmap + offset)


def _plain(font: bytes, table: int) -> Iterator[int]:
    """Segments of letters; glyph 0 is the empty box."""
    (double,) = struct.unpack_from(">H", font, table + 6)
    row = f">{double // 2}H"
    ends, starts, deltas, offsets = (
        struct.unpack_from(row, font, table + at) for at in (14, 16 + double, 16 + 2 * double, 16 + 3 * double)
    )
    for at, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        glyphs = table + 16 + 3 * double + 2 * at + offset
        for letter in range(first, last + 1):
            if offset:
                (glyph,) = struct.unpack_from(">H", font, glyphs + 2 * (letter - first))
            else:
                glyph = letter + delta & 0xFFFF
            if glyph:
                yield letter


def _wide(font: bytes, table: int) -> Iterator[int]:
    (count,) = struct.unpack_from(">I", font, table + 12)
    for at in range(count):
        first, last, glyph = struct.unpack_from(">3I", font, table + 16 + 12 * at)
        yield from range(first if glyph else first + 1, last + 1)

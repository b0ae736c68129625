"""CRC-32 checksums of a journal: one per row, chained to the row before it."""

from __future__ import annotations

from zlib import crc32


def of_row(
    previous: int,
    number: int,
    session: str,
    seq: int,
    at: str,
    origin: str,
    kind: str,
    body: bytes,
    attached: int | None,
) -> int:
    """Return the checksum of an entry. `previous` is that of the entry before it in the file, 0 for the first."""
    head = f"{number}\0{session}\0{seq}\0{at}\0{origin}\0{kind}\0{attached}\0"
    return crc32(body, crc32(head.encode(), previous))


def of_header(game: str, rules_version: int, header: bytes) -> int:
    """Return the checksum of a session's header, which is attached to its first entry."""
    return crc32(header, crc32(f"{game}\0{rules_version}\0".encode()))


def of_evidence(reading: bytes, picture: bytes | None) -> int:
    """Return the checksum of an entry's evidence, which is attached to that entry."""
    return crc32(b"" if picture is None else b"\0" + picture, crc32(reading))

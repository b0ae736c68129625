"""Find records of a journal in raw bytes, for pages that nothing links to any longer.

A record is a header, with its length and a number for the type of each value, followed by the values
(https://www.sqlite.org/fileformat2.html#record_format). Candidates must be verified by their checksums. Only records
on one page are found, except evidence, whose pictures continue on overflow pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

PAGE = 4096
"""Page size of a journal, bytes: SQLite's default."""
LARGEST_EVIDENCE = 1 << 20
"""Size limit of an evidence record, bytes: far above any reading with its picture."""
_TEXT, _INT = rb"([\x0d-\x7f])", rb"([\x00-\x06\x08\x09])"
_BLOB = rb"([\x80-\xff]{0,2}[\x00-\x7f])"
_ENTRY = _TEXT + _INT + _TEXT * 3 + _BLOB + _INT * 3
_SESSION = _TEXT * 2 + _INT + _BLOB
_INT_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def entries_in(content: bytes) -> Iterator[tuple[Any, ...]]:
    """Yield possible entries: number, session, seq, at, origin, kind, body, attached, previous, checksum."""
    for at, values in _records(content, rb"[\x0b-\x0d]\x00" + _ENTRY):
        yield (_varint_before(content, at), *values)
    for _, values in _records(content, rb"[\x0b-\x0d]" + _ENTRY + _INT):
        yield (values[-1], *values[:-1])


def headers_in(content: bytes) -> Iterator[tuple[Any, ...]]:
    """Yield possible session headers: id, game, rules_version, header."""
    for pattern in (_SESSION, _SESSION + _INT):
        for _, values in _records(content, rb"[\x05-\x08]" + pattern):
            yield tuple(values[:4])


def evidence_in(content: bytes, page_of: Callable[[int], bytes]) -> Iterator[tuple[Any, ...]]:
    """Yield possible evidence: session, seq, reading, picture. `page_of` returns a page by its number, b"" for none."""
    pattern = rb"(?=([\x05-\x0a]" + _TEXT + _INT + _BLOB * 2 + rb"))"
    for found in re.finditer(pattern, content, re.DOTALL):
        head, *rest = found.groups()
        types = [_number(each) for each in rest]
        are_blobs = types[2] >= 12 and not types[2] % 2 and not types[3] % 2
        size = len(head) + sum((each - 12) // 2 if each >= 12 else _INT_BYTES.get(each, 0) for each in types)
        if head[0] == len(head) and are_blobs and size <= LARGEST_EVIDENCE:
            record = _whole(content[found.start() : found.start() + PAGE], size, page_of)
            values = _values(record, len(head), types) if len(record) == size else None
            if values is not None:
                yield tuple(values)


def _whole(begin: bytes, size: int, page_of: Callable[[int], bytes]) -> bytes:
    """Return a record of this size that begins on one page and may continue on others; shorter if one is missing.

    The part on the first page is that of a table's leaf: https://www.sqlite.org/fileformat2.html#b_tree_pages
    """
    most, least = PAGE - 35, (PAGE - 12) * 32 // 255 - 23
    if size <= most:
        return begin[:size]
    local = least + (size - least) % (PAGE - 4)
    local = local if local <= most else least
    record, following = begin[:local], begin[local : local + 4]
    while len(record) < size and any(following):
        page = page_of(int.from_bytes(following, "big"))
        following, record = page[:4], record + page[4 : 4 + size - len(record)]
    return record


def _records(content: bytes, pattern: bytes) -> Iterator[tuple[int, list[Any]]]:
    """Yield the position and the values of records with these types."""
    for found in re.finditer(rb"(?=(" + pattern + rb"))", content, re.DOTALL):
        if content[found.start()] == len(found[1]):
            values = _values(content, found.start() + len(found[1]), [_number(each) for each in found.groups()[1:]])
            if values is not None:
                yield found.start(), values


def _values(content: bytes, at: int, types: Sequence[int]) -> list[Any] | None:
    """Return the values at a position, or None if they do not fit their types."""
    values: list[Any] = []
    for each in types:
        if each >= 12:
            size = (each - 12) // 2
            part: Any = content[at : at + size]
        else:
            size = _INT_BYTES.get(each, 0)
            part = int.from_bytes(content[at : at + size], "big", signed=True) if size else {8: 0, 9: 1}.get(each)
        if each >= 12 and each % 2:
            try:
                part = part.decode()
            except UnicodeDecodeError:
                return None
        values.append(part)
        at += size
    return values


def _number(varint: bytes) -> int:
    """Decode groups of seven bits, highest first; the last byte has no high bit."""
    number = 0
    for byte in varint:
        number = number << 7 | byte & 0x7F
    return number


def _varint_before(content: bytes, end: int) -> int:
    start = end - 1
    while start > 0 and end - start < 9 and content[start - 1] & 0x80:
        start -= 1
    return _number(content[start:end])

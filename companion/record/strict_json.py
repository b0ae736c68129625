"""One line of JSON from outside, strictly: nothing twice, no number and no depth that no table needs."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec

LARGEST = 2**53
"""Whole numbers beyond this do not survive every JSON reader, and no table has that many of anything."""
TOO_DEEP = "nested too deeply"
DEEPEST = 64
"""Lists and objects within each other; no message of ours has a tenth of it. What is deeper would be too deep for some
of those who walk through it later, long before it is for the decoder."""


class Malformed(ValueError):  # noqa: N818  the protocol's own word for it
    """Something that is not a message of this shape; the message says what and where."""


def parse(line: bytes) -> Any:
    """The JSON value of one line. Raises Malformed for anything else; also for numbers and depths no table needs, and
    for two fields of one name, of which nobody can say which is meant.
    """
    try:
        text = line.decode()
        value = msgspec.json.decode(text)
        _modest(value)
        _STRICT.decode(text)
    except RecursionError:
        raise Malformed(TOO_DEEP) from None
    except UnicodeDecodeError as wrong:
        raise Malformed(f"not JSON: byte {wrong.start} is not UTF-8") from None
    except msgspec.DecodeError as wrong:
        raise Malformed(f"not JSON: {wrong}" if text.strip() else "not JSON: there is nothing in the line") from None
    return value


def _modest(value: object) -> None:
    """Refuse numbers no table needs, and depths, anywhere in a JSON value."""
    todo: list[tuple[dict[str, object] | list[object], int]] = [([value], 0)]
    while todo:
        holder, depth = todo.pop()
        for part in holder.values() if isinstance(holder, dict) else holder:
            if isinstance(part, dict | list):
                if depth == DEEPEST:
                    raise Malformed(TOO_DEEP)
                todo.append((part, depth + 1))
            elif isinstance(part, int) and abs(part) > LARGEST:
                raise Malformed(f"the number {part} is too large")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; refuses a name that stands in it twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise Malformed(f"{name!r} stands in one object twice")
    return found


_STRICT = json.JSONDecoder(object_pairs_hook=_once)

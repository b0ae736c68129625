"""Strict parsing of a line of JSON: no duplicate names, no huge numbers, no deep nesting."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec

LARGEST = 2**53
"""Some JSON readers lose precision in larger whole numbers, and no table needs them."""
TOO_DEEP = "nested too deeply"
DEEPEST = 64
"""Refuse deeper nesting: recursive code further on could overflow. Our messages are not a tenth as deep."""


class Malformed(ValueError):  # noqa: N818  the protocol's word
    """A message of a wrong shape; the text says what and where."""


def parse(line: bytes) -> Any:
    """Return the JSON value of a line. Raises Malformed for anything else, also for huge numbers, deep nesting and
    duplicate names.
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
    """Refuse huge numbers and deep nesting anywhere in a JSON value."""
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
    """Return an object; refuse duplicate names."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise Malformed(f"{name!r} is twice in one object")
    return found


_STRICT = json.JSONDecoder(object_pairs_hook=_once)

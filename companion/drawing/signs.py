"""How players are shown whose names no font can write: by the shape of their mark and its number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from catseye.names import comparison_key, seen
from companion.core.table import Table
from companion.drawing.fonts import can_write
from companion.drawing.theme import MARK_SHAPES, mark_shape

SHAPES = dict(zip(MARK_SHAPES, "●■▲◆★○✚⬢", strict=True))
_signs: dict[str, str] = {}
_alone: ContextVar[dict[str, str] | None] = ContextVar("signs of one picture", default=None)


def seat(table: Table) -> None:
    """Show these players from now on, wherever their names are drawn, in a way that can be read."""
    for name in table.players:
        _signs.pop(name, None)
    _signs.update(_signs_of(table))


@contextmanager
def seated(table: Table) -> Iterator[None]:
    """Show these players so in what is drawn inside the `with` block, and nowhere else."""
    before = _alone.set(_signs_of(table))
    try:
        yield
    finally:
        _alone.reset(before)


def _signs_of(table: Table) -> dict[str, str]:
    signs, written = dict[str, str](), {name for name in table.players if can_write(seen(name))}
    known = set(map(comparison_key, written))
    for at, name in enumerate(table.players):
        if name in written:
            continue
        kept = " ".join(word for word in seen(name).split() if can_write(word))
        if not kept or comparison_key(kept) in known:
            kept = _numbered(table.mark(at), known)
        known.add(comparison_key(kept))
        signs[name] = kept
    return signs


def _numbered(mark: int, known: set[str]) -> str:
    """The shape of a mark and its number; among more people than there are marks, the next one with that shape."""
    kept = f"{SHAPES[mark_shape(mark)]}{mark + 1}"
    return _numbered(mark + len(SHAPES), known) if comparison_key(kept) in known else kept


def legible(words: str) -> str:
    """Return the words with what can be read in place of names that no font can write."""
    signs = _signs if (alone := _alone.get()) is None else alone
    for name, sign in sorted(signs.items(), key=lambda each: len(each[0]), reverse=True):
        words = words.replace(name, sign)
    return words

"""How players are shown whose names no font can write: by the shape of their mark and its number."""

from __future__ import annotations

from catseye.names import comparison_key, seen
from companion.core.table import Table
from companion.drawing.fonts import can_write, font_of
from companion.drawing.theme import MARK_SHAPES, mark_shape

SHAPES = dict(zip(MARK_SHAPES, "●■▲◆★○✚⬢", strict=True))
_signs: dict[str, str] = {}


def seat(table: Table) -> None:
    """Show these players from now on, wherever their names are drawn, in a way that can be read."""
    written = {name for name in table.players if can_write(seen(name))}
    known = set(map(comparison_key, written))
    for at, name in enumerate(table.players):
        _signs.pop(name, None)
        if name in written:
            continue
        kept = seen("".join(letter for letter in name if font_of(letter))).strip()
        if not kept or comparison_key(kept) in known:
            kept = _numbered(table.mark(at), known)
        known.add(comparison_key(kept))
        _signs[name] = kept


def _numbered(mark: int, known: set[str]) -> str:
    """The shape of a mark and its number; among more people than there are marks, the next one with that shape."""
    kept = f"{SHAPES[mark_shape(mark)]}{mark + 1}"
    return _numbered(mark + len(SHAPES), known) if comparison_key(kept) in known else kept


def legible(words: str) -> str:
    """Return the words with what can be read in place of names that no font can write."""
    for name in sorted(_signs, key=len, reverse=True):
        words = words.replace(name, _signs[name])
    return words

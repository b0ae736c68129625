"""How words are laid into a box: the type goes down its steps to the smallest, then long words are broken, and only
then the end is cut. All backends draw the lines that stand here, so that what fits in a test fits on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.drawing.fonts import accented
from companion.drawing.geometry import Box, Point
from companion.drawing.right_to_left import as_drawn, has_right_to_left
from companion.drawing.signs import legible
from companion.drawing.text_metrics import ASCENT, LINE_HEIGHT, width
from companion.drawing.theme import SMALL, TEXT_SIZES, TYPE, type_step

AT_HYPHEN = 0.7
"""A name is broken at its own hyphen if the longer part is at most this share of its width."""
SLACK = 1.0
"""Lines may be this many units higher than their box: the room above the tallest letters is empty."""


class Line(NamedTuple):
    """One line: its words in the order in which they are drawn, and where its left end stands on the base line."""

    words: str
    start: Point
    width: float


class Laid(NamedTuple):
    """Words laid into a box; `size` is that of the type, `cut` is True if some of the words are missing."""

    lines: tuple[Line, ...]
    size: float
    cut: bool

    @property
    def extent(self) -> Box | None:
        """The box that the lines fill, or None if nothing is written."""
        if not self.lines:
            return None
        left = min(line.start[0] for line in self.lines)
        right = max(line.start[0] + line.width for line in self.lines)
        low = self.lines[-1].start[1] - (LINE_HEIGHT - ASCENT) * self.size
        return left, low, right - left, LINE_HEIGHT * self.size * len(self.lines)


class _Set(NamedTuple):
    lines: tuple[str, ...]
    size: float
    cut: bool


def lay(
    words: str, box: Box, size: float, *, bold: bool = False, align: str = "center", valign: str = "middle",
    text_size: float = 1.0,
) -> Laid:  # fmt: skip
    """Lay words into a box in the largest step of type, times `text_size`, up to that of `size` in which they fit, but
    never smaller than `SMALL`; a `size` below that is what `common_size` found for larger text. `align` is left, center
    or right, `valign` bottom, middle or top.
    """
    x, y, wide, high = box
    laid = _laid(legible(words), wide, high, size, bold, align, valign, text_size)
    placed = (Line(words, (x + left, y + base), needs) for words, (left, base), needs in laid.lines)
    return Laid(tuple(placed), laid.size, laid.cut)


@lru_cache(maxsize=4096)
def _laid(
    words: str, wide: float, high: float, size: float, bold: bool, align: str, valign: str, text_size: float
) -> Laid:  # fmt: skip
    if not words.strip() or wide < 2 or high < 2:
        return Laid((), size, cut=False)
    chosen = _set(words, wide, high, size if size < SMALL else type_step(size), text_size, bold)
    each = chosen.size * LINE_HEIGHT
    spare = high - each * len(chosen.lines)
    top = high - {"bottom": spare, "middle": spare / 2, "top": 0.0}[valign]
    lines = []
    for number, line in enumerate(chosen.lines):
        needs = width(line, chosen.size, bold=bold)
        left = {"left": 0.0, "center": (wide - needs) / 2, "right": wide - needs}[align]
        lines.append(Line(as_drawn(line), (left, top - number * each - ASCENT * chosen.size), needs))
    return Laid(tuple(lines), chosen.size, chosen.cut)


def common_size(
    texts: Iterable[str], wide: float, high: float, size: float, *, bold: bool = False, text_size: float = 1.0
) -> float:  # fmt: skip
    """Return the largest size up to `size` at which each of these texts fits into this much room: neighbours of one
    role are written in one size.
    """
    sizes = (lay(words, (0, 0, wide, high), size, bold=bold, text_size=text_size).size for words in texts if words)
    return min(sizes, default=size) / text_size


def fits(words: str, wide: float, high: float, size: float = SMALL, *, bold: bool = False) -> bool:
    """Return whether words fit whole into this much room at `size`; in the smallest type, long words may be broken."""
    words = legible(words)
    broken = _wrapped(words, wide, size, bold, wide if size <= SMALL else None)
    return not words.strip() or _fit(broken, wide, high, size, bold)


def height(words: str, wide: float, size: float, *, bold: bool = False) -> float:
    """Return how high words are at `size`, broken into lines at spaces."""
    return len(_wrapped(legible(words), wide, size, bold)) * size * LINE_HEIGHT if words else 0.0


def width_in_two(words: str, *, bold: bool = False) -> float:
    """Return the least width in which words stand in two lines of the smallest type, long ones broken."""
    return _width_in_two(legible(words), bold)


@lru_cache(maxsize=256)
def _width_in_two(words: str, bold: bool) -> float:
    whole = width(words, SMALL, bold=bold) + 1
    parts = _words(words.replace("-", "- "))
    widest = max((width(part, SMALL, bold=bold) + 1 for part in parts), default=0.0)
    wide = widest if len(parts) == 2 and widest < AT_HYPHEN * whole else whole / 2
    while wide < whole and not fits(words, wide, 2 * SMALL * LINE_HEIGHT, bold=bold):
        wide += SMALL / 4
    return min(wide, whole)


def _sizes(largest: float, text_size: float) -> list[float]:
    """The sizes in which words can be written, largest first: the steps of type, and what lies between the smallest as
    people want it and as it was designed.
    """
    smallest = [SMALL * each for each in TEXT_SIZES if each < text_size]
    sizes = [*(step * text_size for step in TYPE), *smallest]
    return sorted({SMALL, *(size for size in sizes if size <= largest * text_size + 0.01)}, reverse=True)


def _set(words: str, wide: float, high: float, largest: float, text_size: float, bold: bool) -> _Set:
    for size in _sizes(largest, text_size):
        lines = _wrapped(words, wide, size, bold)
        if _fit(lines, wide, high, size, bold):
            return _Set(lines, size, cut=False)
    size = SMALL
    longest = max(width(word, size, bold=bold) for word in _words(words))
    for limit in (wide, min(wide, longest - 1)):  # break words that are too long; then the longest one, to save a line
        lines = _wrapped(words, wide, size, bold, limit)
        if _fit(lines, wide, high, size, bold):
            return _Set(lines, size, cut=False)
    room = max(1, int((high + SLACK) // (size * LINE_HEIGHT)))
    plain = _wrapped(words, wide, size, bold)
    kept = (*plain[: room - 1], " ".join(plain[room - 1 :]))
    return _Set(tuple(_shortened(line, wide, size, bold) for line in kept), size, cut=True)


def _words(text: str) -> list[str]:
    """What lines are broken between: no-break spaces hold words together."""
    return [word for word in text.replace("\n", " ").split(" ") if word]


def _fit(lines: tuple[str, ...], wide: float, high: float, size: float, bold: bool) -> bool:
    if len(lines) * size * LINE_HEIGHT > high + SLACK:
        return False
    return all(width(line, size, bold=bold) <= wide for line in lines)


def _wrapped(words: str, wide: float, size: float, bold: bool, limit: float | None = None) -> tuple[str, ...]:
    """Break lines at spaces, and words that are wider than `limit`."""
    lines = []
    for given in words.split("\n"):
        line = ""
        for word in given.split(" "):
            for number, piece in enumerate((word,) if limit is None else _pieces(word, limit, size, bold)):
                longer = f"{line} {piece}" if line else piece
                if number or (line and width(longer, size, bold=bold) > wide):
                    lines.append(line)
                    line = piece
                else:
                    line = longer
        lines.append(line)
    return tuple(lines)


def _pieces(word: str, wide: float, size: float, bold: bool) -> tuple[str, ...]:
    """Break a word into as few pieces as fit: at its own hyphen if that is enough, else into equal parts. Letters that
    are joined, as in Arabic, are not parted.
    """

    def fit(parts: tuple[str, ...]) -> bool:
        return all(width(part, size, bold=bold) <= wide for part in parts)

    if not word or has_right_to_left(word) or fit((word,)):
        return (word,)
    return next((parts for parts in _ways_to_break(word) if fit(parts)), (word,))


def _ways_to_break(word: str) -> Iterator[tuple[str, ...]]:
    at = word.find("-", 1, -1) + 1
    if at:
        yield word[:at], word[at:]
    letters = accented(word)
    for count in range(2, len(letters) // 2 + 1):
        each = -(-len(letters) // count)
        parts = ["".join(letters[first : first + each]) for first in range(0, len(letters), each)]
        yield *(_with_hyphen(part) for part in parts[:-1]), parts[-1]


def _with_hyphen(part: str) -> str:
    """Add a hyphen; scripts without small letters have none."""
    has_case = part[-1].lower() != part[-1].upper()
    return f"{part}-" if has_case else part


def _shortened(line: str, wide: float, size: float, bold: bool) -> str:
    if width(line, size, bold=bold) <= wide:
        return line
    while line and width(line + "…", size, bold=bold) > wide:
        line = "".join(accented(line)[:-1]).rstrip(" ,.")
    return line + "…"

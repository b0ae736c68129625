"""Words in a box, none of them cut where there is room: one too long for its line is broken, as in a newspaper."""

from __future__ import annotations

from functools import lru_cache

from kivy.metrics import sp

from companion.drawing.theme import SMALL as FLOOR
from companion.ui.drawing import text_layout
from companion.ui.drawing.right_to_left import has_right_to_left
from companion.ui.drawing.scale import smallest_type
from companion.ui.drawing.signs import legible
from companion.ui.drawing.text_layout import text_height, text_width

AT_HYPHEN = 0.7  # a name is broken at its own hyphen where the longer part is no more of it than this


def text(
    words: str, box: tuple[float, float, float, float], size: float, name: str = "ink", *,
    bold: bool = False, align: str = "center", valign: str = "middle", alpha: float = 1.0,
) -> None:  # fmt: skip
    """Words inside a box (pixels): the type shrinks from `size` sp to 18, long words are broken; only then the end is
    cut with an ellipsis. `align` left, center, right; `valign` bottom, middle, top.
    """
    words = legible(words)
    if words.strip():
        words = _readable(words, int(box[2]), int(box[3]), sp(smallest_type()), bold)
    text_layout.draw_text(words, box, size, name, bold=bold, align=align, valign=valign, alpha=alpha)


def fits(words: str, width: float, height: float, size: float = FLOOR, *, bold: bool = False) -> bool:
    """Whether these words can be read whole in this many pixels at `size` sp; at the smallest type words may break."""
    words, size = legible(words), smallest_type() if size <= FLOOR else size
    return not words.strip() or (width >= 2 and _fits(words, int(width), int(height), size, sp(size), bold))


@lru_cache(maxsize=1024)
def _fits(words: str, width: int, height: int, size: float, unit: float, bold: bool) -> bool:
    if size <= smallest_type():
        words = _broken(words, width, unit, bold)
    widest = max(text_width(word, size, bold=bold) for word in words.split())
    return widest <= width and text_height(words, width, size, bold=bold) <= height + 1


def width_in_two(words: str, *, bold: bool = False) -> float:
    """The least width (pixels) in which words stand in two lines of the smallest type, broken where they may be."""
    return _width_in_two(legible(words), sp(smallest_type()), bold)


@lru_cache(maxsize=256)
def _width_in_two(words: str, unit: float, bold: bool) -> float:
    whole = text_width(words, smallest_type(), bold=bold) + 1
    high = text_height("x\nx", whole, smallest_type(), bold=bold)
    parts = words.replace("-", "- ").split()
    widest = max((text_width(part, smallest_type(), bold=bold) + 1 for part in parts), default=0.0)
    width = widest if len(parts) == 2 and widest < AT_HYPHEN * whole else whole / 2
    while width < whole and not fits(words, width, high, bold=bold):
        width += unit / 4
    return min(width, whole)


@lru_cache(maxsize=1024)
def _readable(words: str, width: int, height: int, unit: float, bold: bool) -> str:
    """The words, the long ones broken where there is room for more lines than one; where that is not enough, the
    longest one all the same.
    """
    if width < 2 or height + 1 < 2 * text_height("x", width, smallest_type(), bold=bold):
        return words
    broken = _broken(words, width, unit, bold)
    if text_height(broken, width, smallest_type(), bold=bold) <= height + 1:
        return broken
    longest = max(text_width(word, smallest_type(), bold=bold) for word in words.split())
    closer = _broken(words, min(width, int(longest) - 1), unit, bold)
    return closer if text_height(closer, width, smallest_type(), bold=bold) <= height + 1 else broken


@lru_cache(maxsize=1024)
def _broken(words: str, width: int, unit: float, bold: bool) -> str:
    """Words wider than `width` pixels in the smallest type (`unit` pixels high) as pieces, a line each."""
    del unit  # widths are measured in it: other pixels, other pieces
    return "\n".join(
        " ".join("\n".join(_pieces(word, width, bold)) for word in line.split(" ")) for line in words.split("\n")
    )


def _pieces(word: str, width: int, bold: bool) -> list[str]:
    """A word in as few pieces as fit: at a hyphen of its own where it has one there, else in equal parts.

    Scripts without small letters have no hyphens; joined letters, as in Arabic, are not parted.
    """

    def fit(parts: list[str]) -> bool:
        return all(text_width(part, smallest_type(), bold=bold) <= width for part in parts)

    if not word or has_right_to_left(word) or fit([word]):
        return [word]
    at = word.find("-", 1, -1) + 1
    if at and fit([word[:at], word[at:]]):
        return [word[:at], word[at:]]
    for count in range(2, len(word) // 2 + 1):
        each = -(-len(word) // count)
        parts = [word[first : first + each] for first in range(0, len(word), each)]
        parts = [part + ("" if part.endswith("-") or not _has_case(part[-1]) else "-") for part in parts[:-1]] + parts[
            -1:
        ]
        if fit(parts):
            return parts
    return [word]


def _has_case(letter: str) -> bool:
    return letter.lower() != letter.upper()

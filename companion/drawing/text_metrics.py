"""How wide words are, from the tables of the font files: no window and no font engine is needed.

Kerning is left out: the words drawn are as wide as told here or up to 3 % narrower.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from companion.drawing.fonts import ROBOTO, ROBOTO_BOLD, font_of, letters_of, path_of
from companion.drawing.right_to_left import as_drawn

ASCENT, LINE_HEIGHT = 1900 / 2048, 2400 / 2048
"""How far Roboto reaches above the base line, and the distance of two lines, in ems (its table "hhea")."""
UNKNOWN_WIDTH = 1.0
"""Width of a letter that no font has, in ems: that of a Chinese character or an emoji."""


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Return the width of one line of words written at `size`, in the unit of `size`."""
    return size * sum(_letter_width(letter, bold) for letter in as_drawn(words))


def runs(words: str) -> list[tuple[str, str]]:
    """Split words into stretches of one font: what `font_of` calls it, and the words."""
    return [(file, "".join(letters)) for file, letters in groupby(words, key=lambda letter: font_of(letter) or ROBOTO)]


@lru_cache(maxsize=4096)
def _letter_width(letter: str, bold: bool) -> float:
    file = font_of(letter)
    if bold and file == ROBOTO:
        file = ROBOTO_BOLD
    return letters_of(path_of(file)).get(ord(letter), UNKNOWN_WIDTH) if file else UNKNOWN_WIDTH

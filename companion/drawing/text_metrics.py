"""How wide words are, from the tables of the font files: no window and no font engine is needed.

Kerning is left out: the words drawn are as wide as told here or up to 3 % narrower.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

from companion.drawing.fonts import ROBOTO, ROBOTO_BOLD, accented, font_of, letters_of, path_of
from companion.drawing.right_to_left import as_drawn

ASCENT, LINE_HEIGHT = 1900 / 2048, 2400 / 2048
"""How far Roboto reaches above the base line, and the distance of two lines, in ems (its table "hhea")."""
UNKNOWN_WIDTH = 1.0
"""Width of a letter that no font has, in ems: that of a Chinese character or an emoji."""


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Return the width of one line of words written at `size`, in the unit of `size`."""
    return size * sum(_letter_width(letter, bold) for letter in accented(as_drawn(words)))


def runs(words: str) -> list[tuple[str, str]]:
    """Split words into stretches of one font: what `font_of` calls it, and the words. A word that no font can write
    stays whole: a browser may have one.
    """
    each = (pair for word in re.split("( )", words) for pair in _in_fonts(word))
    return [(file, "".join(letter for _, letter in pairs)) for file, pairs in groupby(each, key=lambda pair: pair[0])]


def _in_fonts(word: str) -> list[tuple[str, str]]:
    letters = accented(word)
    files = [font_of(letter) for letter in letters]
    return list(zip(files if all(files) else [ROBOTO] * len(files), letters, strict=True))


@lru_cache(maxsize=4096)
def _letter_width(letter: str, bold: bool) -> float:
    file = font_of(letter)
    if bold and file == ROBOTO:
        file = ROBOTO_BOLD
    has = letters_of(path_of(file)) if file else {}
    return sum(has.get(ord(each), UNKNOWN_WIDTH) for each in letter)

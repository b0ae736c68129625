"""Arabic and Hebrew words in the order and shapes in which they are drawn: Kivy draws letters as they come. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import normalize

from companion.drawing.fonts import font_of

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
_RUN = re.compile(f"{_LETTER}(?:[{_LETTER[1:-1]}\\s'\"\u2019\u200b-\u200f-]*{_LETTER})?…?")
"""A name in such a script, all its words. Each is turned by itself: around it the line stays one from left to right,
with the numbers and names where they belong.
"""


_UNSEEN = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff]")
"""Joiners and marks of direction: they have done their work when the letters have their shapes and places."""


def has_right_to_left(words: str) -> bool:
    """Return whether any of these words is written from right to left."""
    return _RUN.search(words) is not None


def as_drawn(words: str) -> str:
    """Return one line with its Arabic letters joined, and what is written from right to left turned round."""
    return _UNSEEN.sub("", _RUN.sub(lambda run: _turned(run[0]), words))


def as_read(words: str) -> str:
    """Return what `as_drawn` gave in the order of its letters, for renderers that turn it round themselves."""
    return _RUN.sub(lambda run: run[0][::-1], words)


def isolated(words: str) -> str:
    """Return words for a page of a browser, in which such a name turns nothing round but itself."""
    return _RUN.sub("\u2068\\g<0>\u2069", words)


def _turned(name: str) -> str:
    from bidi.algorithm import get_display  # noqa: PLC0415  few tables need it

    shaped = (letter if font_of(letter) else normalize("NFKC", letter) for letter in _reshaper().reshape(name))
    return str(get_display("".join(shaped), base_dir="R"))


@lru_cache(maxsize=1)
def _reshaper() -> ArabicReshaper:
    """Joins letters, but makes no word one sign: DejaVu Sans has none for "Allah", though each of its letters."""
    import arabic_reshaper  # noqa: PLC0415  few tables need it

    return arabic_reshaper.ArabicReshaper({"ARABIC LIGATURE ALLAH": False})

"""Arabic and Hebrew words in the order and shapes in which they are drawn: Kivy draws letters as they come. Pure."""

from __future__ import annotations

import re

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
_RUN = re.compile(f"{_LETTER}(?:[{_LETTER[1:-1]}\\s'\u2019-]*{_LETTER})?")
"""A name in such a script, all its words. Each is turned by itself: around it the line stays one from left to right,
with the numbers and names where they belong.
"""


def has_right_to_left(words: str) -> bool:
    """Return whether any of these words is written from right to left."""
    return _RUN.search(words) is not None


def as_drawn(words: str) -> str:
    """Return one line with its Arabic letters joined, and what is written from right to left turned round."""
    return _RUN.sub(lambda run: _turned(run[0]), words)


def _turned(name: str) -> str:
    import arabic_reshaper  # noqa: PLC0415  few tables need it
    from bidi.algorithm import get_display  # noqa: PLC0415

    return str(get_display(arabic_reshaper.reshape(name), base_dir="R"))

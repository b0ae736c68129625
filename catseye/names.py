"""Names of players: which are allowed, how they look, and how any text is printed on a terminal. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, normalize

from catseye.text import Text, listed, say

LONGEST = 60
"""Limit of a name, letters: more than any full name; a screen shows fourteen."""
UNSEEN = {"Cc", "Cf", "Cs"}  # control and format characters (Unicode 4.5), and halves of what is no character
BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
BLANK |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
"""Joiners, fillers and variation selectors (Unicode 5.21, default ignorable), and the Braille cell without a dot."""
JOINERS = "\u200c\u200d"
"""They shape letters in Persian and Indic names and join emoji, and are harmless on a terminal."""
BREAKING = {"Cc", "Cs", "Zl", "Zp"}
TURNING = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}
"""Characters that turn the direction of what follows them (Unicode, UAX 9)."""


class BadName(ValueError):  # noqa: N818  it names the fault of a name
    """A name that no player can have; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def check_names(players: Sequence[str]) -> None:
    """Raise BadName if a name is too long, invisible, breaks a line, or equals another one when spoken."""
    known: dict[str, str] = {}
    for name in players:
        if len(name) > LONGEST:
            raise BadName(say("a player's name has {n} letters: at most {most}", n=len(name), most=LONGEST))
        if any(category(letter) in BREAKING or letter in TURNING for letter in name):
            raise BadName(say("a player's name has a control character in it: {name}", name=printable(name)))
        shown = " ".join(seen(name).split())
        if not shown:
            none = say("a player has no name")
            raise BadName(
                say("{none}: nothing is seen of {name}", none=none, name=repr(printable(name))) if name else none
            )
        key = comparison_key(name)
        if key in known:
            both = dict.fromkeys((printable(known[key]), printable(name)))
            raise BadName(say("two players have the same name: {names}", names=listed(list(both), "and")))
        known[key] = name


def seen(letters: str) -> str:
    """Return the visible letters: with composed accents, plain spaces, and without invisible characters."""
    kept = (" " if letter.isspace() else letter for letter in letters if letter.isspace() or _shows(letter))
    return normalize("NFC", "".join(kept))


@lru_cache(1024)
def comparison_key(name: str) -> str:
    """Return a key that is equal for names spoken alike, whatever their case, spaces and encoding of letters."""
    return normalize("NFKC", "".join(seen(name).split())).casefold()


def printable(text: str) -> str:
    """Return a text for a terminal, with control characters escaped."""
    return "".join(
        letter if letter.isprintable() or letter in JOINERS else letter.encode("unicode_escape").decode()
        for letter in text
    )


def _shows(letter: str) -> bool:
    return category(letter) not in UNSEEN and ord(letter) not in BLANK

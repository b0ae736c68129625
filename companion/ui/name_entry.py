"""A name as it is typed: what is seen of it, and how it is written. Pure."""

from __future__ import annotations

from unicodedata import category, combining, normalize

UNSEEN = {"Cc", "Cf", "Cs"}  # control and format characters (Unicode 4.5), and halves of what is no character
BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
BLANK |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
"""Joiners, fillers and variation selectors (Unicode 5.21, default ignorable), and the Braille cell without a dot."""


def seen(letters: str) -> str:
    """What is seen of these letters: each with its accents as one, any space as a space, the invisible left out."""
    kept = (" " if letter.isspace() else letter for letter in letters if letter.isspace() or _shows(letter))
    return normalize("NFC", "".join(kept))


def _shows(letter: str) -> bool:
    return category(letter) not in UNSEEN and ord(letter) not in BLANK


def lengthened(name: str, letter: str) -> str:
    """The name with one more letter: a capital at the beginning of a word, else a small one, where it has such."""
    begins = not name or name[-1] in " -"
    if begins and (letter == " " or combining(letter)):
        return name
    cased = letter.title() if begins else letter.lower()
    return normalize("NFC", name + (cased if len(cased) == 1 else letter))

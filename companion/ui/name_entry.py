"""A name as it is typed: what is seen of it, and how it is written. Pure."""

from __future__ import annotations

from unicodedata import combining, normalize

from catseye.names import seen

__all__ = ["lengthened", "seen"]


def lengthened(name: str, letter: str) -> str:
    """The name with one more letter: a capital at the beginning of a word, else a small one, where it has such."""
    begins = not name or name[-1] in " -"
    if begins and (letter == " " or combining(letter)):
        return name
    cased = letter.title() if begins else letter.lower()
    return normalize("NFC", name + (cased if len(cased) == 1 else letter))

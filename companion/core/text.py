"""Sentences that can still be translated when they reach the screen: those of `catseye.text`, for games."""

from catseye.text import (
    NOTHING,
    Commas,
    Text,
    capital,
    counted,
    decimal,
    in_short,
    joined,
    listed,
    plain,
    quoted,
    say,
    sentence,
    with_minus,
)

__all__ = [
    "NOTHING",
    "Commas",
    "Text",
    "capital",
    "counted",
    "decimal",
    "in_short",
    "joined",
    "listed",
    "plain",
    "quoted",
    "say",
    "sentence",
    "with_minus",
]

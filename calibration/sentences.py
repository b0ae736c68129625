"""Sentences for people, in English, with what a translation needs."""

from __future__ import annotations

from functools import reduce


class Sentence(str):
    """A sentence made by `say`. An app translates `template` and fills its gaps with `values` again.

    Whatever is cut from a sentence or joined to it is a plain `str`: longer sentences have shorter ones as values.
    """

    __slots__ = ("template", "values")
    template: str
    values: tuple[tuple[str, object], ...]


class CalibrationError(ValueError):
    """What was shown or stored cannot be used; `why` says it to the person who sets the tray up."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(why)
        self.why = why


def say(template: str, **values: object) -> Sentence:
    """`say("{n} corners of {of} are seen", n=5, of=40)`. The template is a literal, so that it can be extracted.

    A value may be a sentence, or a tuple, whose items get commas between them.
    """
    found = Sentence(template.format_map({name: _english(value) for name, value in values.items()}))
    found.template, found.values = template, tuple(values.items())
    return found


NOTHING = say("")
"""Nothing to say."""


def joined(*parts: str) -> Sentence:
    """Several statements in one, with semicolons; those with nothing to say are left out."""
    there = [part if isinstance(part, Sentence) else say("{why}", why=part) for part in parts if part]
    return reduce(lambda first, then: say("{first}; {then}", first=first, then=then), there) if there else NOTHING


def _english(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

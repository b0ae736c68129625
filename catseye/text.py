"""Sentences that are translated when they reach the screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

_NEGATIVE = re.compile(r"(?<![\w.,:/+-])-(?=\d)")


class Text(NamedTuple):
    """A sentence with named gaps: `template` is the message id of the translation, `values` fill its gaps.

    A value may be a `Text` itself; it is translated with the sentence. With a `plural`, the value `n` decides which of
    the two templates is used. `str()` gives the English sentence; `companion.i18n.translate` gives it in the language
    of the app.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()
    plural: str = ""

    def __bool__(self) -> bool:
        """Return whether the text has any words."""
        return bool(self.template)

    def __str__(self) -> str:
        return self.render(lambda one, many, n: many if many and n != 1 else one)

    def render(self, choose: Callable[[str, str, int], str]) -> str:
        """Return the sentence with its gaps filled. `choose(template, plural, n)` returns the translated template."""
        values = dict(self.values)
        count = values.get("n", 1)
        n = abs(count) if isinstance(count, int) else 1
        filled = {name: _rendered(value, choose) for name, value in values.items()}
        template = choose(self.template, self.plural, n)
        if ":capital}" in template:
            filled = {name: _Word(value) for name, value in filled.items()}
        return template.format_map(filled)


NOTHING = Text("")
"""The empty text."""


def say(template: str, **values: object) -> Text:
    """Make a `Text`: `say("{name} rolls {n}", name="Bo", n=7)`."""
    return Text(template, tuple(values.items()))


def counted(one: str, many: str, n: int, **values: object) -> Text:
    """Make a `Text` whose wording depends on the whole number `n`: `counted("{n} card", "{n} cards", 3)`."""
    return Text(one, (("n", n), *values.items()), many)


def decimal(value: float, places: int = 1) -> Text:
    """Make a number with `places` (1 or more) decimals; the translation chooses the decimal sign: 3.5 or 3,5."""
    whole, _, part = f"{value:.{places}f}".partition(".")
    return say("{whole}.{part}", whole=whole, part=part)


def listed(items: Iterable[object], last: str = "or") -> Text:
    """Join `[7, "1+6", "2+5"]` to "7, 1+6 or 2+5" (`last`: "or" or "and"); an empty text for no items."""
    words = tuple(items)
    if not words:
        return Text("")
    if len(words) == 1:
        return say("{item}", item=words[0])
    items = Commas(words[:-1])
    if last == "and":
        return say("{items} and {last}", items=items, last=words[-1])
    return say("{items} or {last}", items=items, last=words[-1])


def joined(parts: Iterable[Text]) -> Text:
    """Join statements with semicolons, leaving out empty ones."""
    there = [part for part in parts if part]
    return reduce(lambda first, then: say("{first}; {then}", first=first, then=then), there) if there else NOTHING


def plain(words: str) -> Text:
    """Make a text that is the same in every language."""
    return say("{why}", why=words) if words else NOTHING


def error_text(error: Exception) -> Text:
    """Return an error's text if it has one, else its message, or the name of its type."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Text) else plain(str(error) or type(error).__name__)


def sentence(words: Text | str) -> Text:
    """Make a sentence, with a capital first in any language and a full stop at the end."""
    return say("{why}", why=_Sentence(words))


def quoted(value: object) -> str:
    """Return a value as JSON, cut if it is long."""
    return in_short(json.dumps(value, default=repr, ensure_ascii=False))


def in_short(text: str, longest: int = 80) -> str:
    """Return a text, cut if it is longer, to fit on the screen."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


class Commas(tuple[object, ...]):
    """Values to be written with commas between them."""

    __slots__ = ()


class _Word(str):
    """A value in a translation, which may ask for a capital first: "{suit:capital}"."""

    __slots__ = ()

    def __format__(self, wanted: str) -> str:
        return capital(self) if wanted == "capital" else str(self)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A value to be written with a capital first and a full stop."""

    words: Text | str


def _rendered(value: object, choose: Callable[[str, str, int], str]) -> str:
    if isinstance(value, Text):
        return value.render(choose)
    if isinstance(value, _Sentence):
        return _as_sentence(_rendered(value.words, choose))
    if isinstance(value, Commas):
        return ", ".join(_rendered(item, choose) for item in value)
    if isinstance(value, (tuple, list)):
        return listed(value, "and").render(choose)
    return str(value)


def with_minus(words: str) -> str:
    """Return words with a minus sign before negative numbers, as people write them."""
    return _NEGATIVE.sub("\N{MINUS SIGN}", words)


def capital(words: str) -> str:
    """Return words with a capital first, as they stand alone."""
    return words[:1].upper() + words[1:]


def _as_sentence(words: str) -> str:
    words = words.strip()
    return words and capital(words) + ("" if words[-1] in ".!?" else ".")

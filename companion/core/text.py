"""Sentences that can still be translated when they reach the screen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with named gaps: `template` is the message id of the translation, `values` fill its gaps.

    `str()` gives the English sentence; the screen translates `template` first (see `companion.i18n`).
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.template.format_map({name: _plain(value) for name, value in self.values})


def say(template: str, **values: object) -> Text:
    """`say("{name} rolls {n}", name="Bo", n=7)`: the usual way to make a `Text`."""
    return Text(template, tuple(values.items()))


def listed(items: object, last: str = "or") -> str:
    """`[7, "1+6", "2+5"]` as "7, 1+6 or 2+5"; the empty string for nothing."""
    words = [str(item) for item in items]  # type: ignore[attr-defined]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _plain(value: object) -> str:
    return listed(value, "and") if isinstance(value, (tuple, list)) else str(value)

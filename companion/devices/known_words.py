"""Sentences of packages that know no `Text`, as texts."""

from __future__ import annotations

from calibration.sentences import Sentence
from companion.core.colours import colour
from companion.core.text import NOTHING, Commas, Text, say


def as_text(words: str) -> Text:
    """These words for the screens. Those that are no `Sentence` stay as they are in every language."""
    if isinstance(words, Sentence):
        return Text(words.template, tuple((name, _value(value)) for name, value in words.values))
    return say("{why}", why=words) if words else NOTHING


def error_text(error: Exception) -> Text:
    """What an error says: its sentence if it was made with one, else its words, or the name of its type."""
    said = error.args[0] if error.args else None
    return as_text(said if isinstance(said, Sentence) else str(error) or type(error).__name__)


def _value(value: object) -> object:
    """What fills a gap of a sentence: a die, and the light, is named by its colour."""
    if isinstance(value, Sentence):
        return as_text(value)
    if isinstance(value, tuple):
        return Commas(map(_value, value))
    return colour(value) if isinstance(value, str) else value

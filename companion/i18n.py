"""Sentences in the table's language: gettext catalogues, the house's and each game's own."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from pathlib import Path

from companion.core.text import Text

DOMAIN = "catseye"
HOUSE = Path(__file__).parent / "locale"
_spoken: list[gettext.NullTranslations] = [gettext.NullTranslations()]


def speak(language: str, folders: Iterable[Path] = ()) -> bool:
    """Speaks this language from now on ("" for English); False if no catalogue knows it. `folders` are the games'."""
    catalogues = [
        gettext.translation(DOMAIN, folder, [language], fallback=True) for folder in (*folders, HOUSE) if language
    ]
    known = [each for each in catalogues if isinstance(each, gettext.GNUTranslations)]
    spoken: gettext.NullTranslations = gettext.NullTranslations()
    for catalogue in known:
        catalogue.add_fallback(spoken)
        spoken = catalogue
    _spoken[0] = spoken
    return bool(known) or not language


def translate(text: Text) -> str:
    """The sentence in the language of the app, its gaps translated too; English where no catalogue has it."""
    return text.render(_choose)


def word(message: str) -> str:
    """A fixed word or sentence of the screen in the language of the app."""
    return _spoken[0].gettext(message)


def _choose(template: str, plural: str, n: int) -> str:
    if not template:  # gettext gives the catalogue's header for an empty id
        return ""
    return _spoken[0].ngettext(template, plural, n) if plural else _spoken[0].gettext(template)

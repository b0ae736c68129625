"""The language of the app: gettext catalogues of the app and of each game.

`set_language` chooses it. `word` gives a sentence written in the code, `translate` one that came from elsewhere.
"""

from __future__ import annotations

import gettext
import locale
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.core.text import Text, say

DOMAIN = "catseye"
LANGUAGES = {"": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""The code of each language of the app ("" for English, the language of the code) and its own name for itself."""

_SAYS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that say the language, in the order in which gettext looks at them (GNU gettext, 2.3)."""
APP_LOCALE = Path(__file__).parent / "locale"
_current: list[gettext.NullTranslations] = [gettext.NullTranslations()]
_language = [""]


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the app that the system's user reads, as far as the system says so; "" for English."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  only there it is needed

        names = [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    else:
        said = next((environment[name] for name in _SAYS if environment.get(name)), "")
        names = said.split(":")
    known = (name[:2] for name in names if name[:2] in {*LANGUAGES, "en"})
    return next(known, "").replace("en", "")


def set_language(language: str, games: Iterable[Path] = ()) -> bool:
    """Use this language from now on ("" or "en": English). False where no catalogue has it: then English is used.

    `games` are the `locale` folders of the games; where two catalogues differ, the app's own counts.
    """
    if language in {"", "en"}:
        use(gettext.NullTranslations())
        _language[0] = ""
        return True
    chain: gettext.NullTranslations = gettext.NullTranslations()
    known = False
    for folder in (*games, APP_LOCALE):
        found = gettext.translation(DOMAIN, folder, [language], fallback=True)
        if isinstance(found, gettext.GNUTranslations):
            found.add_fallback(chain)
            chain, known = found, True
    use(chain)
    _language[0] = language if known else ""
    return known


def current_language() -> str:
    """The code of the language that `set_language` chose last; "" for English."""
    return _language[0]


def use(translations: gettext.NullTranslations) -> None:
    """Use these translations from now on; `set_language` takes them from the catalogues."""
    _current[0] = translations


def translate(text: Text | str) -> str:
    """A text in the language of the app, the values in it too; English where no catalogue has it."""
    if isinstance(text, Text):
        return text.render(_choose)
    return _choose(text, "", 1)


def word(template: str, **values: object) -> str:
    """A word or sentence of the code in the language of the app, its gaps filled."""
    return translate(say(template, **values) if values else template)


def _choose(template: str, plural: str, n: int) -> str:
    if not template:  # gettext gives the catalogue's header for an empty id
        return ""
    return _current[0].ngettext(template, plural, n) if plural else _current[0].gettext(template)

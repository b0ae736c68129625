"""The language of the app, by gettext catalogues of the app and of each game.

`set_language` chooses it. `word` translates a literal, `translate` a text from elsewhere.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from companion.core.text import Text, say, with_minus

Translate = Callable[[Text | str], str]
"""Returns a text in one language."""
DOMAIN = "catseye"
LANGUAGES = {"": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""Codes of the app's languages ("" for English, the language of the code) and their own names."""

_SAYS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the language, in gettext's order (GNU gettext, 2.3)."""
APP_LOCALE = Path(__file__).parent / "locale"
_current: list[gettext.NullTranslations] = [gettext.NullTranslations()]
_language = [""]


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the app's language that fits the system's, or "" for English."""
    said = next((environment[name] for name in _SAYS if environment.get(name)), "")
    if sys.platform in {"win32", "darwin"} and not said:  # nothing sets these variables there
        said = _chosen_on_windows() if sys.platform == "win32" else _chosen_on_macos()
    codes = (re.split(r"[^a-z]", name)[0] for name in said.split(":"))
    return next((code for code in codes if code in {*LANGUAGES, "en"} and code), "").replace("en", "")


def _chosen_on_windows() -> str:
    """Return the name of the display language."""
    import ctypes  # noqa: PLC0415  needed only on Windows

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")  # type: ignore[attr-defined, unused-ignore]


def _chosen_on_macos() -> str:
    """Return the languages of the system's settings: a list like `( "fr-FR", "en-GB" )`."""
    try:
        listed = subprocess.run(
            ["/usr/bin/defaults", "read", "-g", "AppleLanguages"],
            capture_output=True,
            text=True,
            timeout=2,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ":".join(re.findall(r"\w+(?:-\w+)*", listed))


def set_language(language: str, games: Iterable[Path] = ()) -> bool:
    """Use this language from now on ("" or "en": English). Return False, and use English, if no catalogue has it.

    `games` are the `locale` folders of the games; the app's catalogue has priority.
    """
    chain, known = _catalogue(language, games)
    use(chain)
    _language[0] = language if known else ""
    return known or language in {"", "en"}


def translator(language: str, games: Iterable[Path] = ()) -> Callable[[Text | str], str]:
    """Return what translates into a language, whatever the app's own is; English if no catalogue has it."""
    chain, _ = _catalogue(language, games)
    return partial(_translated, partial(_chosen, chain))


def _catalogue(language: str, games: Iterable[Path]) -> tuple[gettext.NullTranslations, bool]:
    """Return the translations into a language, and whether there are any."""
    chain: gettext.NullTranslations = gettext.NullTranslations()
    known = False
    if language in {"", "en"}:
        return chain, False
    for folder in (*games, APP_LOCALE):
        found = gettext.translation(DOMAIN, folder, [language], fallback=True)
        if isinstance(found, gettext.GNUTranslations):
            found.add_fallback(chain)
            chain, known = found, True
    return chain, known


def current_language() -> str:
    """Return the code of the language in use, "" for English."""
    return _language[0]


def use(translations: gettext.NullTranslations) -> None:
    """Use these translations from now on."""
    _current[0] = translations


def translate(text: Text | str) -> str:
    """Return a text and its values in the app's language; English if no catalogue has it."""
    return _translated(partial(_chosen, _current[0]), text)


def word(template: str, **values: object) -> str:
    """Return a literal in the app's language with its gaps filled."""
    return translate(say(template, **values) if values else template)


def _translated(choose: Callable[[str, str, int], str], text: Text | str) -> str:
    return with_minus(text.render(choose)) if isinstance(text, Text) else choose(text, "", 1)


def _chosen(chain: gettext.NullTranslations, template: str, plural: str, n: int) -> str:
    if not template:  # gettext returns the catalogue's header for an empty id
        return ""
    return chain.ngettext(template, plural, n) if plural else chain.gettext(template)

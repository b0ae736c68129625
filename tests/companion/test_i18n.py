"""The catalogues: nothing is missing in any language, and what is shipped is what was translated."""

import ast
import gettext
import re
from functools import cache
from string import Formatter

import pytest

from companion import i18n
from companion.core.text import say
from companion.games.cat_in_the_box.notes import lost_note
from companion.games.cat_in_the_box.setup import card_name
from tests import messages

extracted = cache(messages.extracted)
ROOTS = {root.name: root for root in messages.roots()}
every_catalogue = pytest.mark.parametrize(
    ("name", "language"), [(name, language) for name in ROOTS for language in messages.LANGUAGES]
)


@every_catalogue
def test_catalogue_is_complete(name, language):
    wanted = {message.id for message in extracted(ROOTS[name]) if message.id}
    there = {message.id for message in messages.translations(ROOTS[name], language) if message.id}
    assert there == wanted, "run `make messages`"


def test_texts_are_found_wherever_they_stand(tmp_path):
    source = tmp_path / "screen.py"
    source.write_text("""
button.say(button.words, why=why or (word("Within a call.") if newest else ""))
said = f"{translate(say('In an f-string.'))} {counted('one', 'many', n)}"
say(template)
""")
    assert set(messages.texts_of(source)) == {"Within a call.", "In an f-string.", ("one", "many")}


@every_catalogue
def test_every_text_is_translated(name, language):
    assert messages.missing(messages.translations(ROOTS[name], language)) == []


@every_catalogue
def test_compiled_catalogue_is_current(name, language):
    path = messages.po_file(ROOTS[name], language)
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    missing = messages.missing(messages.translations(ROOTS[name], language))
    for message in messages.translations(ROOTS[name], language):
        if not message.id or str(message.id) in missing:
            continue
        if isinstance(message.id, tuple):
            for n in (1, 2):
                assert compiled.ngettext(*message.id, n) in message.string, "run `make messages`"
        else:
            assert compiled.gettext(message.id) == message.string, "run `make messages`"


def test_templates_are_literals():
    """What is put together before `say` gets it cannot be extracted."""
    files = {
        path: path.read_text()
        for package in (messages.CALIBRATION, messages.BOX)
        for path in package.rglob("*.py")
        if "catseye.text import" in path.read_text()
    }
    calls = [
        (path.name, call)
        for path, source in files.items()
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "say"
    ]
    assert len(calls) > 100
    assert [f"{name}:{call.lineno}" for name, call in calls if not isinstance(call.args[0], ast.Constant)] == []


def gaps(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@every_catalogue
def test_translations_have_the_same_gaps(name, language):
    for message in messages.translations(ROOTS[name], language):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for string in filter(None, strings if message.id else ()):
            assert gaps(string) <= set().union(*map(gaps, ids)), message.id
            assert gaps(string) | {"n"} >= gaps(ids[-1]), message.id


NO_IMPERATIVES = "android|lead|mitad|pared|red|seed|shared|verdad|\\w*idad"
OTHER_ADDRESS = {
    "de": re.compile(r"(?<=[^.!?:„|] )(?:Sie|Ihnen|Ihre?[mnrs]?)\b|[a-zäöü]en Sie\b"),
    "fr": re.compile(r"\b(?:vous|votre|vos|(?!assez\b|chez\b)\w+ez)\b", re.IGNORECASE),
    "es": re.compile(
        rf"\b(?:vosotr[oa]s|vuestr[oa]s?|os|ustedes|usted|\w+[áé]is|(?!(?:{NO_IMPERATIVES})\b)\w+[aei]d)\b",
        re.IGNORECASE,
    ),
}
"""How German, French and Spanish would speak to somebody whom they do not call "du", "tu" or "tú".

The plurals of French and Spanish are among them: the French one is also the polite form, the Spanish one is foreign in
most countries. The people at a table are "on" and "se" there.
"""


@pytest.mark.parametrize(
    ("language", "other"),
    [("de", "Öffnen Sie die App"), ("fr", "lancez les dés"), ("es", "Tirad los dados"), ("es", "¿os toca?")],
)
def test_other_address_is_noticed(language, other):
    assert OTHER_ADDRESS[language].search(other)


@every_catalogue
def test_one_form_of_address(name, language):
    written = [
        string
        for message in messages.translations(ROOTS[name], language)
        for string in (message.string if isinstance(message.string, tuple) else (message.string,))
        if message.id
    ]
    written += [page.read_text(encoding="utf-8") for page in ROOTS[name].glob(f"RULES.{language}.md")]
    words_of_programs = r"\{\w+\}|`[^`]*`|«\w+»|\w+-[\w-]+|\*"
    said = re.sub(words_of_programs, "", " | ".join(written)).replace("\n", " ")
    assert OTHER_ADDRESS[language].findall(said) == []


def test_a_text_that_no_catalogue_has_is_not_renamed():
    before = {path: path.read_bytes() for root in messages.roots() for path in root.glob("locale/*/*/*.po")}
    with pytest.raises(ValueError, match="'A dei leans'"):
        messages.rename({"A dei leans": "A die leans"})
    assert {path: path.read_bytes() for path in before} == before


def test_suits_are_nouns_in_german_and_negative_numbers_have_a_minus_sign():
    german = i18n.translator("de", [ROOTS["cat_in_the_box"] / "locale"])
    note = lost_note("Ann", 0, "red")
    assert german(note.text) == "Ann bedient nicht: kein Rot mehr f\u00fcr Ann."
    assert german(card_name("yellow", 4)) == "Gelb 4"
    assert str(note.text) == "Ann does not follow: no more red for Ann."
    for name, shown in (("Ann: -3.", "Ann: \u22123."), ("2026-11-27, 3-5, A-1", "2026-11-27, 3-5, A-1")):
        assert german(say("{name}", name=name)) == shown

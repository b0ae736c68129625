"""The catalogues: nothing is missing in any language, and what is shipped is what was translated."""

import ast
import gettext
from string import Formatter

import pytest

from tests import messages

ROOTS = {root.name: root for root in messages.roots()}
every_catalogue = pytest.mark.parametrize(
    ("name", "language"), [(name, language) for name in ROOTS for language in messages.LANGUAGES]
)


@every_catalogue
def test_catalogue_is_complete(name, language):
    root = ROOTS[name]
    wanted = {message.id for message in messages.extracted(root) if message.id}
    there = {message.id for message in messages.translations(root, language) if message.id}
    assert there == wanted, "run `make messages`"


@pytest.mark.parametrize(
    "root", [*ROOTS.values(), messages.CALIBRATION, messages.BOX], ids=[*ROOTS, "calibration", "box"]
)
def test_no_text_in_an_f_string(root):
    """Before Python 3.12 an f-string is one token: what stands in it is not extracted."""
    within = [
        f"{path.relative_to(root)}:{call.lineno}"
        for path in root.rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text()))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in messages.KEYWORDS
        if any(isinstance(given, ast.Constant) for given in call.args[:1])
    ]
    assert within == []


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

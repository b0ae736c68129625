"""The first start speaks the language of the system; what was chosen since stays."""

import sys

import pytest

from companion.app.settings import Settings, load
from companion.i18n import system_language


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such variables")
@pytest.mark.parametrize(
    ("said", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "es_ES.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "pl:fr:de"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"}, ""),
        ({"LANG": "en_US.UTF-8"}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "pl_PL.UTF-8"}, ""),
        ({}, ""),
    ],
)
def test_language_of_the_system(said, language):
    assert system_language(said) == language


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such variables")
def test_language_of_the_system_only_at_first_start(tmp_path, monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    path = tmp_path / "settings.toml"
    assert load(path).language == "de"
    Settings(language="").save(path)
    assert load(path).language == ""

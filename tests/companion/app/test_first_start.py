"""The first start speaks the language of the system; what was chosen since stays."""

import subprocess
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
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_MX.UTF-8"}, "es"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, ""),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fry_NL.UTF-8"}, ""),
        ({"LANG": "enm"}, ""),
        ({"LANG": "pl_PL.UTF-8"}, ""),
        ({}, ""),
    ],
)
def test_language_of_the_system(said, language):
    assert system_language(said) == language


@pytest.mark.skipif(sys.platform == "win32", reason="programs are found by other rules there")
@pytest.mark.parametrize(
    ("listed", "language"),
    [
        ('(\n    "fr-FR",\n    "en-GB"\n)\n', "fr"),
        ('(\n    "pl-PL",\n    "es-419"\n)\n', "es"),
        ('(\n    "en-GB",\n    "de-DE"\n)\n', ""),
        ("(\n    de\n)\n", "de"),
        ("", ""),
    ],
)
def test_language_of_a_mac(monkeypatch, listed, language):
    answer = subprocess.CompletedProcess([], 0, stdout=listed)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "run", lambda *_given, **_how: answer)
    assert system_language({}) == language
    assert system_language({"LANG": "es_ES.UTF-8"}) == "es"


def test_mac_that_does_not_answer_is_english(monkeypatch):
    def run(*_given, **_how):
        raise FileNotFoundError

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "run", run)
    assert system_language({}) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such variables")
def test_language_of_the_system_only_at_first_start(tmp_path, monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    path = tmp_path / "settings.toml"
    assert load(path).language == "de"
    Settings(language="").save(path)
    assert load(path).language == ""

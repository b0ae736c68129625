"""What the wizard says is translated: its steps, what it needs, what it found and the verdict."""

from gettext import NullTranslations

import cv2
import pytest

from companion import i18n
from companion.ui.drawing import canvas
from companion.ui.screens.tray_setup.messages import SetupWords
from tests.support.pseudo_language import PseudoLanguage, untranslated
from tests.support.tray_setup_user import RED, skipped_to

SAME_RED = (48, 43, 188)
"""A second die of the same red."""


@pytest.fixture
def said(monkeypatch):
    """Return all that the wizard has said. It uses the pseudo-language; the buttons beside it are English."""
    found = []
    paint, text = SetupWords.paint, canvas.text

    def note(words, *more, **how):
        found.append(words)
        text(words, *more, **how)

    def in_pseudo(self):
        i18n.use(PseudoLanguage())
        with monkeypatch.context() as patched:
            patched.setattr(canvas, "text", note)
            paint(self)
        i18n.use(NullTranslations())

    monkeypatch.setattr(SetupWords, "paint", in_pseudo)
    return found


def english(said):
    return {word for words in said for word in untranslated(words)}


def test_from_the_chart_to_the_verdict(person, said):
    person.open_with_chart()
    person.show_chart()
    person.go_on("plane")
    person.lie("lying")
    person.go_on("corners")
    person.camera.look_at(person.film["empty"])
    person.until_shown()
    person.tap_corners()
    person.go_on("empty")
    person.lie("empty")
    person.go_on("dice")
    for body, colour in ((RED, "red"), (SAME_RED, "pink")):
        for at in ((560, 300), (640, 380), (700, 330)):
            person.throw(body, colour, at)
    person.go_on("result")
    person.driver.frames(2)
    assert english(said) == set()
    assert len(set(said)) > 20


def test_without_a_chart_and_with_mistakes(person, said, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    skipped_to(person, "plane")
    person.throw(RED, "red", (560, 300))
    skipped_to(person, "corners")
    for x, y in reversed(film["corners"]):
        person.tap_picture(x, y)
    skipped_to(person, "empty")
    person.camera.look_at(cv2.resize(film["empty"], (640, 360)))
    person.until(lambda: person.screen.progress.step == "lens")
    person.driver.frames(2)
    assert english(said) == set()
    assert len(set(said)) > 8

"""What other packages say, as texts that the app translates."""

from gettext import NullTranslations

import pytest

from calibration.sentences import joined, say
from companion.core.text import NOTHING
from companion.devices.known_words import as_text, error_text
from companion.i18n import translate, use
from firmware_bridge.host import keepalive
from tests.support.pseudo_language import PseudoLanguage, untranslated

RED = say("{owner} is known", owner="red")
LOST = say("this would be lost: {parts}", parts=(say("the lens"), say("the dice {owners}", owners=("red", "blue"))))


@pytest.fixture
def _pseudo():
    use(PseudoLanguage())
    yield
    use(NullTranslations())


@pytest.mark.parametrize("words", [RED, LOST, joined(RED, LOST), keepalive.NO_WORD, "made up", ""])
def test_in_english_nothing_changes(words):
    assert str(as_text(words)) == words


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize("words", [RED, LOST, joined(RED, LOST), keepalive.NO_WORD])
def test_everything_in_a_sentence_is_translated(words):
    assert untranslated(translate(as_text(words))) == []


@pytest.mark.usefixtures("_pseudo")
def test_what_fills_a_gap_stays_as_it_is():
    said = translate(as_text(say("the one there is of the camera {camera}", camera="usb:Front")))
    assert untranslated(said) == ["usb", "Front"]
    assert untranslated(translate(as_text("made up"))) == ["made", "up"]


def test_other_words_stay_as_they_are_whatever_is_in_them():
    assert str(as_text("/dev/tty{0} cannot be used")) == "/dev/tty{0} cannot be used"
    assert as_text("") == NOTHING


@pytest.mark.usefixtures("_pseudo")
def test_an_error_says_its_sentence_or_its_own_words():
    assert untranslated(translate(error_text(ValueError(RED)))) == []
    assert str(error_text(OSError(2, "No such file"))) == "[Errno 2] No such file"
    assert str(error_text(MemoryError())) == "MemoryError"

"""What errors and the packages below the app say is translated when it reaches the screen."""

import pytest

from catseye.colours import colour
from catseye.text import NOTHING, Commas, error_text, joined, plain, say
from companion.i18n import translate, use
from firmware_bridge.host import keepalive
from tests.support.pseudo_language import PseudoLanguage, untranslated

RED = say("{owner} is known", owner=colour("red"))
DICE = say("the dice {owners}", owners=Commas(map(colour, ("red", "blue"))))
LOST = say("this would be lost: {parts}", parts=Commas((say("the lens"), DICE)))


@pytest.fixture
def _pseudo():
    use(PseudoLanguage())


def test_commas_and_semicolons():
    assert str(joined((RED, NOTHING, LOST))) == "red is known; this would be lost: the lens, the dice red, blue"


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize("words", [RED, LOST, joined((RED, LOST)), keepalive.NO_WORD])
def test_nested_texts_are_translated(words):
    assert untranslated(translate(words)) == []


@pytest.mark.usefixtures("_pseudo")
def test_values_are_not_translated():
    said = translate(say("the one there is of the camera {camera}", camera="usb:Front"))
    assert untranslated(said) == ["usb", "Front"]
    assert untranslated(translate(plain("made up"))) == ["made", "up"]


def test_plain_words():
    assert str(plain("/dev/tty{0} cannot be used")) == "/dev/tty{0} cannot be used"
    assert plain("") == NOTHING


@pytest.mark.usefixtures("_pseudo")
def test_error_text():
    assert untranslated(translate(error_text(ValueError(RED)))) == []
    assert str(error_text(OSError(2, "No such file"))) == "[Errno 2] No such file"
    assert str(error_text(MemoryError())) == "MemoryError"

"""What packages say in plain strings becomes a text; whole sentences are the ids of translations."""

from companion.core.text import NOTHING
from companion.devices.known_words import SENTENCES, as_text


def test_a_known_sentence_is_the_id_of_its_translation():
    assert [as_text(words).template for words in SENTENCES] == list(SENTENCES)
    assert all(SENTENCES)
    assert not any("{" in words for words in SENTENCES)


def test_other_words_stay_as_they_are_whatever_is_in_them():
    assert str(as_text("/dev/tty{0} cannot be used")) == "/dev/tty{0} cannot be used"
    assert as_text("") == NOTHING

"""Texts that are put together from others, whatever the language."""

import gettext

import pytest

from companion import i18n
from companion.core.text import NOTHING, Text, joined, say, sentence


class German(gettext.NullTranslations):
    """A language with two messages."""

    def gettext(self, message):
        return {"the box was unplugged": "die Box wurde ausgesteckt", "{first}; {then}": "{first} / {then}"}.get(
            message, message
        )


@pytest.fixture
def german():
    i18n.use(German())
    yield
    i18n.set_language("")


def test_a_text_without_words_is_nothing_to_say():
    assert not NOTHING
    assert not Text("")
    assert say("{why}", why="")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("it was unplugged", "It was unplugged."),
        ("Is it there?", "Is it there?"),
        (" done! ", "Done!"),
        ("été", "Été."),
        ("", ""),
    ],
)
def test_a_sentence_has_a_capital_and_an_end(words, said):
    assert str(sentence(words)) == said
    assert str(sentence(say("{words}", words=words))) == said


def test_a_sentence_is_translated_before_it_gets_its_capital(german):
    assert i18n.translate(sentence(say("the box was unplugged"))) == "Die Box wurde ausgesteckt."


def test_statements_are_joined_in_the_language_of_the_app(german):
    parts = [say("the box was unplugged"), say("one"), say("two")]
    assert i18n.translate(joined(parts)) == "die Box wurde ausgesteckt / one / two"
    assert str(joined(parts)) == "the box was unplugged; one; two"
    assert joined(parts[:1]) is parts[0]
    assert joined([]) == NOTHING

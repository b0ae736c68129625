"""Texts that are put together from others, whatever the language."""

import gettext

import pytest

from companion import i18n
from companion.core.text import NOTHING, Text, counted, decimal, joined, say, sentence


class German(gettext.NullTranslations):
    """A language with two messages."""

    def gettext(self, message):
        return {"the box was unplugged": "die Box wurde ausgesteckt", "{first}; {then}": "{first} / {then}"}.get(
            message, message
        )


@pytest.fixture
def german():
    i18n.use(German())


def test_empty_text_is_false():
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
def test_sentence(words, said):
    assert str(sentence(words)) == said
    assert str(sentence(say("{words}", words=words))) == said


def test_sentence_is_translated_first(german):
    assert i18n.translate(sentence(say("the box was unplugged"))) == "Die Box wurde ausgesteckt."


def test_joined_is_translated(german):
    parts = [say("the box was unplugged"), say("one"), say("two")]
    assert i18n.translate(joined(parts)) == "die Box wurde ausgesteckt / one / two"
    assert str(joined(parts)) == "the box was unplugged; one; two"
    assert joined(parts[:1]) is parts[0]
    assert joined([]) == NOTHING


def test_decimal_sign():
    assert str(decimal(3.5)) == "3.5"
    assert str(decimal(-0.25, 2)) == "-0.25"
    i18n.use(Commas())
    assert i18n.translate(say("{mean} on average", mean=decimal(3.46))) == "3,5 on average"


class Commas(gettext.NullTranslations):
    """A language with a decimal comma."""

    def gettext(self, message):
        return "{whole},{part}" if message == "{whole}.{part}" else message


def test_a_negative_number_is_counted_by_its_size():
    assert [str(counted("{n} point", "{n} points", n)) for n in (-2, -1, 0, 1, 2)] == [
        "-2 points", "-1 point", "0 points", "1 point", "2 points",
    ]  # fmt: skip

"""What a game says can be translated: its sentences are templates, and only names and numbers fill their gaps."""

import re
from dataclasses import replace

import pytest

from companion.core.events import IllegalEvent
from companion.core.schema import fields_of, words_in
from companion.core.text import Text
from tests.contract.all_games import all_games
from tests.contract.playing import NAMES, bot_game

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda g: g.id)


def untranslated(text):
    """The words of a sentence that a translation of its templates would leave as they are."""
    assert isinstance(text, Text)

    def blank(one, many, n):
        return re.sub(r"(\{\w+\})|[^\W\d_]", lambda found: found.group(1) or "·", many if many and n != 1 else one)

    return {word for word in re.findall(r"[^\W\d_]{2,}\w*", text.render(blank)) if word not in NAMES}


def said(game, seats, seed):
    """Everything that a game of its bot says: asks, labels, notes, history, and refusals of what came before."""
    happened = []
    for state, event in bot_game(game, seats, seed, 150):
        for ask in game.asks(state):
            yield from (ask.text, *(choice.label for choice in ask.choices))
        happened.append(event)
        yield game.describe(state, event)
        for old in happened[-10:]:
            for seat in range(-1, seats):
                try:
                    game.apply(state, replace(old, seat=seat))
                except IllegalEvent as refused:
                    yield refused.text
        yield from (note.text for note in game.apply(state, event).notes)


@each_game
@pytest.mark.parametrize("extreme", [0, -1], ids=["fewest", "most"])
def test_only_names_and_numbers_fill_the_gaps(game, extreme):
    sentences = [text for seed in range(3) for text in said(game, game.player_counts[extreme], seed)]
    assert {word for text in sentences for word in untranslated(text)} == set()
    assert len(sentences) > 100


@each_game
def test_the_words_of_options_are_texts(game):
    for known in fields_of(game.options).values():
        words = (known.labelled.label, known.labelled.help, *words_in(known.shape).values())
        assert [untranslated(text) for text in words] == [set()] * len(words)
    assert untranslated(game.about) == set()

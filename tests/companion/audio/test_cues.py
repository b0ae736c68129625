"""What is heard when a table changes."""

from importlib import import_module
from random import Random

import pytest

from companion.audio.caller import figures
from companion.audio.cues import Cues, Sound, TableSnapshot, cues
from companion.bots.players import thrown
from companion.core.bots import decided
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.record import codec
from companion.record.session import Session

GAMES = shelf()
MOST = 150
"""Events of a game that are listened to."""


@pytest.fixture
def begin(journal):

    def another(game="catch-up", players=("Ann", "Bo"), facts=None):
        options = codec.options_from_plain(GAMES[game], {})
        return Session.begin(journal, GAMES[game], Table(players), options, facts)

    return another


@pytest.fixture
def table(begin):
    return begin()


def snapshot(session, **more):
    events = tuple(entry.event for entry in session.entries)
    states = [session.at(index) for index in range(len(events))]
    return TableSnapshot(
        session.id,
        session.table,
        events,
        session.asks(),
        session.outcome(),
        figures=figures(session),
        describe=lambda index: session.game.describe(states[index], events[index]),
        **more,
    )


def roll(seat, *values):
    return Rolled(seat, tuple(map(Face, values)))


def said(heard):
    return [str(text) for text in heard.sentences]


def play(session, *events):
    """The cues of the last of these events."""
    for event in events:
        before = snapshot(session)
        session.submit(event)
    return cues(before, snapshot(session))


def test_opening_table_announces_the_turn(table):
    heard = cues(None, snapshot(table))
    assert heard.sounds == (Sound.TURN,)
    assert said(heard) == ["Ann: Roll 3 dice to see who begins"]


def test_roll_then_next_player(table):
    heard = play(table, roll(0, 6, 6, 5))
    assert heard.sounds == (Sound.THROW, Sound.TURN)
    assert said(heard) == ["Ann rolls 6 6 5: 17", "Bo: Roll 3 dice to see who begins"]


def test_remaining_number_is_announced(table):
    heard = play(table, roll(0, 6, 6, 5), roll(1, 1, 1, 1), roll(0, 4, 4, 4), roll(1, 5, 5, 4))
    assert said(heard)[-1] == "Ann: Give up exactly 2"


def test_no_change_is_silent(table):
    assert not cues(snapshot(table), snapshot(table))


def test_correction_announces_the_change(table):
    play(table, roll(0, 6, 6, 5), roll(1, 1, 1, 1), roll(0, 4, 4, 4))
    before = snapshot(table)
    table.undo()
    table.submit(roll(0, 4, 4, 6))
    heard = cues(before, snapshot(table))
    assert said(heard) == ["Ann: 6 instead of 4"]
    assert Sound.TURN not in heard.sounds


def test_correction_that_changes_the_ask(table):
    play(table, roll(0, 6, 6, 5), roll(1, 1, 1, 1), roll(0, 4, 4, 4), roll(1, 5, 5, 4))
    before = snapshot(table)
    table.undo()
    table.submit(roll(1, 5, 5, 6))
    assert said(cues(before, snapshot(table))) == ["Bo: 6 instead of 4", "Ann: Give up exactly 4"]


def test_amended_entry_is_announced_alone(table):
    play(table, roll(0, 6, 6, 5), roll(1, 1, 1, 1), roll(0, 4, 4, 4))
    before = snapshot(table)
    table.undo(2)
    table.submit(roll(1, 2, 1, 1))
    table.submit(roll(0, 4, 4, 4))
    assert said(cues(before, snapshot(table))) == ["Bo: 2 instead of 1"]


def test_undo_announces_the_ask(table):
    play(table, roll(0, 6, 6, 5))
    before = snapshot(table)
    table.undo()
    assert said(cues(before, snapshot(table))) == ["One entry was taken back.", "Ann: Roll 3 dice to see who begins"]


def test_refusal_sound_and_reason(table):
    before = snapshot(table)
    heard = cues(before, snapshot(table, refused=(say("Bo has rolled already."),)))
    assert heard == Cues((Sound.REFUSED,), (say("Bo has rolled already."),))


def test_question_about_dice_is_asked_once(table):
    unsure = snapshot(table, review=say("a 4 may lean"))
    assert said(cues(snapshot(table), unsure)) == ["a 4 may lean"]
    assert not cues(unsure, snapshot(table, review=say("a 4 may lean")))


def test_winner_is_announced(begin):
    session = begin(facts={"phase": "discarding", "cards": [[2], [9]], "rolls": [5, 9]})
    heard = play(session, Discarded(0, (2,)))
    assert heard.sounds == (Sound.WON,)
    assert said(heard) == ["Bo won"]


def test_cards_given_up_are_heard(begin):
    session = begin(facts={"phase": "discarding", "cards": [[2, 4], [9]], "rolls": [7, 9]})
    assert play(session, Discarded(0, (2,))).sounds == (Sound.TAKE, Sound.TURN)


def test_what_is_taken_back_is_not_heard_as_taken(begin):
    session = begin(facts={"phase": "discarding", "cards": [[2, 4], [9]], "rolls": [7, 9]})
    session.submit(Discarded(0, (2,)))
    before = snapshot(session)
    session.undo()
    assert Sound.TAKE not in cues(before, snapshot(session)).sounds


def test_several_debtors_are_called(begin):
    facts = {"phase": "discarding", "cards": [[2, 4], [1, 9], [13]], "rolls": [12, 13, 14]}
    session = begin(players=("Ann", "Bo", "Cy"), facts=facts)
    assert said(cues(None, snapshot(session))) == ["Ann: Give up exactly 2", "Bo: Give up exactly 1"]
    assert said(play(session, Discarded(1, (1,)))) == ["Ann: Give up exactly 2"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_announces_its_opening(begin, game):
    session = begin(game, ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[: GAMES[game].player_counts[0]])
    assert all(said(cues(None, snapshot(session))))


def test_players_with_the_same_ask_are_called_together(begin):
    session = begin("cat-in-the-box", ("Ann", "Bo", "Cy"))
    assert said(cues(None, snapshot(session))) == ["Ann, Bo and Cy: Set a card aside"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_happens_in_a_game_is_heard_as_what_it_is(begin, game):
    """A roll as dice, the end as the fanfare alone, and nothing that counts as a refusal."""
    players = GAMES[game].player_counts[0]
    session = begin(game, ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[:players])
    random = Random(3)
    bot = import_module(session.game.bot).make(session.table, session.options, random)
    heard, ended = {True: set(), False: set()}, None
    while (asks := session.asks()) and len(session.entries) < MOST:
        ask = next((ask for ask in asks if not ask.optional), asks[0])
        event = decided(bot, session.state, ask) or thrown(ask, random)
        sounds = play(session, event).sounds
        if session.outcome() is not None:
            ended = sounds
        else:
            heard[isinstance(event, Rolled)] |= {*sounds, Sound.THROW in sounds}
    assert ended in {None, (Sound.WON,)}
    assert False not in heard[True], "every roll is heard"
    assert not {True, Sound.WON, Sound.REFUSED} & heard[False]
    assert Sound.TURN in heard[True] | heard[False]

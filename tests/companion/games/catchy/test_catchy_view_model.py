"""What the panel of Catchy! computes, without a screen."""

from __future__ import annotations

import pytest

from companion.core.table import Table
from companion.drawing.scene import Scene
from companion.games.catchy import GAME, view_model
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.options import CatchyOptions
from tests.support.recorded_drawing import Recording

TABLE = Table(("Pia", "Quin"))


def played(cards, entries=None, **options):
    state = GAME.start(TABLE, CatchyOptions(**options))
    events = [StartingCardShown(0), CourseExchanged(0, 1)]
    events += [CardPlayed("PQ".index(laid[0]), laid[2:]) for laid in cards.split()]
    for event in events:
        state = GAME.apply(state, event).state
        if entries is not None:
            entries.append((event, state))
    return state


@pytest.mark.parametrize("far", [2, 3, 4])
def test_the_way_has_the_course_in_its_middle_and_arms_at_its_ends(far):
    way = view_model.way(played("", steps_to_arms=far))
    assert [spot.position for spot in way] == list(range(-far, far + 1))
    assert [spot.kind for spot in way].count("arms") == 2
    assert way[0].kind == way[-1].kind == "arms"
    places = {spot.place: spot.position for spot in way if spot.place is not None}
    assert places == {0: -2, 1: 0, 2: 2}


def test_the_trick_on_the_table_then_the_last_one_with_its_reason():
    first = view_model.trick(played("P:A5"))
    assert (first.cards, first.leader, first.winner, first.past) == (("A5", None), 0, None, False)
    assert str(first.why) == ""
    last = view_model.trick(played("P:A5 Q:A3"))
    assert (last.cards, last.leader, last.winner, last.past) == (("A5", "A3"), 0, 0, True)
    assert "both odd, the cat flips to blue" in str(last.why)
    assert str(last.heading) == "Round 1, trick 1 of 7"
    running = view_model.trick(played("P:A5 Q:A3 Q:C4"))
    assert (running.cards, running.leader, str(running.heading)) == ((None, "C4"), 1, "Round 1, trick 2 of 7")
    assert running.why == last.why


def test_the_reason_reads_the_side_the_cat_had_at_every_trick():
    said = [str(note.text) for note in GAME.apply(played("P:A5 Q:A3 Q:C1"), CardPlayed(0, "C3")).notes]
    assert str(view_model.trick(played("P:A5 Q:A3 Q:C1 P:C3")).why) == said[0]


def test_a_penalty_says_why_the_trick_lies_there():
    state = played("P:A4 Q:B2 P:C2 Q:B1 P:A2 Q:A1", revoke="penalty")
    assert str(view_model.trick(state).why) == "Quin revoked: the trick is not played out."
    assert view_model.gained(state) == (3, 0)
    assert view_model.gained(played("P:A4")) is None


def test_the_deck_knows_who_laid_what_when():
    deck = {each.card: each for each in view_model.deck(played("P:A5 Q:J P:B2", joker_number=2))}
    assert len(deck) == 16
    assert (deck["A5"].by, deck["A5"].trick) == (0, 1)
    assert (deck["J"].by, deck["J"].trick, deck["J"].odd, deck["J"].suit) == (1, 1, False, None)
    assert (deck["B2"].by, deck["B2"].trick) == (0, 2)
    assert deck["C1"].by is None
    assert deck["C1"].odd


def test_what_can_be_in_a_shown_hand():
    state = played("P:C2 Q:C1 P:C4 Q:B5 P:A3 Q:J P:B2 Q:B3")
    assert "C2" not in view_model.unseen(state, 0)
    assert str(view_model.shows_none_of(state, 1)) == "shown to have no green"
    state = GAME.apply(state, HandShown(1, ("A1", "A2", "C5"))).state
    assert set(view_model.unseen(state, 0)) == {"A4", "A5", "B1", "B4", "C3"}
    assert view_model.shows_none_of(state, 1) is None, "the hand has a green card"
    assert view_model.shows_none_of(state, 0) is None


def test_the_side_of_the_cat_in_words():
    assert [str(text) for text in view_model.side(played(""))] == ["red", "to the winner"]
    assert [str(text) for text in view_model.side(played("P:A5 Q:A3"))] == ["blue", "to the loser"]


REVOKED = "P:C4 Q:C2 P:B4 Q:A2 P:A3 Q:A4 Q:J P:B2 Q:B1"


def test_a_player_who_revoked_is_not_said_to_have_none():
    declined, *later = REVOKED.rsplit(" ", 1)
    assert str(view_model.shows_none_of(played(declined), 1)) == "shown to have no yellow"
    assert view_model.shows_none_of(played(" ".join((declined, *later))), 1) is None


def test_going_back_undoes_the_revoked_card_itself():
    entries = []
    state = played(REVOKED, entries)
    (flag,) = view_model.flags(state, entries)
    assert str(flag.text) == "Quin had yellow in trick 2"
    assert entries[-flag.back][0] == CardPlayed(1, "A2")
    before = entries[-flag.back - 1][1]
    assert [laid.card for laid in before.trick] == ["B4"]


def test_going_back_from_a_shown_hand_and_not_beyond_the_journal():
    entries = []
    state = played("P:C2 Q:C1 P:C4 Q:B5 P:A3 Q:J P:B2 Q:B3", entries)
    event = HandShown(1, ("A1", "A2", "C5"))
    state = GAME.apply(state, event).state
    entries.append((event, state))
    (flag,) = view_model.flags(state, entries)
    assert entries[-flag.back][0] == CardPlayed(1, "B5")
    (flag,) = view_model.flags(state, entries[-3:])
    assert flag.back is None


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (StartingCardShown(1), "Quin shows the Starting card"),
        (CourseExchanged(0, 0), "Pia swaps the card at Pia's end"),
        (CourseExchanged(0, 1), "Pia swaps the card in the middle"),
        (CourseExchanged(1, 2), "Quin swaps the card at Quin's end"),
        (CardPlayed(0, "B5"), "Pia lays the yellow 5"),
        (CardPlayed(0, "J"), "Pia lays the Joker"),
        (CardPlayed(7, "X"), 'seat 7 lays the "X"'),
        (HandShown(1, ("A1", "J")), "Quin shows red 1 and Joker"),
    ],
)
def test_the_history_says_what_happened(event, words):
    assert str(GAME.describe(played(""), event)) == words


def test_a_round_counts_once_it_is_played():
    assert str(GAME.tally.why(GAME.start(TABLE, CatchyOptions()), 0)) == "stopped in round 1"
    assert str(GAME.tally.why(played("P:A5"), 0)) == "stopped in round 1"


def test_a_single_point_is_one_point():
    for score, label in ((0, "points"), (1, "point"), (2, "points")):
        state = played("")._replace(scores=(score, 0))
        (figure,) = view_model.figures(state, 0)
        assert (str(figure.label), figure.value) == (label, str(score))


@pytest.mark.parametrize("high", [400, 620])
def test_short_names_stand_at_both_ends_of_the_way(high):
    recording = Recording()
    GAME.board(recording, (0, 0, 1248, high), Scene(state=played("")))
    assert {"Pia +3", "Quin +3"} <= set(recording.words)

"""The tap gate knows since which entry something has been offered without a break."""

from __future__ import annotations

from types import SimpleNamespace

from companion.core.asks import Ask, Choice, RollCall
from companion.core.events import Face, Rolled
from companion.core.text import Text, say
from companion.games.catch_up.events import Discarded
from companion.web.tap_gate import TOO_SOON, Offer, TapGate, name_of

ONE, TWO = Discarded(0, (1,)), Discarded(1, (2,))


class Clock:
    """Seconds that the test sets."""

    now = 100.0

    def __call__(self):
        return self.now


def session(seq, offered, happened=(), subject=()):
    """A session that offers these events after those."""
    asks = [Ask(event.seat, say("pay"), (Choice(event, say("pay")),), subject=subject) for event in offered]
    entries = [SimpleNamespace(event=event) for event in happened]
    return SimpleNamespace(id="x", seq=seq, asks=lambda: asks, entries=entries)


def test_what_stays_offered_counts_from_an_older_view():
    gate = TapGate(Clock())
    gate.follow(session(1, [ONE, TWO]))
    gate.follow(session(2, [TWO], [ONE]))
    assert isinstance(gate.admit(name_of(TWO), 1), Offer)
    assert isinstance(gate.admit(name_of(ONE), 1), Text)


def test_repeated_offer_is_a_new_question():
    clock = Clock()
    gate = TapGate(clock)
    gate.follow(session(1, [ONE]))
    gate.follow(session(2, [ONE], [ONE]))
    clock.now += 1
    assert isinstance(gate.admit(name_of(ONE), 1), Text)
    assert isinstance(gate.admit(name_of(ONE), 2), Offer)
    gate.follow(session(2, [ONE], [ONE]))
    assert isinstance(gate.admit(name_of(ONE), 2), Offer)


def test_roll_due_again_is_a_new_question():
    clock = Clock()
    gate = TapGate(clock)
    due = [Ask(0, say("roll"), roll=RollCall(1))]
    rolled = [SimpleNamespace(event=Rolled(0, (Face(3),)))]
    gate.follow(SimpleNamespace(id="x", seq=1, asks=lambda: due, entries=[]))
    gate.follow(SimpleNamespace(id="x", seq=2, asks=lambda: due, entries=rolled))
    clock.now += 1
    assert isinstance(gate.admit("roll-0", 1), Text)
    assert isinstance(gate.admit("roll-0", 2), Offer)


def test_same_event_about_another_subject_is_a_new_question():
    clock = Clock()
    gate = TapGate(clock)
    gate.follow(session(1, [ONE], subject=("a card",)))
    gate.follow(session(2, [ONE], [TWO], subject=("another card",)))
    clock.now += 1
    assert isinstance(gate.admit(name_of(ONE), 1), Text)
    assert isinstance(gate.admit(name_of(ONE), 2), Offer)


def test_nobody_answers_a_new_question_at_once():
    clock = Clock()
    gate = TapGate(clock)
    gate.follow(session(1, [ONE]))
    assert isinstance(gate.admit(name_of(ONE), 1), Offer)  # nothing else was there before
    gate.follow(session(2, [TWO], [ONE]))
    assert gate.admit(name_of(TWO), 2) == TOO_SOON
    clock.now += 0.25
    assert isinstance(gate.admit(name_of(TWO), 2), Offer)


def test_second_of_two_taps_meets_a_table_that_has_just_come_up():
    clock = Clock()
    gate = TapGate(clock)
    gate.follow(None)
    clock.now += 1
    gate.follow(session(1, [ONE]))
    assert gate.admit(name_of(ONE), 1) == TOO_SOON
    assert not gate.has_settled()
    clock.now += 0.25
    gate.follow(session(1, [ONE]))
    assert isinstance(gate.admit(name_of(ONE), 1), Offer)
    assert gate.has_settled()

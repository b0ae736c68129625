"""A panel takes back several events at once: to before what was wrong."""

from companion.core.events import Face, Rolled
from companion.games.catch_up.state import Discarded
from companion.ui.testing.screenshots import play
from companion.ui.widgets.painted import Words
from companion.ui.widgets.refusal_note import Toast

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


def test_several_events_are_taken_back_shown_and_said(begin, glass):
    desk = begin(3, facts=DISCARDING)
    for event in (Discarded(0, (7,)), Discarded(2, (4,))):
        desk.touch(event)
    first = str(desk.history()[-1].text)
    shown = glass()
    shown.app.screen.open(Words("a card"), 0, "open")
    assert shown.app.screen.panel.host.go_back(2) is True
    assert desk.session.entries == []
    assert shown.app.screen.opened is None
    assert [seat.asked for seat in shown.app.screen.view.seats] == [True, False, True]
    assert next(shown.all(Toast)).words == f"Taken back: {first}"


def test_more_than_there_is_cannot_be_taken_back_and_that_is_said(begin, glass):
    desk = begin(3)
    play(desk, 2, 1)
    shown = glass()
    assert shown.app.screen.panel.host.go_back(3) is False
    assert len(desk.session.entries) == 2
    assert "2 events can be taken back, not 3" in next(shown.all(Toast)).words


def test_what_was_picked_for_a_later_round_is_not_given_up_in_an_earlier_one(begin, glass):
    desk = begin(3, facts=DISCARDING)
    for event in (Discarded(0, (7,)), Discarded(2, (4,))):
        desk.touch(event)
    for _ in range(3):
        (ask,) = [ask for ask in desk.session.asks() if ask.roll]
        desk.touch(Rolled(ask.seat, tuple(Face(1 if ask.seat == 0 else 6) for _ in range(3))))
    shown = glass()
    hand = shown.app.screen.hands[0]
    suggested = hand.picked
    hand._toggle(13)
    assert hand.picked == suggested ^ {13}
    shown.app.screen.panel.host.go_back(5)
    assert desk.session.state.owes[0] == 7
    assert 13 not in hand.picked

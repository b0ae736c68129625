"""A panel undoes several events at once, back to before a mistake."""

from companion.core.events import Face, Rolled
from companion.games.catch_up.events import Discarded
from companion.ui.testing.screenshots import play
from companion.ui.widgets.painted import Words
from companion.ui.widgets.refusal_note import Toast

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


def test_undoing_several_events_is_shown_and_said(begin, driver):
    controller = begin(3, facts=DISCARDING)
    for event in (Discarded(0, (7,)), Discarded(2, (4,))):
        controller.touch(event)
    first = str(controller.history()[-1].text)
    shown = driver()
    shown.app.screen.open(Words("a card"), 0, "open")
    assert shown.app.screen.panel.host.go_back(2) is True
    assert controller.session.entries == []
    assert shown.app.screen.opened is None
    assert [seat.asked for seat in shown.app.screen.view.seats] == [True, False, True]
    assert next(shown.all(Toast)).words == f"Undone: {first}, and 1 entry after it"


def test_what_is_brought_back_is_said(begin, driver):
    controller = begin(3)
    play(controller, 2, 1)
    first, second = (str(line.text) for line in reversed(controller.history()))
    shown = driver()
    shown.app.screen.go_back(2)
    for event in (first, second):
        shown.tap_on(shown.app.screen.tools.redo)
        assert next(shown.all(Toast)).words == f"Redone: {event}"


def test_undoing_too_many_events_is_refused(begin, driver):
    controller = begin(3)
    play(controller, 2, 1)
    shown = driver()
    assert shown.app.screen.panel.host.go_back(3) is False
    assert len(controller.session.entries) == 2
    assert "2 events can be taken back, not 3" in next(shown.all(Toast)).words


def test_cards_picked_later_are_not_paid_in_an_earlier_round(begin, driver):
    controller = begin(3, facts=DISCARDING)
    for event in (Discarded(0, (7,)), Discarded(2, (4,))):
        controller.touch(event)
    for _ in range(3):
        (ask,) = [ask for ask in controller.session.asks() if ask.roll]
        controller.touch(Rolled(ask.seat, tuple(Face(1 if ask.seat == 0 else 6) for _ in range(3))))
    shown = driver()
    hand = shown.app.screen.hands[0]
    suggested = hand.picker.picked
    shown.tap_on(shown.card(hand, 13))
    assert hand.picker.picked == suggested ^ {13}
    shown.app.screen.panel.host.go_back(5)
    assert controller.session.state.owes[0] == 7
    assert 13 not in hand.picker.picked

"""The board turns to the players who are asked, if they all sit at the top edge."""

import pytest

from companion.games.cat_in_the_box.events import CardPlayed
from companion.ui.testing.screenshots import play


@pytest.mark.parametrize("game", ["catch-up", "catastrophe", "cat-in-the-box"])
def test_board_turns_to_the_players_asked_at_the_top(begin, driver, game):
    controller = begin(4, game=game, colours=("red", "blue", "green", "yellow"))
    shown = driver()
    screen, turned = shown.app.screen, set()
    for step in range(40):
        asked = {screen.angle_of(seat.seat) for seat in screen.view.seats if seat.asked}
        assert screen.panel.parent.angle == (180 if asked == {180} else 0)
        turned.add(screen.panel.parent.angle)
        play(controller, 1, step)
        screen.refresh()
    assert turned == {0, 180}


@pytest.mark.parametrize("game", ["catch-up", "catastrophe", "cat-in-the-box"])
def test_board_does_not_turn_to_bots(begin, driver, game):
    controller = begin(4, game=game, colours=("red", "blue", "green", "yellow"))
    shown = driver()
    far = [seat.seat for seat in shown.app.screen.view.seats if shown.app.screen.angle_of(seat.seat) == 180]
    shown.app.bots.choose(controller.session.id, far)
    shown.app.go("table")
    screen, asked = shown.app.screen, set()
    for step in range(40):
        asked |= {seat.seat for seat in screen.view.seats if seat.asked}
        assert screen.panel.parent.angle == 0
        play(controller, 1, step)
        screen.refresh()
    assert asked.issuperset(far)


def test_turned_board_is_touched_where_it_is_seen(begin, driver):
    controller = begin(4, game="cat-in-the-box")
    shown = driver()
    for step in range(60):
        play(controller, 1, step)
        shown.app.screen.refresh()
        shown.frames(2)
        ask = controller.session.asks()[0]
        plain = [choice.event for choice in ask.choices if isinstance(choice.event, CardPlayed)]
        free = [event for event in plain if not event.only_red]
        if shown.app.screen.panel.parent.angle == 180 and free:
            before = len(controller.session.entries)
            shown.tap_target(free[0])
            assert controller.session.entries[before].event == free[0]
            return
    pytest.fail("nobody at the top was asked for a card")

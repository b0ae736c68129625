"""A roll that counts is shown large, then rests in its seat's strip; nothing is shown that is not in the journal."""

from types import SimpleNamespace

import pytest
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch

from companion.app.settings import Settings
from companion.core.events import Face, Rolled
from companion.drawing import shapes
from companion.drawing.geometry import overlap
from companion.drawing.scene import Refused
from companion.drawing.theme import PROMPT
from companion.games import shelf
from companion.games.catastrophe import in_play
from companion.games.catch_22.events import Moved
from companion.games.catch_up import board as catch_up_board
from companion.referee.signals import DeviceChanged, DiceSeen, SeenDie, TrayMoved
from companion.ui.drawing import canvas
from companion.ui.testing.screenshots import play
from companion.ui.widgets import roll_moment
from companion.ui.widgets.roll_moment import BRIEF_S
from tests.support.written_words import paint

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
THREE = (Face(2, "red"), Face(5, "blue"), Face(6))


def rolled(shown, *rolls):
    for seat, faces in rolls:
        shown.controller.touch(Rolled(seat, faces))
    shown.app.screen.refresh()
    shown.frames(2)


def seen(*values, colours=None, sure=True):
    dice = tuple(
        SeenDie(value, colours[at] if colours else "", box=(0.1 * at, 0.1, 0.1 * at + 0.05, 0.2))
        for at, value in enumerate(values)
    )
    return DiceSeen(dice, sure)


def card(moment):
    """The place of the large dice in the window. Nobody else asks for it."""
    return moment._card


def strip_dice(shown):
    return {seat.seat: [die.value for die in seat.rolled] for seat in shown.app.screen.view.seats if seat.rolled}


def test_a_roll_is_shown_large_in_its_own_colours_and_the_players(begin, driver):
    begin(2, colours=("green", "blue"))
    shown = driver()
    rolled(shown, (0, THREE))
    (roll,) = shown.app.screen.rolls.moment.rolls
    assert roll.seat == 0
    assert [(die.value, die.colour) for die in roll.dice] == [(2, "red"), (5, "blue"), (6, "green")]


def test_a_tap_on_the_dice_sends_them_to_the_strip(begin, driver, monkeypatch):
    monkeypatch.setattr(roll_moment, "SETTLE_S", 0.0)
    begin(2)
    shown = driver()
    rolled(shown, (0, THREE))
    moment = shown.app.screen.rolls.moment
    x, y, width, height = card(moment)
    shown.tap(x + width / 2, y + height / 2)
    assert moment.rolls == ()
    assert strip_dice(shown) == {0: [2, 5, 6]}


def test_with_calm_motion_the_dice_lie_still_and_then_in_the_strip(begin, driver):
    begin(2)
    shown = driver(settings=Settings(motion="calm"))
    rolled(shown, (0, THREE))
    moment = shown.app.screen.rolls.moment
    assert moment.rolls
    assert not moment.moves
    x, y, width, height = card(moment)
    shown.tap(x + width / 2, y + height / 2)
    assert moment.rolls == ()
    assert strip_dice(shown) == {0: [2, 5, 6]}


def test_after_two_seconds_they_go_by_themselves(begin, driver, monkeypatch):
    monkeypatch.setattr(roll_moment, "HELD_S", 0.0)
    monkeypatch.setattr(roll_moment, "SETTLE_S", 0.0)
    begin(2)
    shown = driver()
    rolled(shown, (0, THREE))
    assert shown.app.screen.rolls.moment.rolls == ()


def test_the_dice_come_to_rest_where_the_strip_draws_them(begin, driver):
    begin(4)
    shown = driver()
    rolled(shown, (0, THREE))
    screen = shown.app.screen
    for seat, strip in enumerate(screen.strips):
        for at in range(3):
            x, y, side, _ = screen.rolls.die_box(seat, at)
            assert strip.parent.x <= x < x + side <= strip.parent.right
            assert strip.parent.y <= y < y + side <= strip.parent.top


def test_tap_beside_the_large_dice_works_as_usual(begin, driver):
    controller = begin(2)
    shown = driver()
    rolled(shown, (0, THREE))
    shown.tap_on(shown.app.screen.tools.undo)
    assert controller.session.entries == []
    assert shown.app.screen.rolls.moment.rolls == ()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_large_dice_cover_no_square_that_is_asked_for(begin, driver, size, players):
    controller = begin(players, game="catch-22")
    shown = driver(size)
    for _ in range(40):
        ask = next(ask for ask in controller.session.asks() if not ask.optional)
        if ask.roll is not None:
            controller.touch(Rolled(ask.seat, (Face(1 + len(controller.session.entries) % 6),)))
        else:
            controller.touch(ask.choices[0].event)
        shown.app.screen.refresh()
        shown.frames(1)
        moment, panel = shown.app.screen.rolls.moment, shown.app.screen.panel
        squares = [target.box for target in panel.targets.all if isinstance(target.means, Moved)]
        if moment.rolls and squares:
            assert hidden(shown, squares) == []
            return
    pytest.fail("nobody was asked for a square after a roll")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize(("players", "most"), [(2, 0), (3, 0), (4, 2)])  # four leave no room: names, no numbers
def test_large_dice_cover_no_words_if_there_is_room(begin, driver, size, players, most):
    begin(players, facts={"phase": "rolling", "round": 4, "starter": 0, "rolls": [None] * players})
    shown = driver(size)
    for seat in range(players - 1):
        rolled(shown, (seat, THREE))
        assert shown.app.screen.rolls.moment.rolls
        assert shown.app.screen.panel.read
        assert len(hidden(shown, shown.app.screen.panel.read)) <= most


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("game", [name for name, game in shelf().items() if game.dice])
def test_dice_that_hide_something_are_shown_briefly(begin, driver, game, players, size):
    if players not in shelf()[game].player_counts:
        return
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown = driver(size)
    screen, seen = shown.app.screen, 0
    for step in range(40):
        play(controller, 1, step)
        screen.refresh()
        shown.frames(1)
        if screen.rolls.moment.rolls:
            seen += 1
            touched = [each.box for each in screen.panel.targets.all if not isinstance(each.means, Refused)]
            if hidden(shown, [*touched, *screen.panel.read]):
                assert screen.rolls.moment.held_s <= BRIEF_S < 1
        screen.rolls.moment.stop()
    assert seen


def hidden(shown, boxes):
    """Return the boxes on the board, in units, that the large dice cover."""
    middle = shown.app.screen.panel.parent
    corners = [(middle.to_parent(dp(x), dp(y)), middle.to_parent(dp(x + w), dp(y + h))) for x, y, w, h in boxes]
    placed = [(min(x, right), min(y, top), abs(right - x), abs(top - y)) for (x, y), (right, top) in corners]
    return [
        box for box, there in zip(boxes, placed, strict=True) if overlap(card(shown.app.screen.rolls.moment), there)
    ]


def test_dice_go_from_the_names_once_they_have_decided_who_begins(begin, driver, monkeypatch):
    monkeypatch.setattr(roll_moment, "SETTLE_S", 10.0)
    controller = begin(2)
    shown = driver()
    controller.inbox.put(DeviceChanged("tray", ok=True))
    rolled(shown, (0, (Face(6),) * 3))
    assert strip_dice(shown) == {0: [6, 6, 6]}
    rolled(shown, (1, (Face(1), Face(2), Face(2))))
    assert "begins" in shown.app.screen.news.below.words
    assert strip_dice(shown) == {}
    moment = shown.app.screen.rolls.moment
    assert [roll.seat for roll in moment.rolls] == [1], "it is shown large, as every roll"
    moment.skip()
    assert moment.rolls == (), "no dice move to where none stand"
    controller.inbox.put(TrayMoved())
    shown.frames(3)
    assert strip_dice(shown) == {}
    controller.inbox.put(seen(4, 4, 4))
    shown.frames(3)
    assert strip_dice(shown) == {0: [4, 4, 4]}


def test_other_rolls_of_the_round_stay(begin, driver):
    controller = begin(3)
    shown = driver()
    rolled(shown, (0, (Face(6),) * 3))
    controller.inbox.put(TrayMoved())
    shown.frames(3)
    assert strip_dice(shown) == {0: [6, 6, 6]}


def test_nobody_who_is_asked_to_roll_has_dice_beside_their_name(begin, driver):
    controller = begin(2, game="catch-22")
    shown = driver()
    for _ in range(2):
        controller.touch(controller.session.asks()[0].choices[0].event)  # the star to begin on
    rolled(shown, (0, (Face(6),)))
    assert strip_dice(shown) == {0: [6]}
    rolled(shown, (1, (Face(2),)))
    assert strip_dice(shown) == {}, "Ann is asked for a roll that is not about who begins"
    for seat in (0, 1):
        rolled(shown, (seat, (Face(3),)))
        while controller.session.asks()[0].roll is None:
            controller.touch(controller.session.asks()[0].choices[0].event)
        shown.app.screen.refresh()
        assert strip_dice(shown) == {seat: [3]}, "the other one is asked"


@pytest.mark.parametrize("tied", [(0, 1), (0, 1, 2)])
def test_dice_of_a_tie_go_when_it_is_rolled_off(begin, driver, tied):
    begin(3)
    shown = driver()
    rolled(shown, *((seat, (Face(6 if seat in tied else 1),) * 3) for seat in range(3)))
    assert strip_dice(shown) == {}
    rolled(shown, (0, (Face(5),) * 3))
    assert strip_dice(shown) == {0: [5, 5, 5]}


def test_dice_of_a_round_stay_while_cards_are_given_up_and_go_with_the_round(begin, driver):
    facts = {"phase": "rolling", "round": 3, "starter": 0, "rolls": [9, None], "faces": [[3, 3, 3], None]}
    controller = begin(2, facts=facts)
    shown = driver()
    rolled(shown, (1, (Face(6), Face(6), Face(1))))
    assert strip_dice(shown) == {1: [6, 6, 1]}
    controller.touch(controller.session.asks()[0].choices[0].event)
    shown.app.screen.refresh()
    assert strip_dice(shown) == {}


def test_unjournalled_reading_is_not_shown(begin, driver):
    controller = begin(2)
    shown = driver()
    controller.inbox.put(seen(3, 4, 5, sure=False))
    shown.frames(3)
    assert controller.pending_review is not None
    assert shown.app.screen.rolls.moment.rolls == ()
    assert strip_dice(shown) == {}


def test_undone_roll_is_no_longer_shown(begin, driver):
    controller = begin(2)
    shown = driver()
    rolled(shown, (0, THREE))
    controller.undo()
    shown.app.screen.refresh()
    assert shown.app.screen.rolls.moment.rolls == ()
    assert strip_dice(shown) == {}
    controller.redo()
    shown.app.screen.refresh()
    assert shown.app.screen.rolls.moment.rolls == (), "it was seen before"
    assert strip_dice(shown) == {0: [2, 5, 6]}


def test_rolls_of_one_throw_are_shown_together(begin, driver):
    controller = begin(3, game="catastrophe", colours=("red", "blue", "green"))
    shown = driver()
    controller.inbox.put(seen(1, 4, 6, colours=("red", "blue", "green")))
    shown.frames(3)
    assert [roll.seat for roll in shown.app.screen.rolls.moment.rolls] == [0, 1, 2]
    x, y, width, height = card(shown.app.screen.rolls.moment)
    assert min(width, height) > dp(100)
    assert x >= 0
    assert y >= 0


def test_finger_already_down_still_counts(begin, driver):
    controller = begin(2)
    shown = driver()
    undo = shown.app.screen.tools.undo
    touch = UnitTestTouch(*undo.to_window(*undo.center))
    rolled(shown, (0, THREE))
    shown.app.stage.forget_touch()  # people have seen that something can be undone
    touch.touch_down()
    touch.touch_up()
    shown.frames(2)
    assert controller.session.entries == []


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_the_sum_stands_on_one_line(begin, driver, monkeypatch, size, text_size):
    begin(2)
    shown = driver(size, Settings(text_size=text_size))
    rolled(shown, (0, (Face(6), Face(6), Face(6))))
    boxes = []
    monkeypatch.setattr(canvas, "text", lambda words, box, *_, **__: boxes.append((words, box)))
    paint(shown.app.screen.rolls.moment)
    (words, (_, _, wide, high)) = next(each for each in boxes if each[0].startswith("="))
    assert words == "= 18"
    assert canvas.text_width(words, PROMPT, bold=True) <= wide
    assert canvas.text_height(words, 1000, PROMPT, bold=True) <= high
    assert 2 * canvas.text_height(words, 1000, PROMPT, bold=True) > high, "two lines have no room"


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("game", ["catch-up", "catastrophe"])
def test_large_dice_cover_no_other_dice_for_long(begin, driver, monkeypatch, game, players):
    if players not in shelf()[game].player_counts:
        return
    lying = []

    def die(canvas, value, name, box, rim="edge"):
        lying.append(box)
        shapes.die(canvas, value, name, box, rim)

    for board in (catch_up_board, in_play):
        monkeypatch.setattr(board, "shapes", SimpleNamespace(**{**vars(shapes), "die": die}))
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown = driver()
    moment, beside = shown.app.screen.rolls.moment, 0
    for step in range(60):
        lying.clear()
        play(controller, 1, step)
        shown.app.screen.refresh()
        shown.frames(1)
        if moment.rolls and moment.held_s > BRIEF_S and lying:
            beside += 1
            assert hidden(shown, lying) == []
        moment.stop()
    assert beside

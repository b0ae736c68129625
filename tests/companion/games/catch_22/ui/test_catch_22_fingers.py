"""CATCH 22 on the screen where fingers get in each other's way: two at once, lifted too late, through the name pad."""

import numpy as np
import pytest
from kivy.metrics import dp

from companion.games.catch_22.board import SUPPLY, board_box, fit_of
from companion.games.catch_22.events import CubesPlaced, Moved
from companion.referee.signals import TrayMoved

MOVE = {"phase": "move", "turn": 0, "pawns": ["e3", "i9"], "rolled": 2}


@pytest.fixture(name="down")
def _down():
    """Puts a finger down at a point of the window and gives it."""
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    def put(x, y):
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        return touch

    return put


def spot(panel, name):
    x, y = fit_of(panel.session.state.board, board_box(panel.units)).centres[panel.session.state.board.index[name]]
    return panel.to_window(dp(x), dp(y))


def events(controller):
    return [entry.event for entry in controller.session.entries]


def test_each_of_two_fingers_means_its_own_square(begin, driver, down):
    controller, shown = begin(facts=MOVE), driver()
    board = shown.app.screen.panel
    first = down(*spot(board, "e5"))
    second = down(*spot(board, "q9"))
    shown.frames(1)
    first.touch_up()
    shown.frames(2)
    assert events(controller) == [Moved(0, "e5")]
    second.touch_up()
    shown.frames(2)
    assert events(controller) == [Moved(0, "e5")], "it was put down before the move"


def test_a_finger_that_rests_does_not_keep_another_from_the_board(begin, driver, down):
    controller, shown = begin(facts=MOVE), driver()
    board = shown.app.screen.panel
    down(*spot(board, "q9"))
    second = down(*spot(board, "e5"))
    second.touch_up()
    shown.frames(2)
    assert events(controller) == [Moved(0, "e5")]


def test_dice_that_roll_meanwhile_take_no_finger_off(begin, driver, down):
    controller, shown = begin(facts=MOVE), driver()
    board = shown.app.screen.panel
    finger = down(*spot(board, "e5"))
    controller.tray.observe(TrayMoved(), None)
    shown.app.screen.refresh()
    shown.frames(2)
    finger.touch_up()
    shown.frames(2)
    assert events(controller) == [Moved(0, "e5")]


def test_a_finger_lifted_after_the_board_has_gone_does_nothing(begin, driver, down):
    begin(facts=MOVE)
    shown = driver()
    board, calls = shown.app.screen.panel, []
    board.host.submit = lambda event, _at: calls.append(event)
    finger = down(*spot(board, "e5"))
    shown.app.go("home")
    shown.frames(3)
    finger.touch_up()
    assert calls == []


def test_a_cube_let_go_after_the_board_has_gone_is_not_dropped(begin, driver, down):
    begin(facts={"phase": "place", "turn": 0, "pawns": ["e3", "i9"]})
    shown = driver()
    panel = shown.app.screen.panel
    calls = []
    panel.host.submit = lambda event, _at: calls.append(event)
    finger, end = down(*shown.place_of(SUPPLY)), spot(panel, "f3")
    shown.app.go("home")
    shown.frames(3)
    finger.touch_move(*end)
    finger.touch_up()
    assert calls == []


def test_a_drag_that_is_over_before_the_next_frame_began_where_the_finger_was_put(begin, driver):
    """A table takes a while to draw: a quick finger is gone when its touch is first handed out."""
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    controller, shown = begin(facts={"phase": "place", "turn": 0, "pawns": ["e3", "i9"]}), driver()
    panel = shown.app.screen.panel
    for name in ("f3", "h3"):
        touch = UnitTestTouch(*shown.place_of(SUPPLY))
        x, y = spot(panel, name)
        touch.move({"x": x / shown.app.stage.width, "y": y / shown.app.stage.height})
        touch.touch_down()
        touch.touch_up()
        shown.frames(2)
    assert events(controller) == [CubesPlaced(0, ("f3",)), CubesPlaced(0, ("h3",))]


def framed(shown):
    """A picture with corners, alone on the screen."""
    from companion.ui.widgets.corner_picture import CornerPicture  # noqa: PLC0415  the window must stand first

    frame = CornerPicture("no picture", pos=(100, 100), size=(400, 400))
    shown.app.screen.add_widget(frame)
    frame.show_frame(np.zeros((100, 100, 3), np.uint8))
    frame.show_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])
    shown.frames(2)
    return frame


def test_two_fingers_drag_two_corners(driver, down):
    frame = framed(driver())
    first, second = down(*frame.place((0.1, 0.1))), down(*frame.place((0.9, 0.9)))
    first.touch_move(*frame.place((0.2, 0.2)))
    second.touch_move(*frame.place((0.8, 0.8)))
    first.touch_up()
    second.touch_move(*frame.place((0.7, 0.7)))
    second.touch_up()
    assert np.allclose(frame.corners, [(0.2, 0.2), (0.9, 0.1), (0.7, 0.7), (0.1, 0.9)], atol=0.01)


def test_a_corner_let_go_after_the_picture_has_gone_paints_nothing(driver, down):
    shown = driver()
    frame = framed(shown)
    finger = down(*frame.place((0.1, 0.1)))
    shown.app.screen.remove_widget(frame)
    painted = []
    frame.again = lambda *_: painted.append(1)
    finger.touch_up()
    assert painted == []
    assert finger.grab_list == []


@pytest.fixture(name="naming")
def _naming(setup_screen):
    """The board editor with its name pad open."""
    from companion.games.catch_22.ui.board_editor import Editor  # noqa: PLC0415  the window must stand first

    shown, row = setup_screen
    shown.tap_on(row.paint_it)
    editor = next(iter(shown.all(Editor)))
    shown.tap_on(editor.save)
    return shown, editor


def pads(shown):
    from companion.ui.widgets.keyboard import Keyboard  # noqa: PLC0415

    return list(shown.all(Keyboard))


def test_no_touch_falls_through_the_name_pad(naming):
    shown, editor = naming
    (pad,) = pads(shown)
    before = editor.edit
    for share in (0.1, 0.3, 0.5):
        shown.tap(*pad.to_window(pad.x + pad.width * share, pad.top - 8))
    covered = pad.children
    gaps = [
        (x, y)
        for x in np.linspace(editor.save.x + 1, editor.save.right - 1, 12)
        for y in np.linspace(editor.save.y + 1, editor.save.top - 1, 12)
        if not any(button.collide_point(x, y) for button in covered)
    ]
    assert gaps
    shown.tap(*pad.to_window(*gaps[0]))
    assert editor.edit == before
    assert pads(shown) == [pad]
    shown.tap_on(shown.button("Q"))
    shown.tap_on(shown.button("Done"))
    assert pads(shown) == []
    assert editor.edit.grid.name == "Q"


def test_a_second_finger_on_save_opens_no_second_pad(naming):
    shown, editor = naming
    editor.save.tapped()
    assert len(pads(shown)) == 1
    shown.tap_on(shown.button("Done"))
    assert pads(shown) == []
    shown.tap_on(editor.save)
    assert len(pads(shown)) == 1

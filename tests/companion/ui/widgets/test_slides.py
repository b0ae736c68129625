"""Pieces of a board slide to their new places while play goes on."""

import pytest
from kivy.clock import Clock
from kivy.graphics import Translate
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch

from companion.drawing.geometry import turned_point
from companion.ui.drawing import scale
from companion.ui.kivy_canvas import Piece
from companion.ui.widgets.painted import Turned
from companion.ui.widgets.slides import AWAY, Slides
from companion.ui.widgets.touched_board import TouchedBoard
from tests.support.screen_clock import pass_time

ROOM = (0, 0, 1000, 600)


def picture(*, at, name="pawn", side=None):
    """A picture with one piece that lies at this place from the left."""
    return {name: Piece((at, 50.0, 40.0, 40.0), side, Translate(0, 0, 0))}


def shown(*places):
    """Slides that have seen these pictures, one after the other."""
    slides = Slides()
    for at in places:
        slides.follow(picture(at=at), ROOM)
    return slides


def all_seen(slides):
    """Every place where the piece is seen until it lies still, in steps of the clock."""
    places = [slides.place("pawn")[0]]
    while slides.moving:
        Clock.tick()
        places.append(slides.place("pawn")[0])
    return places


def test_slides_from_where_it_was_to_where_it_lies():
    places = all_seen(shown(100.0, 300.0))
    assert places[0] == 100.0
    assert places[-1] == 300.0
    assert places == sorted(places)


def test_first_picture_lies_still():
    assert not shown(100.0).moving


def test_new_position_begins_where_the_piece_is_seen():
    slides = shown(100.0, 300.0)
    while slides.place("pawn")[0] == 100.0:
        Clock.tick()
    seen = slides.place("pawn")[0]
    slides.follow(picture(at=500.0), ROOM)
    assert slides.place("pawn")[0] == pytest.approx(seen)
    assert all_seen(slides)[-1] == 500.0


def test_repainting_does_not_delay_a_slide():
    """A board is painted again by a countdown and by fingers, more often than a piece takes to slide."""
    slides = shown(100.0, 300.0)
    for _ in range(4):  # a step is at most a third of the way
        pass_time(1.0)
        slides.follow(picture(at=300.0), ROOM)
    assert not slides.moving
    assert slides.place("pawn")[0] == 300.0


def test_new_piece_comes_from_the_side_of_its_player():
    came = {}
    for side in (0, 90, 180, 270):
        slides = shown(100.0)
        slides.follow(picture(at=300.0) | picture(at=400.0, name="card", side=side), ROOM)
        x, y = slides.place("card")
        came[side] = ((x > 400) - (x < 400), (y > 50) - (y < 50))
    assert came == {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}


def test_nothing_slides_when_the_room_changes_or_motion_is_calm():
    slides = shown(100.0)
    slides.follow(picture(at=300.0), (0, 0, 500, 300))
    assert not slides.moving
    scale.set_calm(True)
    try:
        assert not shown(100.0, 300.0).moving
    finally:
        scale.set_calm(False)


def test_slow_frames_do_not_swallow_the_motion():
    slides = shown(100.0, 300.0)
    pass_time(5.0)
    assert 100.0 < slides.place("pawn")[0] < 300.0
    assert slides.moving


class Draughts(TouchedBoard):
    """A board of squares with one piece, which goes where a finger is lifted."""

    drags = True

    def __init__(self, at=0, side=None, turned=0.0, **kwargs):
        self.at, self.side, self.turned = at, side, turned
        super().__init__(**kwargs)

    def paint(self):
        self.paint_board(self._squares, None)

    def _squares(self, canvas, box, _scene):
        for square in range(4):
            place = (box[0] + 100 * square, box[1], 90, 90)
            canvas.target(place, square)
            if square == self.at:
                with canvas.turned(self.turned, (0, 0)), canvas.piece("man", place, self.side):
                    canvas.panel(place)

    def act(self, means, at):
        self.at = means


def painted(board):
    board.again()
    board.paint_due()


@pytest.fixture
def board(driver):
    """A board in the window, and a finger that goes down on one square and is lifted from another."""
    shown = driver()
    made = Draughts(size=(dp(400), dp(100)))
    shown.app.stage.show(made)
    shown.frames(2)

    def finger(down, up):
        shown.app.stage.forget_touch()
        touch = UnitTestTouch(dp(100 * down + 45), dp(45))
        touch.touch_down()
        touch.touch_move(dp(100 * up + 45), dp(45))
        touch.touch_up()
        painted(made)

    made.finger = finger
    return made


@pytest.mark.parametrize(("down", "slides"), [(2, True), (0, False)])
def test_what_a_finger_dragged_lies_where_it_was_put(board, down, slides):
    """A tap on the third square lets the piece slide there; a finger that takes it there has moved it."""
    board.size = (dp(400), dp(100))
    painted(board)
    board.finger(down, 2)
    assert board.at == 2
    assert board.slides.moving == slides
    board.at = 3
    painted(board)
    assert board.slides.moving, "the next one slides"


@pytest.mark.parametrize("side", [0, 90, 180, 270])
@pytest.mark.parametrize(("frame", "within"), [(90, 0), (180, 0), (0, 90), (90, 180)])
def test_new_piece_comes_from_its_player_on_a_board_that_is_turned(side, frame, within):
    """By its frame, as on an upright tablet, or within the picture."""
    board = Draughts(at=None, side=side, turned=within)
    shown = Turned(board, frame, size=(dp(400), dp(400)))
    painted(board)
    board.at = 0
    painted(board)
    came = turned_point(board.slides.place("man"), frame + within, (0, 0))  # the first square begins at 0, 0
    assert shown.angle == frame
    assert [round(part / dp(AWAY)) for part in came] == {0: [0, -1], 90: [1, 0], 180: [0, 1], 270: [-1, 0]}[side]

"""Pieces of a board slide to where they lie now, for a moment, and nothing waits for them."""

import pytest
from kivy.clock import Clock
from kivy.graphics import Translate

from companion.ui.drawing import scale
from companion.ui.kivy_canvas import Piece
from companion.ui.widgets.slides import Slides
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


def test_new_position_on_the_way_begins_where_the_piece_is_seen():
    slides = shown(100.0, 300.0)
    while slides.place("pawn")[0] == 100.0:
        Clock.tick()
    seen = slides.place("pawn")[0]
    slides.follow(picture(at=500.0), ROOM)
    assert slides.place("pawn")[0] == pytest.approx(seen)
    assert all_seen(slides)[-1] == 500.0


def test_same_position_painted_again_does_not_hold_it_up():
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

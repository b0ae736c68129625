"""What keeps moving is told once, and only in the outline does it count."""

from __future__ import annotations

import cv2
import numpy as np

from tests.support.grain import grain
from vision.frames import Frame
from vision.imaging.outline import Outline
from vision.reading import Reading, ReasonKind
from vision.tracking.watcher import Rest, Unsettled, Watcher

FPS = 30
OUTLINE = Outline(((100.0, 100.0), (540.0, 100.0), (540.0, 440.0), (100.0, 440.0)))


class Nothing:
    """Reads an empty tray."""

    def read(self, image, *, at=0.0, frame=0):
        return Reading(at=at, frame=frame)


def filmed(draw, seconds=8.0):
    rng = np.random.default_rng(3)
    table = cv2.resize(rng.integers(60, 190, (30, 40, 3), np.uint8), (640, 480), interpolation=cv2.INTER_CUBIC)
    for number in range(round(seconds * FPS)):
        picture = table.copy()
        draw(picture, number)
        noisy = np.clip(picture + grain(picture.shape, number % 7, 1.5), 0, 255).astype(np.uint8)
        yield Frame(noisy, number / FPS, number)


def counter(picture, number):
    """A counter of frames, as some apps draw into the picture."""
    cv2.putText(picture, str(1000 + 37 * number % 9000), (10, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (255, 255, 255), 3)


def seconds_counter(picture, number):
    cv2.putText(picture, f"{number // FPS * 37 % 90 + 10}", (10, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (255, 255, 255), 3)


def hand(picture, number):
    """A hand that wanders over the tray."""
    x, y = 320 + 200 * np.cos(number / 9.0), 240 + 150 * np.sin(number / 7.0)
    cv2.circle(picture, (round(x), round(y)), 50, (110, 140, 200), -1)


def seen(draw, outline=None, seconds=8.0):
    watcher = Watcher(Nothing(), outline=lambda: outline)
    return [each for frame in filmed(draw, seconds) for each in watcher.feed(frame)]


def unsettled(events):
    return [each for each in events if isinstance(each, Unsettled)]


def test_a_counter_in_the_picture_is_named_with_its_place_after_five_seconds():
    events = seen(counter)
    (told,) = unsettled(events)
    assert told.reason.kind is ReasonKind.KEEPS_MOVING
    assert told.frame / FPS < 6.0
    assert not told.in_outline
    x0, y0, x1, y1 = told.reason.box
    assert 0 <= x0 < 40
    assert 60 < x1 < 140
    assert y1 < 60
    assert y0 >= 0
    assert not [each for each in events if isinstance(each, Rest)]


def test_a_clock_that_moves_once_a_second_is_named_too():
    assert len(unsettled(seen(seconds_counter))) == 1


def test_beyond_the_outline_nothing_counts():
    events = seen(counter, OUTLINE)
    assert not unsettled(events)
    assert [type(each) for each in events] == [Rest]


def test_hands_are_given_time():
    assert not unsettled(seen(hand, OUTLINE))


def test_what_moves_in_the_tray_itself_counts():
    (told,) = unsettled(
        seen(lambda picture, number: counter(picture[150:], number), Outline(((0, 0), (640, 0), (640, 480), (0, 480))))
    )
    assert told.in_outline

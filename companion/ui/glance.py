"""What a finger touches on a screen, and what it would have touched before the screen changed by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import time
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.ui.drawing import canvas
from companion.ui.widgets.tap_target import Tappable
from companion.ui.widgets.touched_board import TouchedBoard

UNSEEN_S = 0.3  # nobody can mean what is on the screen within this time after it was drawn
SLOW_S = 0.5  # drawing a change counts as long as this at most: no guard lasts longer than both


def drawn_by(began: float) -> float:
    """Return when people can see a change that began then, if it is drawn by now."""
    return min(time(), began + SLOW_S)


Lying = tuple[canvas.Box, Any, Any]
"""Where a widget lies in the window, the widget, and what a tap on it means."""


class Glance:
    """What lay where on a screen until now. Another thing is there soon; making and drawing that may take long, so the
    time in which nobody can mean it counts once that is done. In `spared`, a part of the screen, people have changed
    things themselves.
    """

    def __init__(self, screen: Widget, spared: Widget | None) -> None:
        self._spared = spared
        self._began = self._shown = time()
        self._lay = what_lies(screen)
        self._draw(frames=2)

    def _draw(self, frames: int) -> None:
        self._shown = drawn_by(self._began)
        if frames:
            Clock.schedule_once(lambda _dt: self._draw(frames - 1), 0)

    def is_fresh(self, moment: float) -> bool:
        """Return whether people could not yet see at a moment what came instead."""
        return moment - self._shown < UNSEEN_S

    def know(self, before: Sequence[Lying], after: Sequence[Lying]) -> None:
        """Note what a finger has changed meanwhile, from how things lay before it acted: people know that."""
        self._lay += [each for each in after if each not in before]

    def differs(self, screen: Widget, x: float, y: float) -> bool:
        """Return whether a finger there touches something now that it would not have touched."""
        there = [widget for widget in _touchable(screen) if _within(_box(widget), x, y)]
        if not there or (self._spared is not None and self._spared in _parents(there[-1])):
            return False
        before = [(widget, means) for box, widget, means in self._lay if _within(box, x, y)]
        return not before or _at(*before[-1], x, y) != _at(there[-1], _meaning(there[-1]), x, y)


def what_lies(screen: Widget) -> list[Lying]:
    """Return all that takes touches on a screen, what lies on top last."""
    return [(_box(widget), widget, _meaning(widget)) for widget in _touchable(screen)]


def part_of(screen: Widget, widget: Any) -> Widget | None:
    """Return the direct child of a screen that contains a widget, or None."""
    return next((each for each in _parents(widget) if each.parent is screen), None)


def _parents(widget: Any) -> Iterator[Any]:
    while isinstance(widget, Widget):
        yield widget
        widget = widget.parent if widget.parent is not widget else None


def _touchable(screen: Widget) -> Iterator[Any]:
    """All that takes touches, what lies on top last."""
    return (widget for widget in screen.walk(restrict=True) if isinstance(widget, Tappable | TouchedBoard))


def _box(widget: Any) -> canvas.Box:
    """Where a widget lies in the window, however it is turned."""
    (left, low), (right, high) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return min(left, right), min(low, high), max(left, right), max(low, high)


def _within(box: canvas.Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _meaning(widget: Any) -> Any:
    """Return what can be touched on a board, or what a tap on another widget does."""
    return widget.targets if isinstance(widget, TouchedBoard) else (type(widget), widget.means_at(*widget.center))


def _at(widget: Any, means: Any, x: float, y: float) -> object:
    """Return what a tap at a point of the window means or meant there."""
    if not isinstance(widget, TouchedBoard):
        return means
    target = means.at(canvas.point_in_units(widget.to_widget(x, y)))
    return None if target is None else target.means

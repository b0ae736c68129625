"""Where everything lies on the table screen, by what it is: a slot keeps its place from one phase to the next."""

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.geometry import contains
from companion.drawing.scene import Refused
from companion.ui.widgets.tap_target import Tappable

ROUNDED = 1.0
"""Pixels by which the box of a region may differ: it is rounded."""


TAPPED = {"choice", "tool", "target"}


def slots(shown):
    """The box of each region and of each thing to tap, in the window; a thing to tap is known by what it means. What
    lies on a board is measured on the board, which some games turn to whoever is asked.
    """
    screen = shown.app.screen
    found = {
        "board": _box(screen.panel),
        "tray": _box(screen.tray),
        "tools": _box(screen.tools),
        "news": _right_end(_box(screen.news.below)),
        "news above": _right_end(_box(screen.news.above.inner)),
    }
    for strip in screen.strips:
        found["strip", strip.seat] = _box(strip)
        if strip.hand is not None:
            found["hand", strip.seat] = _box(strip.hand)
        for each in strip.walk(restrict=True):
            called = getattr(each, "words", getattr(getattr(each, "face", None), "label", None))
            if isinstance(each, Tappable) and each.parent is not None and called:
                found["choice", strip.seat, called] = _box(each)
    for each in screen.tools.walk(restrict=True):
        if isinstance(each, Tappable) and each.parent is not None:
            found["tool", type(each).__name__, getattr(each, "words", "")] = _box(each)
    for box, means, _ in screen.panel.targets.all:
        found["target", means.event if isinstance(means, Refused) else means] = tuple(dp(part) for part in box)
    return found


def moved(before, after):
    """The slots that are there before and after, and moved, with both boxes: regions that lie elsewhere, and things to
    tap that a finger on their middle would miss.
    """
    return {
        role: (before[role], after[role])
        for role in before.keys() & after.keys()
        if (_misses if role[0] in TAPPED else _differ)(before[role], after[role])
    }


def _right_end(box):
    """Where a line ends: it may become longer to the left, for nobody taps it."""
    return box[0] + box[2], box[1], 0, box[3]


def _differ(one, other):
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > ROUNDED


def _misses(before, after):
    x, y, wide, high = before
    return not contains(after, (x + wide / 2, y + high / 2, 0, 0))


def _box(widget: Widget):
    return _placed(widget, *widget.pos, *widget.size)


def _placed(widget, x, y, wide, high):
    (left, low), (right, top) = widget.to_window(x, y), widget.to_window(x + wide, y + high)
    return min(left, right), min(low, top), abs(right - left), abs(top - low)

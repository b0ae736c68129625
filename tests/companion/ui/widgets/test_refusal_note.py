"""What undo says lies where nothing is tapped, whoever sits there."""

import pytest
from kivy.metrics import dp

from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast

COLOURS = ("red", "blue", "green", "yellow", "black", "white")


def bounds(widget):
    (x, y), (right, top) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return min(x, right), min(y, top), max(x, right), max(y, top)


def under(shown, toast):
    left, low, right, high = bounds(toast)
    boxes = [(each, bounds(each)) for each in shown.all(Tappable) if each.width > 1 and each.height > 1]
    return [each for each, (x, y, far, top) in boxes if x < right and left < far and y < high and low < top]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_was_taken_back_is_said_where_nothing_is_tapped(begin, driver, players, size):
    controller = begin(players, game="catastrophe", options={"first": 0}, colours=COLOURS[:players])
    play(controller, 6, 1)
    shown = driver(size)
    shown.tap_on(shown.app.screen.tools.undo)
    toast = next(shown.all(Toast))
    assert "Undone" in toast.words
    assert under(shown, toast) == []
    for frame in shown.app.screen._frames:
        assert frame.x >= toast.right or frame.right <= toast.x or frame.y >= toast.top or frame.top <= toast.y


def test_a_short_sentence_is_one_line_deep(begin, driver):
    begin(3)
    shown = driver()
    shown.app.screen.toast("Undone: Bo: moved (to q7)")
    assert next(shown.all(Toast)).height < dp(60)
    shown.app.screen.toast("So many words that they do not find room in one line, not even in a wide one. " * 2)
    assert next(shown.all(Toast)).height > dp(100)

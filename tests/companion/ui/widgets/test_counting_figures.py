"""A figure counts up to its new value unless a newer one arrives."""

from time import monotonic

from kivy.clock import Clock

from companion.ui.drawing import scale
from companion.ui.widgets.seat_figures import FigureChanges
from companion.views.presenter import FigureView


def figures(value):
    return (FigureView("tokens", value),)


def seen_until(changes, value):
    """Every number that stands there until this one does."""
    seen, end = [changes.count(0, value)], monotonic() + 10
    while seen[-1] != value and monotonic() < end:
        Clock.tick()
        if changes.count(0, value) != seen[-1]:
            seen.append(changes.count(0, value))
    return [int(number) for number in seen]


def test_counts_up_from_the_old_value():
    changes = FigureChanges(lambda: None)
    changes.note(figures("2"), figures("9"))
    seen = seen_until(changes, "9")
    assert (seen[0], seen[-1]) == (2, 9)
    assert seen == sorted(seen)


def test_counts_on_from_what_is_seen():
    changes = FigureChanges(lambda: None)
    changes.note(figures("0"), figures("900"))
    while (shown := changes.count(0, "900")) == "0":
        Clock.tick()
    changes.note(figures("900"), figures("4"))
    assert changes.count(0, "4") == shown
    seen = seen_until(changes, "4")
    assert seen == sorted(seen, reverse=True)
    assert changes.of(0) == "\N{MINUS SIGN}896"


def test_words_and_calm_motion_do_not_count():
    changes = FigureChanges(lambda: None)
    changes.note(figures("none"), figures("4"))
    assert changes.count(0, "4") == "4"
    scale.set_calm(True)
    try:
        changes.note(figures("4"), figures("9"))
        assert changes.count(0, "9") == "9"
    finally:
        scale.set_calm(False)

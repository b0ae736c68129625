"""The figures of a strip: a change stands beside its own, whatever that is called now."""

from companion.ui.widgets.seat_strip import SeatStrip
from companion.views.presenter import Figure, SeatView


def changes(*views):
    """What stands beside the figures of a strip that was shown these one after the other."""
    strip = SeatStrip(0, None, lambda _seat, _actions: None)
    for figures in views:
        strip.show(SeatView(0, "Ann", figures=figures), [])
    return [strip.changes.of(at) for at in range(len(views[-1]))]


def test_a_label_that_follows_its_value_keeps_the_change(driver):
    driver()
    two, one, none = Figure("cards", "2"), Figure("card", "1"), Figure("cards", "0")
    assert changes((two,), (one,)) == ["-1"]
    assert changes((one,), (none,)) == ["-1"]


def test_each_figure_has_its_own_change(driver):
    driver()
    before = (Figure("of 2", "1"), Figure("total", "4"))
    assert changes(before, (Figure("tricks", "0"), Figure("total", "7"))) == ["-1", "+3"]
    assert changes(before, (Figure("of 2", "1"), Figure("total", "4"))) == ["", ""]


def test_other_figures_than_before_have_not_changed(driver):
    driver()
    assert changes((Figure("tricks", "1"),), (Figure("points", "5"), Figure("tricks", "1"))) == ["", ""]

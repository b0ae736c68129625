"""In a strip each change stands beside its figure, even if its label has changed."""

import pytest

from companion.core.events import Face, Rolled
from companion.drawing.geometry import overlap
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.seat_strip import SeatStrip
from companion.views.presenter import FigureView, SeatView

PENCIL = "\u270e"


def changes(*views):
    """What stands beside the figures of a strip that was shown these one after the other."""
    strip = SeatStrip(0, None, lambda _seat, _actions: None)
    for figures in views:
        strip.show(SeatView(0, "Ann", figures=figures), [])
    return [strip.changes.of(at) for at in range(len(views[-1]))]


def test_a_label_that_follows_its_value_keeps_the_change(driver):
    driver()
    two, one, none = FigureView("cards", "2"), FigureView("card", "1"), FigureView("cards", "0")
    assert changes((two,), (one,)) == ["\N{MINUS SIGN}1"]
    assert changes((one,), (none,)) == ["\N{MINUS SIGN}1"]


@pytest.mark.parametrize(("now", "tone"), [("1", "warn"), ("3", "good")])
def test_a_loss_is_no_gain_in_colour(driver, monkeypatch, now, tone):
    driver()
    tones = {}
    monkeypatch.setattr(KivyCanvas, "text", lambda _canvas, words, _box, _size, role, **_: tones.update({words: role}))
    strip = SeatStrip(0, None, lambda _seat, _actions: None, size=(400, 60), size_hint=(None, None))
    for value in ("2", now):
        strip.show(SeatView(0, "Ann", figures=(FigureView("cards", value),)), [])
    strip.paint()
    assert tones[strip.changes.of(0)] == tone


def test_each_figure_has_its_own_change(driver):
    driver()
    before = (FigureView("of 2", "1"), FigureView("total", "4"))
    assert changes(before, (FigureView("tricks", "0"), FigureView("total", "7"))) == ["\N{MINUS SIGN}1", "+3"]
    assert changes(before, (FigureView("of 2", "1"), FigureView("total", "4"))) == ["", ""]


def test_other_figures_than_before_have_not_changed(driver):
    driver()
    assert changes((FigureView("tricks", "1"),), (FigureView("points", "5"), FigureView("tricks", "1"))) == ["", ""]


@pytest.mark.parametrize("size", [(400, 60), (400, 160)])
def test_a_nine_is_no_six_from_across_the_table(driver, monkeypatch, size):
    driver()
    panels = []
    monkeypatch.setattr(KivyCanvas, "panel", lambda _canvas, *given, **_how: panels.append(given))

    def painted(value):
        strip = SeatStrip(0, None, lambda _seat, _actions: None, size=size, size_hint=(None, None))
        strip.show(SeatView(0, "Ann", figures=(FigureView("points", value),)), [])
        panels.clear()
        strip.paint()
        return len(panels)

    assert painted("9") == painted("8") + 1


def test_the_pencil_of_a_corrected_roll_covers_no_die(begin, driver, monkeypatch):
    controller = begin(3)
    shown = driver()
    rolled = controller.session.seq + 1
    controller.touch(Rolled(0, (Face(3), Face(4), Face(5))))
    controller.amend({rolled: Rolled(0, (Face(3), Face(3), Face(5)))})
    dice, pencils = [], []
    monkeypatch.setattr(canvas, "die", lambda _value, _colour, box, *_, **__: dice.append(canvas.in_units(box)))
    paint = KivyCanvas.text

    def noted(self, words, box, *args, **more):
        pencils.extend([box] * (words == PENCIL))
        paint(self, words, box, *args, **more)

    monkeypatch.setattr(KivyCanvas, "text", noted)
    shown.app.screen.strips[0].again()
    shown.frames(2)
    assert len(pencils) == 1
    assert len(dice) >= 3
    assert not any(overlap(die, pencils[0]) for die in dice)

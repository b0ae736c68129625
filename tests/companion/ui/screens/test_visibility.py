"""Regressions: words that were hidden under a card or a frame, or stood on another page."""

import pytest
from kivy.graphics import Canvas
from kivy.metrics import dp

from companion.app.settings import Settings
from companion.core.events import Face, Rolled
from companion.drawing import theme
from companion.drawing.theme import TOUCH
from companion.referee.signals import DeviceChanged
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.tray_setup import messages
from companion.ui.screens.tray_setup.messages import SetupWords
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.picture import Picture
from companion.ui.widgets.refusal_note import Toast
from companion.views.dice_views import DieView

NAMES = ("Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friedericke-Lu")
DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


@pytest.fixture
def written(monkeypatch):
    """All words that are written from now on."""
    found = []
    text = canvas.text

    def note(words, *rest, **more):
        found.append(words)
        text(words, *rest, **more)

    monkeypatch.setattr(canvas, "text", note)
    return found


def test_no_sentence_lies_half_under_a_card(begin, driver):
    controller = begin(3)
    shown = driver()
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    screen = shown.app.screen
    screen.refresh()
    shown.tap_on(screen.tools.undo)
    assert len(list(shown.all(Toast))) == 1
    screen.dice.enter(0)
    shown.frames(2)
    assert list(shown.all(Toast)) == []


def test_nor_under_the_name_pad(driver):
    shown = driver()
    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    shown.app.screen.toast("Two players would have the same name.")
    shown.tap_on(shown.app.screen.people.map.chips[0].name)
    assert list(shown.all(Toast)) == []


def test_closer_buttons_come_before_more_pages(driver):
    driver()
    narrow = ChoicePages([(name, lambda: None, False) for name in NAMES], width=dp(393), height=dp(120))
    assert len(narrow.children) == 4
    assert min(button.height for button in narrow.children) >= dp(TOUCH)
    roomy = ChoicePages([(name, lambda: None, False) for name in NAMES], width=dp(340), height=dp(400))
    assert len({button.x for button in roomy.children}) == 1, "where all fit, the words stay large"


def test_label_of_an_unsure_die_lies_on_top(driver, monkeypatch):
    driver()
    outlined = []
    monkeypatch.setattr(Picture, "_outline", lambda _self, _box, _mark, die: outlined.append(die.value))
    picture = Picture(size=(200, 150))
    picture.show_frame(_Grey())
    whole = (0.1, 0.1, 0.2, 0.2)
    picture.marks = [(whole, DieView(3)), (whole, DieView(4, sure=False)), (whole, DieView(5))]
    with Canvas():
        picture.paint()
    assert outlined == [3, 5, 4]


class _Grey:
    """A picture of a camera, as far as the screen knows one."""

    shape = (60, 80, 3)

    def tobytes(self):
        return bytes(60 * 80 * 3)


@pytest.mark.parametrize(("facts", "says"), [(None, "Tap to enter a roll"), (DISCARDING, "No roll is due")])
def test_corner_asks_only_for_rolls_that_are_due(begin, driver, facts, says):
    begin(3, facts=facts)
    assert driver().app.screen.tray.without_dice == says


def test_a_span_is_written_as_people_write_it(driver, controller, written, monkeypatch):
    driver()
    controller.devices.changed(DeviceChanged("tray", ok=True))
    setup = _Setup()
    monkeypatch.setattr(messages, "places_of", lambda *_: "")
    words = SetupWords(controller, setup, size=(dp(470), dp(400)))
    with Canvas():
        words.paint()
    assert "Places in the tray are known to ±0.1 mm" in written
    setup.result = None, True, "ready: +-0.1 mm"
    with Canvas():
        words.paint()
    assert "Ready: ±0.1 mm" in written


class _Setup:
    """A tray whose place is known."""

    result = None
    is_kept = False
    has_chart = True
    said = "Places in the tray are known to +-0.1 mm"

    class answer:  # noqa: N801
        class progress:  # noqa: N801
            step, title, needs, share = "plane", "Lay the chart into the tray", (), 1.0


@pytest.mark.parametrize("name", theme.THEMES)
def test_a_card_has_an_edge(driver, monkeypatch, name):
    shown = driver(settings=Settings(theme=name))
    shown.app.go("home")
    shown.frames(2)
    shown.tap_on(shown.app.screen.gear)
    sheet, edges = next(shown.all(Sheet)), []
    monkeypatch.setattr(KivyCanvas, "frame", lambda _canvas, box, role, *_, **__: edges.append((box, role)))
    sheet.again()
    sheet.paint_due()
    look = theme.THEMES[name]
    ((_, role),) = [each for each in edges if each[0] == canvas.in_units(sheet.box)]
    assert getattr(look, role) != look.ground
    assert look.panel != look.ground or theme.contrast(getattr(look, role), look.ground) >= 3

"""A real keyboard and mouse beside the fingers: Escape closes what is on top, the wheel moves what is long."""

from types import SimpleNamespace

import pytest

from companion.ui.screens.setup.option_row import OptionRow
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.review import ReviewCard


@pytest.fixture(name="shown")
def _shown(begin, driver):
    play(begin(2), 40, 1)
    return driver()


@pytest.fixture(name="press")
def _press(shown):
    from kivy.core.window import Window  # noqa: PLC0415  the window must stand first

    def press(key):
        Window.dispatch("on_key_down", key, 0, None, [])
        shown.frames(3)

    return press


@pytest.fixture(name="escape")
def _escape(press):
    return lambda: press(27)


@pytest.fixture(name="wheel")
def _wheel(shown):
    """Turns the wheel over the middle of a widget, as Kivy's mouse reports it."""
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    def turn(widget, button):
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.profile = ["pos", "button"]
        touch.button = button
        touch.touch_down()
        touch.touch_up()
        shown.frames(3)

    return turn


def test_escape_goes_back_to_where_one_came_from(shown, escape):
    for start, end in (("history", "table"), ("rules", "table"), ("cameras", "devices")):
        shown.app.go(start)
        shown.frames(3)
        escape()
        assert shown.app.screen_name == end


def test_escape_leaves_no_game(shown, escape):
    escape()
    assert shown.app.screen_name == "table"
    assert shown.controller.session is not None


def test_escape_closes_the_card_first(shown, escape):
    shown.app.go("history")
    shown.frames(3)
    shown.tap_on(shown.button("Change this"))
    assert shown.app.screen.opened is not None
    escape()
    assert (shown.app.screen_name, shown.app.screen.opened) == ("history", None)


def test_escape_closes_a_card_of_the_table_too(shown, escape):
    shown.tap_on(shown.button("Enter dice"))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    escape()
    assert shown.app.screen.opened is None


def test_the_wheel_moves_the_history(shown, wheel):
    shown.app.go("history")
    shown.frames(3)
    screen = shown.app.screen
    newest = screen.rows[0].line.seq
    wheel(screen.rows[2], "scrollup")
    assert screen.rows[0].line.seq < newest
    wheel(screen.rows[2], "scrolldown")
    assert screen.rows[0].line.seq == newest
    chosen = screen.chosen
    wheel(screen.rows[2], "scrolldown")
    assert (screen.rows[0].line.seq, screen.chosen) == (newest, chosen)


def test_the_wheel_turns_the_pages_of_the_rules(shown, wheel):
    shown.app.go("rules")
    shown.frames(3)
    rules = shown.app.screen
    assert rules.first_page is not None
    for turn, page in (("scrollup", 0), ("scrollup", 1), ("scrolldown", 0)):
        wheel(rules, turn)
        assert (rules.first_page, rules.page) == (None, page)
    wheel(rules, "scrolldown")
    assert rules.first_page is not None


def test_the_wheel_turns_the_pages_of_the_options(shown, wheel):
    shown.app.go("setup", game="cat-in-the-box")
    shown.frames(3)
    shown.tap_on(shown.button("Change the rules"))
    for turn, page in (("scrollup", 2), ("scrolldown", 1)):
        wheel(next(shown.all(OptionRow)), turn)
        assert shown.button(f"More options {page}/2")


def test_the_wheel_moves_what_is_long_on_a_card_and_nothing_below_it(shown, wheel):
    shown.app.go("history")
    shown.frames(3)
    newest = shown.app.screen.rows[0].line.seq
    choices = [(str(number), lambda: None, False) for number in range(200)]
    shown.app.screen.card.open(ChoicePages(choices), "Which?")
    shown.frames(3)
    first = shown.button("More 1/").words
    wheel(shown.app.screen.opened, "scrollup")
    assert shown.button("More 2/")
    wheel(shown.app.screen.opened, "scrolldown")
    assert shown.button("More 1/").words == first
    assert shown.app.screen.rows[0].line.seq == newest


def test_f11_fills_the_screen_and_gives_it_back(shown, press, monkeypatch):
    window = SimpleNamespace(fullscreen=False)
    with monkeypatch.context() as patched:
        patched.setattr(shown.app.appearance, "window", window)
        for key, fullscreen in ((291, False), (292, "auto"), (291, "auto"), (292, False)):
            press(key)
            assert window.fullscreen == fullscreen

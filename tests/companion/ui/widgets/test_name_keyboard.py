"""The name pad and a real keyboard: a pad that was closed hears nothing."""

import pytest


@pytest.fixture(name="keyboard")
def _keyboard():
    from kivy.core.window import Window  # noqa: PLC0415  the window must stand first

    def write(letters):
        for letter in letters:
            Window.dispatch("on_textinput", letter)
        Window.dispatch("on_key_down", 13, 0, None, [])

    return write


@pytest.fixture(name="naming")
def _naming(driver):
    shown = driver()
    shown.app.go("setup", game="catch-up")
    shown.frames(3)
    shown.tap_on(shown.app.screen.map.chips[0].name)
    return shown


def test_a_name_is_typed_on_a_keyboard(naming, keyboard):
    keyboard("kim")
    assert naming.app.screen.names[0] == "Kim"


def test_a_pad_closed_with_its_cross_hears_no_keyboard(naming, keyboard):
    before = list(naming.app.screen.names)
    naming.tap_on(naming.button("✕"))
    keyboard("kim")
    naming.frames(2)
    assert naming.app.screen.names == before

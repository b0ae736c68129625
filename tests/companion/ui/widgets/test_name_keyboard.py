"""The name pad and a real keyboard: a pad that was closed hears nothing."""

import pytest

from companion.ui.widgets.keyboard import Keyboard


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
    shown.tap_on(shown.app.screen.people.map.chips[0].name)
    return shown


def test_a_name_is_typed_on_a_keyboard(naming, keyboard):
    keyboard("kim")
    assert naming.app.screen.people.who.names[0] == "Kim"


def test_closed_pad_ignores_the_keyboard(naming, keyboard):
    before = naming.app.screen.people.who.names
    naming.tap_on(naming.button("✕"))
    keyboard("kim")
    naming.frames(2)
    assert naming.app.screen.people.who.names == before


def test_too_long_name_is_refused(naming):
    pad = next(naming.all(Keyboard))
    pad.type("abcdefghijklmn")
    assert pad.remark == ""
    pad.type("o")
    assert pad.line == "Abcdefghijklmn"
    assert "14 letters" in pad.remark
    pad.erase()
    assert (pad.line, pad.remark) == ("Abcdefghijklm", "")


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("0.20:8080/video", "http://192.168.0.20:8080/video"),
        ("192.168.0.20:8080/video", "http://192.168.0.20:8080/video"),
        ("10.0.0.7/a.b.c.d", "http://10.0.0.7/a.b.c.d"),
        ("0.20/a.b.c.d", "http://192.168.0.20/a.b.c.d"),
        ("phone.local:8080/video", "http://phone.local:8080/video"),
        ("rtsp://me@10.0.0.7/live", "rtsp://me@10.0.0.7/live"),
    ],
)
def test_full_address_replaces_the_suggested_start(typed, address):
    from companion.ui.widgets.address_keyboard import START, address_pad  # noqa: PLC0415  the window must stand first

    done = []
    pad = address_pad(START, done.append)
    for letter in typed:
        pad.type(letter)
    pad.finish()
    assert done == [address]

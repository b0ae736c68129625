"""Names: what is typed can be seen and shown, and no two look the same."""

import pytest
from kivy.core.text import Label

from companion.ui.drawing.font_coverage import ALL, letters_of
from companion.ui.drawing.text_layout import can_write
from companion.ui.name_entry import lengthened, seen
from companion.ui.widgets.name_keyboard import NamePad
from companion.ui.widgets.refusal_note import Toast


def written(letters):
    name = ""
    for letter in seen(letters):
        name = lengthened(name, letter)
    return name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("kim", "Kim"),
        ("JO-ANN mc", "Jo-Ann Mc"),
        ("ßa", "ßa"),
        ("აბ", "აბ"),
        ("İb", "İb"),
        ("ann\u200b", "Ann"),
        ("\u202eabc", "Abc"),
        ("\u200b\u00ad\x07", ""),
        ("bo\ufe0f\u034f\u2800\u3164", "Bo"),
        ("\u0301zoe\u0301", "Zoé"),
        ("  bo\u00a0\u2003li", "Bo Li"),
    ],
)
def test_a_name_is_what_is_seen_of_it(typed, name):
    assert written(typed) == name


def test_what_a_font_has_is_read_from_it():
    fonts = {name: Label(font_name=name).options["font_name_r"] for name in ("Roboto", "DejaVuSans")}
    roboto, dejavu = (letters_of(font) for font in fonts.values())
    assert all(ord(letter) in roboto for letter in "Az09éßŁЖ…'")
    assert not any(ord(letter) in roboto for letter in "★აم王")
    assert all(ord(letter) in dejavu for letter in "Az09éßŁЖ★აم")
    assert 0x738B not in dejavu
    assert 0xFFFF not in dejavu


def test_what_is_no_font_is_not_asked(tmp_path):
    assert letters_of(str(tmp_path / "nothing.ttf")) is ALL
    (tmp_path / "words.ttf").write_text("no font at all")
    assert letters_of(str(tmp_path / "words.ttf")) is ALL
    (tmp_path / "bare.ttf").write_bytes(bytes(64))
    assert letters_of(str(tmp_path / "bare.ttf")) is ALL


def test_what_is_read_from_right_to_left_cannot_be_written():
    assert can_write("ა")
    assert not can_write("م")
    assert not can_write("א")
    assert not can_write("王")


@pytest.fixture(name="pad")
def _pad(driver):
    """The name pad of seat 0 in the setup."""
    shown = driver()
    shown.app.go("setup", game="catch-up")
    shown.frames(3)
    shown.tap_on(shown.app.screen.map.chips[0].name)
    return shown, next(shown.all(NamePad))


def typed(letters):
    from kivy.core.window import Window  # noqa: PLC0415  the window must stand first

    for letter in letters:
        Window.dispatch("on_textinput", letter)


def test_a_letter_that_no_font_has_is_said_and_left_out(pad):
    shown, pad = pad
    typed("王")
    assert pad.remark == "This letter cannot be shown here."
    assert pad.fresh
    typed("zoe")
    assert pad.remark == ""
    pad._finish()
    assert shown.app.screen.names[0] == "Zoe"


def test_a_name_of_nothing_that_is_seen_is_none(pad):
    shown, pad = pad
    for _ in pad.name:
        pad.erase()
    typed("\u200b")
    pad._finish()
    assert next(shown.all(NamePad)) is pad


def test_two_names_that_look_the_same_are_the_same(pad):
    shown, pad = pad
    typed("bo\u200b")
    pad._finish()
    assert shown.app.screen.names[0] == "Ann"
    assert "has that name" in next(shown.all(Toast)).words

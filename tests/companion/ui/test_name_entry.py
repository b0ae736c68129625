"""Names can be typed and shown, and no two look alike."""

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from companion.core.table import Table
from companion.drawing.fonts import DEJAVU, ROBOTO, can_write, font_of, letters_of
from companion.drawing.right_to_left import as_drawn, as_read
from companion.drawing.signs import legible, seat
from companion.drawing.text_layout import lay
from companion.ui.drawing.text_layout import line_texture
from companion.ui.name_entry import lengthened, seen
from companion.ui.widgets.keyboard import Keyboard
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


@pytest.fixture(name="fonts")
def _fonts(tmp_path, monkeypatch):
    """Define the fonts of the system by the letters that each can draw; there are none at first."""
    folder = tmp_path / "bin"
    folder.mkdir()
    asked = folder / "fc-match"
    monkeypatch.setenv("PATH", str(folder))
    font_of.cache_clear()

    def install(letters: str) -> str:
        file = tmp_path / f"{len(letters)}.ttf"
        square = TTGlyphPen(None)
        for at, point in enumerate([(0, 0), (0, 800), (800, 800), (800, 0)]):
            (square.lineTo if at else square.moveTo)(point)
        square.closePath()
        made = FontBuilder(1000)
        made.setupGlyphOrder([".notdef", "square"])
        made.setupCharacterMap({ord(letter): "square" for letter in letters})
        made.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "square": square.glyph()})
        made.setupHorizontalMetrics({".notdef": (1000, 0), "square": (1000, 0)})
        made.setupHorizontalHeader(ascent=800, descent=-200)
        made.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
        made.setupOS2()
        made.setupPost()
        made.save(file)
        asked.write_text(f"#!/bin/sh\nprintf %s '{file}'\n")
        asked.chmod(0o755)
        font_of.cache_clear()
        return str(file)

    yield install
    font_of.cache_clear()


def test_what_a_font_has_is_read_from_it(fonts):
    assert can_write("Az09éßŁЖ…'★აمא")
    assert {font_of(letter) for letter in "Az09éßŁЖ…'"} == {ROBOTO}
    assert {font_of(letter) for letter in "★აم"} == {DEJAVU}
    assert not can_write("Zoe 王")


def test_letter_is_written_in_a_system_font_that_has_it(fonts):
    squares = fonts("王李")
    assert font_of("王") == squares
    assert can_write("Zoe 王李")
    assert not can_write("雷")
    drawn, _ = line_texture("王", 20, bold=False)
    assert drawn.pixels[3::4].count(255) > 0.5 * drawn.width * drawn.height, "its square, not the outline of a box"


@pytest.mark.parametrize("content", [None, b"no font at all", bytes(64)])
def test_what_is_no_font_has_no_letters(fonts, content):
    file = Path(fonts("王"))
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    letters_of.cache_clear()
    assert not can_write("王")


def test_arabic_is_joined_and_reversed_within_its_line():
    assert as_drawn("سلمى") == "\ufef0\ufee4\ufee0\ufeb3"
    assert as_drawn("שלום: 12, עדי 3 · Bo") == "םולש: 12, ידע 3 · Bo"
    assert as_drawn("Zoé: 12") == "Zoé: 12"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [('רמב"ם 3', 'ם"במר 3'), ("שלום…", "…םולש"), ("Bo שלום", "Bo םולש"), ("\u200fבת\u200f שבע", "עבש תב")],
)
def test_what_belongs_to_a_hebrew_name_is_turned_with_it(name, drawn):
    assert as_drawn(name) == drawn
    assert as_read(drawn).replace("…", "") == name.replace("…", "").replace("\u200f", "")


def test_persian_name_keeps_its_order_around_a_joiner():
    first, second = as_drawn("\u0639\u0644\u06cc"), as_drawn("\u0631\u0636\u0627")
    assert as_drawn("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627") == second + first


def test_accent_is_drawn_on_its_letter(fonts):
    bare, accented = (line_texture(letters, 40, bold=False)[0] for letters in ("x", "x\u0304"))
    assert accented.width < 1.3 * bare.width, "not beside it"
    assert lay("x\u0304", (0, 0, 200, 60), 40).lines[0].width == pytest.approx(
        lay("x", (0, 0, 200, 60), 40).lines[0].width, rel=0.3
    )


def test_long_word_is_not_broken_between_a_letter_and_its_accent(fonts):
    wide = lay("x\u0304" * 8, (0, 0, 900, 60), 18).lines[0].width / 2
    lines = [line.words for line in lay("x\u0304" * 8, (0, 0, wide, 90), 18).lines]
    assert len(lines) > 1
    assert not any(line.startswith("\u0304") for line in lines)


def test_letters_that_change_each_other_are_not_drawn_as_they_come(fonts):
    fonts("प्रिया")
    seat(Table(("Ann", "प्रिया", "Bo प्रिया")))
    assert legible("प्रिया rolls 5, Bo प्रिया waits") == "■2 rolls 5, Bo waits"


def test_a_new_table_is_drawn_by_its_own_signs(fonts):
    names = "林", "陳"
    for table in (Table(names), Table(names[::-1])):
        seat(table)
        written = [lay(name, (0, 0, 200, 60), 30).lines[0].words for name in table.players]
        assert written == [legible(name) for name in table.players]


def test_no_arabic_word_becomes_a_sign_that_no_font_has():
    assert can_write(as_drawn("محمد عبد الله"))
    assert as_drawn("عبد الله").startswith("\ufeea\ufee0\ufedf\ufe8d ")


def test_long_arabic_name_begins_on_its_first_line(fonts):
    wide = lay("سلمى", (0, 0, 400, 60), 30).lines[0].width + 10
    lines = [line.words for line in lay("محمد سلمى", (0, 0, wide, 90), 30).lines]
    assert lines == [as_drawn("محمد"), as_drawn("سلمى")]


def test_unwritable_name_is_replaced_by_the_seat(fonts):
    seat(Table(("Ann", "李雷", "Bo 🦄", "Ann 🦄", "🦄")))
    assert legible("李雷 rolls 5; Bo 🦄 and Ann 🦄 wait") == "■2 rolls 5; Bo and ◆4 wait"
    assert legible("🦄") == "★5"
    assert can_write("●■▲◆★○✚⬢")
    fonts("李雷🦄")
    seat(Table(("Ann", "李雷", "Bo 🦄", "Ann 🦄", "🦄")))
    assert legible("李雷 rolls 5; Bo 🦄 waits") == "李雷 rolls 5; Bo 🦄 waits"


@pytest.fixture(name="pad")
def _pad(driver):
    """The name pad of seat 0 in the setup."""
    shown = driver()
    shown.app.go("setup", game="catch-up")
    shown.frames(3)
    shown.tap_on(shown.app.screen.people.map.chips[0].name)
    return shown, next(shown.all(Keyboard))


def typed(letters):
    from kivy.core.window import Window  # noqa: PLC0415  the window must stand first

    for letter in letters:
        Window.dispatch("on_textinput", letter)


def test_unwritable_letter_is_reported_and_left_out(fonts, pad):
    shown, pad = pad
    typed("王")
    assert pad.remark == "This letter cannot be shown here."
    assert pad.fresh
    typed("zoe")
    assert pad.remark == ""
    pad.finish()
    assert shown.app.screen.people.who.names[0] == "Zoe"


def test_an_arabic_name_can_be_typed(pad):
    shown, pad = pad
    typed("سلمى")
    assert pad.remark == ""
    pad.finish()
    assert shown.app.screen.people.who.names[0] == "سلمى"


def test_invisible_name_is_no_name(pad):
    shown, pad = pad
    for _ in pad.line:
        pad.erase()
    typed("\u200b")
    pad.finish()
    assert next(shown.all(Keyboard)) is pad


def test_names_that_look_alike_are_the_same(pad):
    shown, pad = pad
    typed("bo\u200b")
    pad.finish()
    assert shown.app.screen.people.who.names[0] == "Ann"
    assert "has that name" in next(shown.all(Toast)).words

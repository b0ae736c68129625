"""Pictures as SVG: well-formed, in the colours of the theme, with named targets."""

from xml.etree import ElementTree as ET

import pytest

from companion.core.text import say
from companion.drawing import shapes
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import THEMES, Look

SVG = "{http://www.w3.org/2000/svg}"


def elements(canvas, kind):
    return ET.fromstring(canvas.document()).iter(SVG + kind)


def test_names_cannot_break_the_picture():
    canvas = SvgCanvas(400, 300, key=str)
    canvas.text("</text><script>&\"'", (0, 0, 400, 300), 20)
    canvas.target((0, 0, 80, 80), '"><script>')
    assert "".join(text.text for text in elements(canvas, "text")) == "</text><script>&\"'"
    assert not list(elements(canvas, "script"))
    assert [rect.get("data-means") for rect in elements(canvas, "rect")] == ['"><script>']


def test_hebrew_and_arabic_letters_stand_in_their_order():
    """Browsers and what makes the saved picture turn them round."""
    canvas = SvgCanvas(400, 100)
    canvas.text("שלום: 12, סלמה", (0, 0, 400, 100), 20)
    assert [text.text.strip() for text in elements(canvas, "text") if not text.text.isspace()] == [
        "שלום", ": 12,", "סלמה",
    ]  # fmt: skip


@pytest.mark.parametrize("theme", THEMES)
def test_roles_become_the_colours_of_the_theme(theme):
    canvas = SvgCanvas(100, 100, Look(THEMES[theme]))
    canvas.panel((0, 0, 10, 10), "asked")
    canvas.panel((0, 0, 10, 10), "123456", alpha=0.5)
    first, second = elements(canvas, "rect")
    assert first.get("fill") == f"#{THEMES[theme].asked}"
    assert (second.get("fill"), second.get("fill-opacity")) == ("#123456", "0.5")


def test_up_is_up():
    canvas = SvgCanvas(100, 100)
    canvas.panel((0, 90, 10, 10), radius=0)
    (rect,) = elements(canvas, "rect")
    assert rect.get("y") == "0"


def test_texts_are_translated_and_names_are_not():
    canvas = SvgCanvas(400, 100, Look(translate=lambda text: f"<{text}>"))
    canvas.text(say("home"), (0, 0, 200, 50), 20)
    canvas.text("home", (200, 0, 200, 50), 20)
    assert [text.text for text in elements(canvas, "text")] == ["<home>", "home"]


def test_turned_targets_lie_where_they_are_seen():
    canvas = SvgCanvas(400, 400)
    with canvas.turned(180, (200, 200)):
        canvas.target((0, 0, 60, 60), "corner")
    assert canvas.targets.at((370, 370)).means == "corner"
    assert canvas.targets.at((30, 30)) is None


def test_a_finger_beside_a_target_still_means_it():
    canvas = SvgCanvas(400, 400)
    canvas.target((100, 100, 20, 20), "small")
    canvas.target((300, 300, 60, 60), "other")
    assert canvas.targets.at((92, 110)).means == "small"
    assert canvas.targets.at((200, 200)) is None


def test_dice_show_their_pips():
    for value in range(7):
        canvas = SvgCanvas(100, 100)
        shapes.die(canvas, value, "red", (0, 0, 100, 100))
        assert len(list(elements(canvas, "ellipse"))) == value

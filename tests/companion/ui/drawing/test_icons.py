"""Every icon is drawn in lines within its box."""

import pytest
from kivy.graphics import Canvas, SmoothLine

from companion.ui.drawing.icons import STROKES, icon


@pytest.mark.parametrize("name", STROKES)
@pytest.mark.parametrize("box", [(10, 20, 40, 24), (0, 0, 18, 60)])
def test_an_icon_stays_in_its_box(driver, name, box):
    driver()
    drawn = Canvas()
    with drawn:
        icon(name, box)
    lines = [each.points for each in drawn.children if isinstance(each, SmoothLine)]
    assert lines
    for points in lines:
        assert all(box[0] <= x <= box[0] + box[2] for x in points[::2])
        assert all(box[1] <= y <= box[1] + box[3] for y in points[1::2])


def test_the_tools_and_the_devices_have_icons(begin, driver):
    begin(2)
    tools = driver().app.screen.tools
    assert {button.symbol for button in tools._buttons} <= set(STROKES)
    assert {glyph.name for glyph in tools.signs.glyphs} <= set(STROKES)

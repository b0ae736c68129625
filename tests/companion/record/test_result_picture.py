"""The picture of a result: its content and layout, without a window."""

import pytest

from companion import i18n
from companion.core.text import say
from companion.drawing.png import ZOOM, png
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import THEMES, Look
from companion.games import shelf
from companion.record.result_picture import WIDE, paint_result, result_height
from companion.record.result_sheet import ResultSheet, SheetRow
from tests.support.recorded_drawing import Recording

SHEET = ResultSheet(
    "Catch Up",
    "2026-11-26T20:00:00Z",
    (
        SheetRow(1, 1, "Bartholomaeus8", say("1 card"), say("still holds K")),
        SheetRow(2, 0, "Ann", say("0 cards"), say("no card left; last roll 9")),
        SheetRow(0, 2, "\u9ebb\u7f8e", say(""), say("")),
    ),
    (say("It took {time}.", time="12 min"), say("Bo took the lead for good in round 3: Ann gives up 4.")),
)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [1.0, 1.5])
@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_result_picture(game, theme, size):
    recording = Recording(Look(THEMES[theme], size, i18n.translate))
    paint_result(recording, SHEET, game, "2026-11-26")
    assert recording.faults((0, 0, WIDE, result_height(SHEET))) == []
    said = [words for words in recording.words if words]
    at = said.index(SHEET.game)
    assert said[at : at + 6] == [SHEET.game, "2026-11-26", "★", "1 card", "Bartholomaeus8", "still holds K"]
    assert said[at + 6 : at + 10] == ["2.", "0 cards", "Ann", "no card left; last roll 9"]
    assert said[-1] == "Cat's Eye"


def test_result_picture_as_png():
    def pixels(name):
        canvas = SvgCanvas(200, 60)
        canvas.text(name, (0, 0, 200, 60), 40)
        return png(canvas)

    picture = pixels("Ann")
    assert picture.startswith(b"\x89PNG")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (200 * ZOOM, 60 * ZOOM)
    assert len({picture, pixels("Bo"), pixels("★"), pixels("")}) == 4

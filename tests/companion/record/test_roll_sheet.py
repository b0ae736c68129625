"""The sheet of all rolls fits, with smaller dice if needed; painted without a window."""

import pytest

from companion.core.events import Face
from companion.drawing.theme import Look
from companion.record.roll_sheet import RollRow, paint_rolls, rolls_that_fit
from tests.support.recorded_drawing import Recording

NAMES = ("Maximiliane-Jo", "Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friedericke-Lu")


@pytest.mark.parametrize("size", [1.0, 1.5])
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("dice", [1, 3])
def test_roll_sheet_fits(players, dice, size):
    box = (20, 20, 1000, 400)
    faces = tuple(Face(6, "red") for _ in range(dice))
    rows = [RollRow(number, dict.fromkeys(range(players), faces)) for number in range(rolls_that_fit(box[3]), 0, -1)]
    recording = Recording(Look(text_size=size))
    paint_rolls(recording, box, rows, NAMES[:players])
    assert recording.faults(box) == []
    assert recording.words.count("18") == (players * len(rows) if dice == 3 else 0)
    assert "Round 1" in recording.words

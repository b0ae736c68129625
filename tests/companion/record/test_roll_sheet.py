"""The sheet of all rolls fits, with smaller dice if needed; painted without a window."""

import pytest

from companion.core.events import Face
from companion.core.text import say
from companion.drawing.theme import Look
from companion.record.history import Line
from companion.record.roll_sheet import RollRow, paint_rolls, roll_rows, rolls_that_fit, those_who_left
from tests.support.recorded_drawing import Recording

NAMES = ("Maximiliane-Jo", "Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friedericke-Lu")


@pytest.mark.parametrize("size", [1.0, 1.5])
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("dice", [1, 3])
def test_roll_sheet_fits(players, dice, size):
    box = (20, 20, 1000, 400)
    faces = tuple(Face(6, "red") for _ in range(dice))
    headings = [say("Round {n}", n=number) for number in range(rolls_that_fit(box[3]) - 1, 0, -1)]
    rows = [RollRow(each, dict.fromkeys(range(players), faces)) for each in (*headings, say("Who begins?"))]
    recording = Recording(Look(text_size=size))
    paint_rolls(recording, box, rows, NAMES[:players])
    assert recording.faults(box) == []
    assert recording.words.count("18") == (players * len(rows) if dice == 3 else 0)
    assert {"Round 1", "Who begins?"} <= {*recording.words}


def line(seat, value, session="", who=""):
    """A roll in the history, the newest first there."""
    number = say("Round {n}", n=1)
    return Line(0, "", seat, say("rolls"), "tray", has_picture=False, undone=False, faces=(Face(value),),
                heading=number, session=session, who=who)  # fmt: skip


def test_the_sheet_is_of_the_whole_evening_and_keeps_those_who_left():
    lines = [
        line(1, 6),
        line(0, 5),
        line(None, 4, "before", "Cy"),  # has left
        line(0, 3, "before", "Bo"),  # sat elsewhere
    ]
    rows = roll_rows(lines, 2)
    assert those_who_left(lines) == ("Cy",)
    assert [(row.session, {at: faces[0].value for at, faces in row.rolls.items()}) for row in rows] == [
        ("", {0: 5, 1: 6}),
        ("before", {0: 3, 2: 4}),
    ]
    recording = Recording(Look())
    paint_rolls(recording, (20, 20, 1000, 400), rows, ("Bo", "Ann"), ("Cy",))
    assert recording.faults((20, 20, 1000, 400)) == []
    assert recording.words.count("Round 1") == 2
    assert "Cy" in recording.words

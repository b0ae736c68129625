"""The picture of a result: what it says, and that it is whole; made without a window."""

import dataclasses

import pytest

from companion import i18n
from companion.core.events import Ended, Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.drawing.png import ZOOM, png
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import THEMES, Look, mark_colour
from companion.games import shelf
from companion.record.result_picture import HIGH, WIDE, cats_box, paint_end, paint_result
from companion.record.result_sheet import ResultSheet, SheetRow, result_sheet
from companion.record.session import Session
from companion.record.summary import summary_of
from companion.web.pages import UPRIGHT
from tests.support.recorded_drawing import Recording, overlapping

NAMES = ("Ann", "Bartholomaeus8", "\u9ebb\u7f8e", "Karl-Friedrich", "Maximiliane-Jo", "Friedericke-Lu")


def sheet(players, winners=1, stopped=False):
    """A result with a course that goes up and down."""
    places = [0] * players if stopped else [1] * winners + [2] * (players - winners)
    why = say("still holds K; 12 dice, 3.5 on average")
    rows = [SheetRow(place, seat, NAMES[seat], say("1 card"), why, seat) for seat, place in enumerate(places)]
    course = tuple(tuple((at * (seat + 3)) % 13 for seat in range(players)) for at in range(60))
    story = (say("It took {time}.", time="12 min"), say("Bo takes the lead for good in round 3: Ann gives up 4."))
    rounds = tuple((at * 10, at + 1) for at in range(6))
    return ResultSheet("Catch Up", "2026-11-26T20:00:00Z", tuple(rows), story, course, rounds, 30)


SHEETS = [
    *(sheet(players) for players in range(2, 7)),
    sheet(3, winners=2),
    sheet(4, winners=4),
    sheet(4, stopped=True),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_the_picture_is_whole_and_has_game_day_names_and_scores(game, theme, size):
    for each in SHEETS:
        recording = Recording(Look(THEMES[theme], size, i18n.translate))
        paint_result(recording, each, game, "2026-11-26")
        assert recording.faults((0, 0, WIDE, HIGH)) == []
        said = " ".join(recording.words)
        assert [len(text.laid.lines) for text in recording.texts if text.words == "Cat's Eye"] == [1]
        assert "  " not in said, "one space between sentences"
        assert all(
            part in said for part in (each.game, "2026-11-26", "1 card", "Cat's Eye", *(row.name for row in each.rows))
        )


@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "box", [(0, 0, 1240, 520), (0, 0, 760, 900), (0, 0, *UPRIGHT)], ids=["lying", "upright", "phone"]
)
def test_the_end_on_the_screen_is_whole_whoever_wins(theme, box, seat):
    each = sheet(6)
    rows = tuple(
        row if row.seat != seat else dataclasses.replace(row, place=1)
        for row in (dataclasses.replace(row, place=2) for row in each.rows)
    )
    recording = Recording(Look(THEMES[theme], 1.0, i18n.translate))
    paint_end(recording, box, dataclasses.replace(each, rows=rows))
    assert recording.faults(box, ground="panel") == []
    lines = {colour for points, colour in recording.lines if len(points) > 20}
    assert lines == {mark_colour(at) for at in range(6)}, "six players have their curve"
    assert max(recording.texts, key=lambda text: text.laid.size).words == NAMES[seat]


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_scale_of_rounds_is_whole_in_every_language(language):
    recording = Recording(Look(THEMES["dark"], 1.0, i18n.translator(language)))
    paint_end(recording, (0, 0, 1240, 520), sheet(3))
    assert recording.faults((0, 0, 1240, 520), ground="panel") == []
    assert i18n.translator(language)(say("Round")) in recording.words


def test_what_decided_is_read_whole_in_the_winners_place():
    why = say("best last roll of those who still held cards: 13; 63 dice, 3.5 on average")
    rows = [SheetRow(1, 0, "Ann", say("0 cards"), why, 0), SheetRow(2, 1, "Bo", say("0 cards"), say("out"), 1)]
    recording = Recording(Look(THEMES["dark"], 1.0, i18n.translate))
    paint_end(recording, (0, 0, 1240, 546), dataclasses.replace(sheet(2), rows=tuple(rows)))
    assert recording.faults((0, 0, 1240, 546), ground="panel") == []


def test_its_pixels_are_a_png_with_every_letter():
    def pixels(name):
        canvas = SvgCanvas(200, 60)
        canvas.text(name, (0, 0, 200, 60), 40)
        return png(canvas)

    picture = pixels("Ann")
    assert picture.startswith(b"\x89PNG")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (200 * ZOOM, 60 * ZOOM)
    assert len({picture, pixels("Bo"), pixels("★"), pixels("")}) == 4


@pytest.mark.parametrize("box", [(0, 0, 1240, 520), (0, 0, 760, 900)], ids=["lying", "upright"])
def test_confetti_falls_where_no_words_are(box):
    recording = Recording(Look(next(iter(THEMES.values())), 1.0, i18n.translate))
    paint_end(recording, box, sheet(4))
    x, y, width, height = cats_box(box)
    for words in recording.texts:
        left, low, wide, high = words.extent
        assert left + wide <= x or left >= x + width or low + high <= y or low >= y + height, words


def test_the_course_has_a_scale():
    recording = Recording(Look(next(iter(THEMES.values())), 1.0, i18n.translate))
    paint_end(recording, (0, 0, 1240, 520), sheet(2))
    assert {"0", "12", "Round"} <= set(recording.words)


def test_nobody_has_won_a_game_that_was_stopped(journal):
    game = shelf()["catch-up"]
    session = Session.begin(journal, game, Table(("Ann", "Bo")), game.options())
    session.submit(Rolled(0, (Face(6), Face(6), Face(6))))
    session.submit(Ended("it is late"))
    made = result_sheet(session, summary_of(session))
    assert [row.place for row in made.rows] == [0, 0]
    recording = Recording(Look(THEMES["dark"], 1.0, i18n.translate))
    paint_result(recording, made, game, "2026-11-26")
    assert "The game was stopped." in " ".join(recording.words)


def test_the_course_goes_below_zero():
    recording = Recording(Look(next(iter(THEMES.values())), 1.0, i18n.translate))
    falls = tuple((at, -at // 2) for at in range(11))
    paint_end(recording, (0, 0, 1240, 520), dataclasses.replace(sheet(2), course=falls, rounds=()))
    assert {"-5", "0", "10"} <= set(recording.words)
    rising, falling = (next(points for points, colour in recording.lines if colour == mark_colour(at)) for at in (0, 1))
    assert falling[0] == rising[0]
    assert falling[-1][1] < falling[0][1] < rising[-1][1]


def test_numbers_of_the_scale_do_not_touch():
    recording = Recording(Look(next(iter(THEMES.values())), 1.5, i18n.translate))
    falls = tuple((min(at * 2, 19), -1 if at else 0) for at in range(11))
    paint_end(recording, (0, 0, 1240, 520), dataclasses.replace(sheet(2), course=falls, rounds=()))
    assert {"19", "0"} <= set(recording.words)
    scale = [each.extent for each in recording.texts if each.words in {"19", "0", "-1"}]
    assert not list(overlapping(scale))

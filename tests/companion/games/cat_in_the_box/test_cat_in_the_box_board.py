"""What the board of Cat in the Box shows, painted without a screen."""

import pytest

from catseye.colours import suit
from companion import i18n
from companion.core.table import Table
from companion.drawing.geometry import inset
from companion.drawing.scene import Scene
from companion.drawing.theme import Look, mark_colour
from companion.games.cat_in_the_box import GAME
from companion.games.cat_in_the_box import view_model as shown
from companion.games.cat_in_the_box.board import ROWS, letter
from companion.games.cat_in_the_box.events import CardPlayed
from companion.games.cat_in_the_box.sheet import paint_sheet
from companion.views.seating import seating
from tests.companion.games.cat_in_the_box.simulated_games import LAST, PLAYING
from tests.companion.games.cat_in_the_box.test_cat_in_the_box_view_model import taken
from tests.support.recorded_drawing import Recording

BLUE = CardPlayed(0, 6, "blue")
CARD_INSET = 4
"""How far a card that opens over the board stays within it, in units."""
OUTER_GROUPS = {
    "red": [0, 0, None, None, None, None],
    "blue": [1, None, None, None, None, None],
    "yellow": [2, None, None, None, None, None],
    "green": [1, 1, 2, 2, 0, None],
}


def painted(**scene):
    recording = Recording()
    GAME.board(recording, seating(3, 1280, 800, 1).board, Scene(**scene))
    return recording


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_no_two_colours_have_the_same_letters(language):
    i18n.set_language(language)
    letters = [letter(Look(translate=i18n.translate), colour) for colour in ROWS]
    assert len(set(letters)) == len(ROWS)
    assert max(len(each) for each in letters) <= 2


def test_the_cell_to_which_a_button_box_has_stepped_is_framed():
    recording = painted(state=taken(PLAYING), pointed={0: BLUE})
    (framed,) = [box for box, colour in recording.frames if colour == "asked"]
    assert framed in [target.box for target in recording.targets.all if target.means == BLUE]


def test_a_card_that_was_changed_has_a_pencil():
    state = GAME.apply(taken(PLAYING), BLUE).state
    assert painted(state=state, corrected=frozenset({BLUE})).words.count("\u270e") == 1
    assert "\u270e" not in painted(state=state).words


def test_a_groups_outline_has_ink_beneath_its_colour():
    sides = [(points, colour) for points, colour in painted(state=taken(LAST)).lines if len(points) == 2]
    inked, coloured = sides[: len(sides) // 2], sides[len(sides) // 2 :]
    assert sides
    assert [points for points, _ in inked] == [points for points, _ in coloured]
    assert {colour for _, colour in inked} == {"ink"}
    assert {colour for _, colour in coloured} <= {mark_colour(seat) for seat in range(3)}


def test_a_card_over_the_board_covers_the_groups_outlines():
    left, low, wide, high = inset(seating(3, 1280, 800, 1).board, CARD_INSET)
    for points, width in painted(state=taken({**PLAYING, "tricks": [3, 0, 0], "board": OUTER_GROUPS})).strokes:
        assert all(left + width / 2 <= x <= left + wide - width / 2 for x, _ in points)
        assert all(low + width / 2 <= y <= low + high - width / 2 for _, y in points)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("size", [1.0, 1.5])
def test_a_round_on_the_sheet_stands_in_one_line_clear_of_its_points(language, size):
    i18n.set_language(language)
    recording = Recording(look=Look(translate=i18n.translate, text_size=size))
    paint_sheet(recording, (0, 0, 780, 560), shown.sheet(taken(LAST)))
    heads = [each for each in recording.texts if each.box[0] < 20]
    points = [each for each in recording.texts if each.words in {"6", "3"}]
    assert len(points) >= 4
    assert [len(head.laid.lines) for head in heads] == [1, 1]
    assert max(x + wide for x, _, wide, _ in (head.extent for head in heads)) + 8 <= min(
        each.extent[0] for each in points
    )


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("size", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("players", [2, 3])
def test_the_rows_names_have_one_size(language, size, players):
    i18n.set_language(language)
    recording = Recording(look=Look(translate=i18n.translate, text_size=size))
    state = taken(PLAYING) if players == 3 else GAME.start(Table(("Ann", "Bo")), GAME.options())
    GAME.board(recording, seating(players, 1280, 800, 1).board, Scene(state=state))
    names = {i18n.translate(suit(row)) for row in ROWS}
    written = {each.words: each.laid.size for each in recording.texts if each.words in names}
    assert set(written) == names
    assert len(set(written.values())) == 1


def test_round_and_trick_have_a_line_each():
    (heading,) = [each for each in painted(state=taken(PLAYING)).texts if each.words.startswith("Round")]
    assert [line.words for line in heading.laid.lines] == heading.words.split("\n")

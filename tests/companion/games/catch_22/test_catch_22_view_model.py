"""What the panel and the editor compute, without a screen."""

from dataclasses import replace

import pytest

from companion.core.events import IllegalEvent
from companion.core.table import Table
from companion.drawing.geometry import overlap
from companion.drawing.scene import Scene, Switches
from companion.games import shelf
from companion.games.catch_22 import view_model
from companion.games.catch_22.board import paint as paint_board
from companion.games.catch_22.board_files.default import default_board, default_grid
from companion.games.catch_22.board_files.edit import begun, state_of
from companion.games.catch_22.board_files.grid import Cell, blank
from companion.games.catch_22.board_files.layout import layout
from companion.games.catch_22.board_map import Board, Kind
from companion.games.catch_22.events import CubeRemoved, CubesPlaced, Moved, StarChosen, Switched
from companion.games.catch_22.state import free_plain
from companion.games.catch_22.tally import TALLY
from companion.views.seating import seating
from tests.support.recorded_drawing import Recording

BOARD_BOX = (0.0, 0.0, 900.0, 560.0)


def names(state, some):
    return state.board.ids(some)


def test_what_is_lit_in_each_phase(started, placing):
    assert names(started().state, view_model.choosable(started().state)) == ["0", "12", "18", "6"]
    state = placing([0, 12]).roll(0, 3).state
    assert names(state, view_model.choosable(state)) == ["21", "3"]
    state = placing([0, 12], cubes={"7": 1, "5": 0}).go(0, 2, 2).state
    assert names(state, view_model.choosable(state)) == ["5", "7"]
    state = placing([8, 17, 5], players=3).go(0, 2, 10).state
    assert names(state, view_model.choosable(state)) == ["17", "5"]
    state = placing([0, 12]).state
    assert view_model.choosable(state) == 0


def test_what_a_touch_means(started, placing):
    assert view_model.meaning(started().state, 6) == StarChosen(0, "6")
    assert view_model.meaning(placing([0, 12]).state, 5) == CubesPlaced(0, ("5",))
    assert view_model.meaning(placing([0, 12]).roll(0, 3).state, 9) == Moved(0, "9")
    assert view_model.meaning(placing([0, 12], cubes={"7": 1}).go(0, 2, 2).state, 7) == CubeRemoved(0, "7")
    switching = placing([8, 17, 17, 5], players=4).go(0, 2, 10).state
    assert view_model.meaning(switching, 5) == Switched(0, 3)
    assert view_model.meaning(switching, 17) is None
    over = placing([5, 13], tokens=[22, 0]).go(0, 1, 6).state
    assert view_model.meaning(over, 5) is None


def test_the_way_shown_is_one_that_is_legal(placing):
    table = placing([4, 13], tokens=[22, 0]).roll(0, 6)
    way = view_model.way_to(table.state, table.state.board.index["22"])
    assert [table.state.board.id(place) for place in way] == ["4", "3", "2", "1", "0", "23", "22"]
    assert view_model.way_to(table.state, table.state.board.index["7"]) == ()
    assert view_model.way_to(placing([4, 13]).state, 7) == ()


def test_pips_that_would_lead_somewhere(placing):
    state = placing([4, 12]).state
    pips = {state.board.id(place): numbers for place, numbers in view_model.pips_to(state).items()}
    assert pips["5"] == (1,)
    assert pips["16"] == (6,)
    assert "4" not in pips
    assert view_model.pips_to(placing([5, 13], tokens=[22, 0]).go(0, 1, 6).state) == {}


def test_cubes_that_may_be_dragged(placing):
    state = placing([0, 24], cubes={"4": 0}).state
    assert view_model.cubes_to_place(state) == (0, 4)
    assert "25" not in names(state, view_model.cube_squares(state)), "it would shut somebody in"
    assert view_model.cubes_to_place(placing([0, 24]).roll(0, 3).state) == (0, 0)


def test_ransoms_and_audit(placing):
    state = placing([4, 12], tokens=[0, 6], captured=[[0, 1], [0, 0]]).state
    assert view_model.ransoms(state) == ((0, 1, 6),)
    assert view_model.ransoms(placing([4, 12], captured=[[0, 1], [0, 0]], options={"ransom": "off"}).state) == ()
    lines, total = view_model.audit(state)
    assert [line.tokens for line in lines] == [0, 6, 22]
    assert total == 28


@pytest.mark.parametrize("box", [(0, 0, 900, 400), (10, 20, 300, 700), (5, 5, 200, 200)])
def test_the_board_fits_its_box_and_turns_where_that_makes_it_larger(box):
    shape = layout(default_board())
    fit = view_model.fitted(shape, box)
    for x, y in fit.centres:
        assert box[0] + fit.square / 2 <= x + 1e-6
        assert x + fit.square / 2 <= box[0] + box[2] + 1e-6
        assert box[1] + fit.square / 2 <= y + 1e-6
        assert y + fit.square / 2 <= box[1] + box[3] + 1e-6
    wide = max(x for x, _ in fit.centres) - min(x for x, _ in fit.centres)
    high = max(y for _, y in fit.centres) - min(y for _, y in fit.centres)
    assert (wide > high) == (box[2] >= box[3])


@pytest.mark.parametrize("box", [(0, 0, 900, 400), (10, 20, 300, 700)])
def test_rows_and_columns_are_named_beside_their_squares(box):
    board = default_board()
    fit = view_model.fitted(layout(board), box)
    assert view_model.has_coordinates(board)
    ups, acrosses = view_model.coordinates(board, fit)
    for square, (x, y) in zip(board.squares, fit.centres, strict=True):
        letter, digit = square.id[0], square.id[1:]
        column, row = (letter, digit) if letter in acrosses else (digit, letter)
        assert acrosses[column] == pytest.approx(x)
        assert ups[row] == pytest.approx(y)
    assert sorted("".join(name for name in (*ups, *acrosses) if name.isalpha())) == list("abcdefghijklmnopq")


def test_squares_with_other_names_have_no_rows_and_columns():
    board = default_board()
    named = tuple(replace(square, id=f"{place}") for place, square in enumerate(board.squares))
    assert not view_model.has_coordinates(Board(named, board.paths))
    unplaced = tuple(replace(square, x=None, y=None) for square in board.squares)
    assert not view_model.has_coordinates(Board(unplaced, board.paths))


def test_strokes_are_undone_one_by_one():
    edit = begun(None)
    star = Cell(Kind.STAR)
    edit = edit.begin_stroke().painted((3, 3), star).painted((4, 3), star)
    edit = edit.begin_stroke().painted((4, 3), star)
    edit = edit.begin_stroke().painted((4, 3), None)
    assert list(edit.grid.places()) == [(3, 3)]
    edit = edit.undone()
    assert list(edit.grid.places()) == [(3, 3), (4, 3)]
    edit = edit.undone()
    assert not list(edit.grid.places())
    assert edit.undone().grid == edit.grid


def test_a_board_laid_on_a_sheet_and_taken_off_again():
    edit = begun(default_grid(), frozenset({(0, 0)}))
    assert edit.grid.trimmed() == default_grid()
    (hint,) = edit.hints
    assert edit.grid.cell(hint) == default_grid().cell((0, 0))
    assert not edit.painted(hint, None).hints
    assert blank(4, 4).trimmed() == blank(1, 1)


def test_painting_blue_takes_links_away():
    grid = default_grid()
    joined = type(grid)(grid.name, grid.rows, frozenset({((0, 0), (4, 1))}), frozenset({((0, 0), (1, 0))}))
    assert joined.on_canvas(30, 30).trimmed() == joined
    bare = joined.painted((0, 0), None)
    assert not bare.joined
    assert not bare.parted


def test_the_live_check_says_what_is_missing():
    good, words = state_of(default_grid())
    assert (good, str(words)) == (True, "105 squares, 4/4 stars, 14/14 jackpots, 28 tokens")
    good, words = state_of(blank(3, 3).painted((0, 0), Cell(Kind.STAR)))
    assert not good
    assert "there must be 4 stars, not 1 (a1)" in str(words)
    assert "nothing is painted yet" in str(state_of(blank(3, 3))[1])


@pytest.mark.parametrize(
    ("pawns", "cubes", "kept"),
    [((0, 25), {}, set()), ((0, 5), {"4": 0}, {"7", "11"}), ((0, 25), {"4": 0}, {"27", "28"}), ((3, 13), {}, set())],
)
def test_cubes_that_leave_every_roll_a_way(placing, pawns, cubes, kept):
    def table():
        return placing(pawns, cubes=cubes, options={"block_rule": "every-roll"})

    state = table().state
    lit = set(names(state, view_model.cube_squares(state)))
    assert lit
    assert not lit & kept
    for square in names(state, free_plain(state)):
        if square in lit:
            table().cubes(0, square)
        else:
            with pytest.raises(IllegalEvent, match="must leave Blue"):
                table().cubes(0, square)


def test_one_token_is_one_token(placing):
    state = placing([0, 12]).state._replace(tokens=(1, 0))
    assert [str(view_model.figures(state, seat)[0].label) for seat in (0, 1)] == ["token", "tokens"]


def test_captives_are_counted_beside_their_captor(placing):
    state = placing([4, 12], captured=[[0, 2], [0, 0]]).state
    ann, bo = ([(str(each.label), each.value) for each in view_model.figures(state, seat)] for seat in (0, 1))
    assert ann[2:] == [("captives", "2")]
    assert bo[2:] == []


def test_a_result_names_captives_that_are_still_held_and_stars_that_won(placing):
    table = placing([0, 12], captured=[[0, 1], [0, 0]], tokens=[22, 1])
    assert [str(TALLY.why(table.state, seat)) for seat in (0, 1)] == [
        "holds 1 captured cube",  # on a star with enough tokens, but not entered since
        "holds no captured cube",
    ]
    assert str(TALLY.why(table.ransom(0, 1, 1).state, 0)) == "holds no captured cube"
    won = table.roll(0, 6)
    won.move(0, next(name for name in names(won.state, won.state.destinations) if name in {"6", "18"}))
    assert [str(TALLY.why(won.state, seat)) for seat in (0, 1)] == ["reached a star", "holds no captured cube"]


def test_the_numbers_that_lead_to_each_square_are_shown_by_a_button_that_says_so(placing):
    state = placing([0, 12]).state
    plain, switched = Recording(), Recording()
    paint_board(plain, BOARD_BOX, Scene(state))
    (switch,) = {target.means for target in plain.targets.all if isinstance(target.means, Switches)}
    paint_board(switched, BOARD_BOX, Scene(state, picked=frozenset({switch})))
    assert "Where to?" in plain.words
    assert not any("1 to 6" in words for words in plain.words)
    tags = sorted(str(number) for pips in view_model.pips_to(state).values() for number in pips)
    assert len(tags) > 6
    assert len(switched.words) == len(plain.words) + len(view_model.pips_to(state))


@pytest.mark.parametrize("players", range(2, 7))
def test_nothing_on_a_square_covers_the_letter_of_its_column(players):
    game = shelf()["catch-22"]
    _, _, wide, high = seating(players, 1280, 800, 1, game.depths).board
    table = Table(("Ann", "Bo", "Cyril", "Dot", "Eli", "Fay")[:players])
    state = game.start(table, game.options())
    star = next(ask.choices[0].event for ask in game.asks(state))
    lit = Recording()
    game.board(lit, (0, 0, wide, high), Scene(state, (0,), {0: replace(star, square="i9")}))
    letters = [each for each in lit.texts if each.words in "abcdefghijklmnopq"]
    assert len(letters) == 17
    frames = [frame for frame, _ in lit.frames]
    assert frames
    assert not [(each.words, frame) for each in letters for frame in frames if overlap(each.extent, frame)]
    for seat in range(players):
        state = game.apply(state, replace(star, seat=seat, square="i9")).state
    taken = Recording()
    game.board(taken, (0, 0, wide, high), Scene(state, (0,)))
    there = next(each.extent for each in taken.texts if each.words == "i")
    assert not [box for box, _ in taken.grounds if overlap(there, box) and max(box[2:]) < 100]

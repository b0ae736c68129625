"""Boards as data: what is sound, what is not and how that is said."""

import json

import pytest

from companion.core.game import BadOption
from companion.core.table import Table
from companion.drawing.geometry import overlap
from companion.drawing.scene import Scene
from companion.drawing.theme import Look
from companion.games.catch_22 import GAME
from companion.games.catch_22.board import board_box, fit_of, paint
from companion.games.catch_22.board_checks import BadBoard, problems, read_board
from companion.games.catch_22.board_files.default import default_board, default_grid
from companion.games.catch_22.board_map import to_plain
from companion.games.catch_22.options import Catch22Options
from companion.record import codec
from tests.support.recorded_drawing import Recording


def bad(board, *words, strict=False):
    with pytest.raises(BadBoard) as wrong:
        read_board(board, strict_counts=strict)
    found = tuple(str(problem) for problem in wrong.value.problems)
    said = "\n".join(found)
    for word in words:
        assert word in said
    with pytest.raises(BadOption, match="board"):
        codec.options_from_plain(GAME, {"board": board, "strict_counts": strict})
    return found


@pytest.mark.parametrize("size", [1.0, 1.5])
def test_names_of_columns_lie_on_no_square(size):
    """Six seats leave the board no room to spare below it."""
    state = GAME.start(Table(("Ann", "Bo")), GAME.options())
    drawn, box = Recording(Look(text_size=size)), (0, 0, 1012, 532)
    paint(drawn, box, Scene(state))
    fit = fit_of(state.board, board_box(box))
    squares = [(x - fit.square / 2, y - fit.square / 2, fit.square, fit.square) for x, y in fit.centres]
    letters = [text for text in drawn.texts if text.words in list("abcdefghijklmnopq")]
    assert len(letters) == 17
    assert not [text.words for text in letters for square in squares if overlap(text.extent, square)]


def test_our_own_board_is_sound_and_the_default():
    assert problems(default_board()) == []
    assert Catch22Options().plan == default_board()
    assert default_board().total == 28
    assert default_board().stars.bit_count() == 4
    assert len(default_board().jackpots) == 14


def test_our_own_stars_are_on_the_outside():
    grid = default_grid()
    stars = [place for place in grid.places() if grid.cell(place).kind == "star"]
    edge = {0, grid.width - 1}, {0, grid.height - 1}
    assert all(column in edge[0] or row in edge[1] for column, row in stars)


def test_a_board_is_the_same_after_writing_and_reading(t1):
    for board in (default_board(), read_board(t1(), strict_counts=False)):
        again = json.loads(json.dumps(to_plain(board)))
        assert read_board(again, strict_counts=False) == board


def test_options_go_through_the_journal(t1):
    options = codec.options_from_plain(GAME, {"board": t1(), "strict_counts": False, "target": 10})
    written = json.loads(json.dumps(codec.options_to_plain(options)))
    assert codec.options_from_plain(GAME, written) == options


@pytest.mark.parametrize("board", [[], "board", 3, True, {}, {"squares": []}, {"squares": {}, "paths": []}])
def test_what_is_no_board_at_all(board):
    with pytest.raises(BadBoard):
        read_board(board, strict_counts=False)
    with pytest.raises(BadOption):
        codec.options_from_plain(GAME, {"board": board})


def test_counts_are_strict_unless_given(t1):
    found = bad(t1(), "there must be 14 jackpots, not 5", strict=True)
    assert len(found) == 1
    read_board(t1(), strict_counts=False)
    nothing = {"squares": [{"id": "a", "kind": "star"}, {"id": "b", "kind": "plain"}], "paths": [["a", "b"]]}
    read_board(nothing, strict_counts=False)


def test_no_star(t1):
    board = t1()
    for square in board["squares"]:
        if square["kind"] == "star":
            square["kind"] = "plain"
    bad(board, "there is no star")
    bad(board, "there must be 4 stars, not 0", strict=True)


def test_islands_and_lonely_squares(t1):
    board = t1()
    board["squares"] += [{"id": name, "kind": "plain"} for name in ("x", "y", "z")]
    board["paths"].append(["x", "y"])
    assert bad(board) == ("square 'z' has no neighbour", "2 squares are cut off from the rest (x, y)")
    bad({"squares": [{"id": "only", "kind": "star"}], "paths": []}, "has no neighbour")


def test_ids_and_paths_once_only(t1):
    board = t1()
    board["squares"].append({"id": "7", "kind": "plain"})
    bad(board, "square '7' is there 2 times")
    for link in (["0", "1"], ["1", "0"]):
        board = t1()
        board["paths"].append(link)
        bad(board, "is there twice")


def test_nonsense_paths(t1):
    board = t1()
    board["paths"] += [["5", "5"], ["5", "77"], ["5"], ["5", "6", "7"], [5, 6], "56", None]
    found = bad(board, "from '5' to itself", "leads to '77', which is no square")
    assert sum("must name two squares" in one for one in found) == 5


@pytest.mark.parametrize(
    ("square", "word"),
    [
        ({"id": "q", "kind": "lava"}, "one of the kinds"),
        ({"id": "q"}, "one of the kinds"),
        ({"id": "q", "kind": 3}, "one of the kinds"),
        ({"id": 7, "kind": "plain"}, '"id"'),
        ({"kind": "plain"}, '"id"'),
        ("q", "must be an object"),
        (None, "must be an object"),
        ({"id": "q", "kind": "plain", "tokens": 3}, "no jackpot"),
        ({"id": "q", "kind": "jackpot"}, "whole number from 1"),
        ({"id": "q", "kind": "jackpot", "tokens": 0}, "whole number from 1"),
        ({"id": "q", "kind": "jackpot", "tokens": True}, "whole number from 1"),
        ({"id": "q", "kind": "jackpot", "tokens": "3"}, "whole number from 1"),
        ({"id": "q", "kind": "jackpot", "tokens": 2.0}, "whole number from 1"),
        ({"id": "q", "kind": "plain", "x": "0"}, "x must be a number"),
        ({"id": "q", "kind": "plain", "y": True}, "y must be a number"),
        ({"id": "q", "kind": "plain", "colour": "blue"}, "unknown field 'colour'"),
    ],
)
def test_bad_squares(t1, square, word):
    board = t1()
    board["squares"].append(square)
    board["paths"].append(["0", "q"])
    bad(board, word)


def test_an_unknown_part_of_a_board(t1):
    bad({**t1(), "walls": []}, "no 'walls'")


def test_ten_thousand_squares_are_refused_at_once():
    squares = [{"id": str(number), "kind": "plain"} for number in range(10_000)]
    paths = [[str(number), str(number + 1)] for number in range(9_999)]
    assert bad({"squares": squares, "paths": paths}) == ("10000 squares are too many: at most 1000",)


def test_tokens_that_could_not_be_written_down_together_are_refused():
    squares = [{"id": "a", "kind": "star"}] + [{"id": i, "kind": "jackpot", "tokens": 2**52} for i in "bc"]
    board = {"squares": squares, "paths": [["a", "b"], ["b", "c"]]}
    assert bad(board) == (f"all jackpots together hold more than {2**53 - 1} tokens",)
    squares[1]["tokens"] -= 1
    assert read_board(board, strict_counts=False).total == 2**53 - 1


def test_a_long_list_of_mistakes_is_reported_shortly(t1):
    board = t1()
    board["paths"] += [["0", f"n{number}"] for number in range(500)]
    with pytest.raises(BadOption) as wrong:
        Catch22Options(board=board, strict_counts=False)
    assert "and 492 more" in str(wrong.value)
    assert len(str(wrong.value)) < 2000


def test_a_poor_board_is_a_warning_only(t1):
    table = Table(("Red", "Blue"))
    options = Catch22Options(board=t1(), strict_counts=False)
    assert options.remarks(table) == ()
    poor = Catch22Options(board=t1(), strict_counts=False, target=29)
    (note,) = poor.remarks(table)
    assert "28 tokens" in str(note.text)
    assert note.rule == "R1.3"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0),
        ("target", "22"),
        ("target", True),
        ("target", 2.5),
        ("strict_counts", 1),
        ("strict_counts", "no"),
        ("reverse", "sometimes"),
        ("reverse", True),
        ("pass_pawns", "yes"),
        ("no_path", "skip"),
        ("cubes_before", "never"),
        ("empty_jackpot", ""),
        ("steal_on_bonus", 1),
        ("several_pawns", "some"),
        ("stars_safe", 0),
        ("switch_wins", "true"),
        ("switch_protected", []),
        ("remove", "no"),
        ("ransom", "sometimes"),
        ("walls", True),
    ],
)
def test_unknown_options_and_values(name, value):
    with pytest.raises(BadOption) as wrong:
        codec.options_from_plain(GAME, {name: value})
    assert wrong.value.name == name


@pytest.mark.parametrize("name", ["board", "target", "block_rule"])
def test_an_option_that_is_null_is_left_out(name):
    assert codec.options_from_plain(GAME, {name: None}) == Catch22Options()


def test_the_first_value_named_is_the_default():
    options = Catch22Options()
    assert (options.target, options.strict_counts, options.reverse, options.pass_pawns) == (22, True, "never", True)
    assert (options.no_path, options.block_rule, options.cubes_before) == ("forfeit", "one-step", "first-roll")
    assert (options.empty_jackpot, options.steal_on_bonus, options.several_pawns) == ("roll-again", "turn-over", "all")
    assert (options.stars_safe, options.switch_wins, options.switch_protected) == (False, False, False)
    assert (options.remove, options.ransom) == ("optional", "any-time")

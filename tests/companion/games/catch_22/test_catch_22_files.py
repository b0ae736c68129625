"""Board files, their pictures, and the commands about them."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from companion.games.catch_22.board_checks import BadBoard, problems, read_board
from companion.games.catch_22.board_files import toml_format
from companion.games.catch_22.board_files.default import default_board, default_grid
from companion.games.catch_22.board_files.grid import Cell, Grid, blank, board_of, grid_of, name_of, pair, place_of
from companion.games.catch_22.board_files.layout import layout
from companion.games.catch_22.board_files.library import boards_in, save
from companion.games.catch_22.board_files.render import BLUE, YELLOW, draw
from companion.games.catch_22.board_files.toml_format import read_text, write_text
from companion.games.catch_22.board_map import Kind, to_plain
from companion.games.catch_22.board_scan.scan import Scan
from companion.games.catch_22.cli import NAME, app

SOUND = '''
name = "Small"
map = """
*  .  5
-  -  R
S  x  .
"""
join = ["a1 a3"]
part = ["b3 c3"]
'''

CELLS = st.one_of(
    st.none(),
    st.builds(Cell, st.sampled_from([kind for kind in Kind if kind is not Kind.JACKPOT]), st.just(0)),
    st.builds(Cell, st.just(Kind.JACKPOT), st.integers(1, 999)),
)


@st.composite
def grids(draw):
    width, height = draw(st.integers(1, 30)), draw(st.integers(1, 8))
    rows = tuple(tuple(draw(CELLS) for _ in range(width)) for _ in range(height))
    grid = Grid(draw(st.text(st.characters(codec="utf-8"), max_size=20)), rows)
    places = list(grid.places())
    joined, parted = set(), set()
    if len(places) > 1:
        for _ in range(draw(st.integers(0, 4))):
            one, other = draw(st.sampled_from(places)), draw(st.sampled_from(places))
            if one != other:
                touch = abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
                (parted if touch else joined).add(pair(one, other))
    return Grid(grid.name, rows, frozenset(joined), frozenset(parted))


def wrong(text, *words):
    with pytest.raises(BadBoard) as found:
        read_text(text)
    problems = tuple(str(problem) for problem in found.value.problems)
    said = "\n".join(problems)
    for word in words:
        assert word in said, said
    return problems


def test_a_map_says_what_stands_where():
    grid = read_text(SOUND)
    board = board_of(grid)
    assert grid.name == "Small"
    assert [square.id for square in board.squares] == ["a1", "b1", "c1", "c2", "a3", "b3", "c3"]
    assert board.squares[2].kind is Kind.JACKPOT
    assert board.squares[2].tokens == 5
    named = {frozenset((board.id(one), board.id(other))) for one, other in board.paths}
    assert named == {frozenset(link.split()) for link in ("a1 b1", "b1 c1", "c1 c2", "c2 c3", "a3 b3", "a1 a3")}


@settings(max_examples=150, deadline=None)
@given(grids())
def test_what_is_written_is_read_again(grid):
    again = read_text(write_text(grid))
    assert (again.rows, again.joined, again.parted) == (grid.rows, grid.joined, grid.parted)
    assert again.name == "".join(letter if letter.isprintable() else " " for letter in grid.name)


@settings(max_examples=100, deadline=None)
@given(grids())
def test_a_board_of_a_grid_becomes_that_grid_again(grid):
    again = grid_of(board_of(grid))
    if again is not None:
        assert board_of(again) == board_of(grid)
    else:
        assert not list(grid.places())


def test_names_of_places():
    assert [name_of((column, 0)) for column in (0, 25, 26, 51, 52, 701, 702)] == [
        "a1",
        "z1",
        "aa1",
        "az1",
        "ba1",
        "zz1",
        "aaa1",
    ]
    for place in ((0, 0), (25, 11), (26, 3), (702, 99)):
        assert place_of(name_of(place)) == place
    for nonsense in ("", "a", "7", "a0", "A1", "a01", "aaaa1", "a1b", "ä1", "a\u0661"):
        assert place_of(nonsense) is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("map = ", "not a board file"),
        ("hello", "not a board file"),
        ('name = "x"', '"map" is missing'),
        ("map = 3", '"map" is missing'),
        ('map = "* ."\nname = ' + "9" * 5000, "too many digits"),
        ('map = ""', '"map" is missing'),
        ('name = 3\nmap = "* ."', '"name" must be a text'),
        ('map = "* ."\nwalls = []', "no 'walls'"),
        ('map = """\n* .\n. ?\n"""', "line 3, square b2: '?' is no sign"),
        ('name = "x"\nmap = """\n* 0\n"""', "line 3, square b1: a jackpot holds 1 to 999 tokens"),
        ('map = """\n* 1000\n"""', "1 to 999"),
        ('map = """\n* .\n\n. .\n"""', "line 3: an empty row"),
        ('map = "* . ."\njoin = "a1 c1"', '"join" must be a list'),
        ('map = "* . ."\njoin = ["a1"]', "no pair of squares"),
        ('map = "* . ."\njoin = ["a1 a1"]', "no pair of squares"),
        ('map = "* . ."\njoin = ["a1 b1"]', "joined already"),
        ('map = "* . ."\njoin = ["a1 c1", "c1 a1"]', "is there twice"),
        ('map = "* - ."\njoin = ["a1 b1"]', "b1 is blue"),
        ('map = "* . ."\njoin = ["a1 z9"]', "z9 is blue"),
        ('map = "* . ."\npart = ["a1 c1"]', "not side by side"),
        ('map = "* . ."\npart = [7]', "no pair of squares"),
    ],
)
def test_mistakes_in_a_map_are_reported_with_their_place(text, word):
    wrong(text, word)


def test_the_example_in_the_manual_is_a_board_file():
    manual = (Path(toml_format.__file__).parent / "BOARDS.md").read_text(encoding="utf-8")
    grid = read_text(manual.split("```toml\n")[1].split("```")[0])
    assert (grid.width, grid.height) == (5, 3)
    assert len(grid.joined) == len(grid.parted) == 1


def test_all_mistakes_at_once():
    assert len(wrong('map = """\n? .\n! 0\n"""\nwalls = 1')) == 4


def test_a_huge_map_is_refused_at_once():
    wrong('map = """\n' + (". " * 500 + "\n") * 500 + '"""', "too large")
    text = "[" * 5000
    wrong(f"map = {text}", "")


def test_layout_keeps_what_was_drawn_and_spreads_what_was_not(t1):
    drawn = layout(default_board())
    steps = {round(x - drawn.centres[0][0], 6) for x, _ in drawn.centres}
    assert steps <= {float(step) for step in range(-20, 20)}
    board = read_board(t1(), strict_counts=False)
    found = layout(board)
    assert len(set(found.centres)) == 29
    for one, (x, y) in enumerate(found.centres):
        assert 0 < x < found.width
        assert 0 < y < found.height
        for other in range(one):
            ox, oy = found.centres[other]
            assert max(abs(x - ox), abs(y - oy)) >= found.square
    far = max(
        abs(found.centres[a][0] - found.centres[b][0]) + abs(found.centres[a][1] - found.centres[b][1])
        for a, b in board.paths
    )
    assert far < 4 * found.square, "paths stay short"


def test_the_picture_shows_yellow_where_squares_are():
    grid = default_grid()
    image = draw(default_board(), 40, names=False)
    shape = layout(default_board())
    scale = image.shape[1] / shape.width
    for square, (x, y) in zip(default_board().squares, shape.centres, strict=True):
        rim = image[round(y * scale), round((x - 0.44 * shape.square) * scale)]
        assert abs(rim.astype(int) - YELLOW).max() < 30, square.id
    assert abs(image[2, 2].astype(int) - BLUE).max() < 10
    assert grid.width == 17


@pytest.fixture(name="run")
def _run(tmp_path):
    def run(*words):
        return CliRunner().invoke(app, [str(word) for word in words])

    return run


@pytest.fixture(name="board_file")
def _board_file(tmp_path):
    path = tmp_path / "four gates.toml"
    path.write_text(write_text(default_grid()), encoding="utf-8")
    return path


def test_check_tells_a_sound_board(run, board_file):
    assert NAME == "board"
    result = run("check", board_file)
    assert result.exit_code == 0
    assert "a sound board" in result.output
    assert "14 jackpots" in result.output
    assert "28 tokens" in result.output


def test_check_tells_everything_that_is_wrong_and_where(run, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('map = """\n* . 3\n- - -\n. - 2\n"""\n', encoding="utf-8")
    result = run("check", path)
    assert result.exit_code == 1
    for word in (
        "there must be 4 stars, not 1 (a1)",
        "not 2 (c1, c3)",
        "'a3' has no neighbour",
        "'c3' has no neighbour",
    ):
        assert word in result.output
    path.write_text('map = "* . 3"', encoding="utf-8")
    loose = run("check", path, "--loose")
    assert loose.exit_code == 0
    assert "nobody can have 22" in loose.output


def test_check_reads_the_protocols_json_too(run, tmp_path, t1):
    path = tmp_path / "t1.json"
    path.write_text(json.dumps(t1()), encoding="utf-8")
    assert run("check", path, "--loose").exit_code == 0
    assert run("check", path).exit_code == 1
    path.write_text('{"squares": []', encoding="utf-8")
    assert "not JSON" in run("check", path).output
    path.write_text("[" * 100_000, encoding="utf-8")
    assert run("check", path).exit_code == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"\x89PNG\r\n", b"x" * (2 << 20)])
def test_check_of_what_is_no_board_file(run, tmp_path, content):
    path = tmp_path / "what"
    path.write_bytes(content)
    result = run("check", path)
    assert result.exit_code == 1
    assert "put right" in result.output
    assert run("check", tmp_path / "nowhere").exit_code == 1


def test_draw_writes_a_picture(run, board_file, tmp_path):
    out = tmp_path / "board.png"
    result = run("draw", board_file, out, "--square", "30")
    assert result.exit_code == 0
    image = cv2.imread(str(out))
    assert image.shape[1] > 17 * 30
    assert run("draw", board_file, tmp_path / "board.xyz").exit_code == 1
    assert run("draw", board_file, tmp_path / "no" / "board.png").exit_code == 1


def test_scan_of_a_drawing_gives_the_board_back(run, board_file, tmp_path):
    picture, out, flat = tmp_path / "board.png", tmp_path / "draft.toml", tmp_path / "flat.png"
    run("draw", board_file, picture, "--square", "60")
    high, wide = cv2.imread(str(picture)).shape[:2]
    result = run("scan", picture, out, "--corners", f"0,0 {wide},0 {wide},{high} 0,{high}", "--flat", flat)
    assert result.exit_code == 0, result.output
    found = read_text(out.read_text(encoding="utf-8"))
    assert set(found.places()) == set(default_grid().places())
    assert flat.exists()
    assert run("scan", picture, "--corners", "1,2").exit_code == 2
    assert run("scan", board_file).exit_code == 1


@pytest.fixture(name="draft")
def _draft(monkeypatch):
    """Every photograph is one of the small board."""
    found = Scan(read_text(SOUND), (), (), None, 1.0, ())
    monkeypatch.setattr("companion.games.catch_22.board_scan.image_files.read_picture", lambda _: None)
    monkeypatch.setattr("companion.games.catch_22.board_scan.scan.scan", lambda *_: found)


@pytest.mark.parametrize("out", ["/dev/null/draft.toml", "/"])
def test_a_draft_that_cannot_be_written_is_reported(run, draft, out):
    result = run("scan", "photo.jpg", out)
    assert result.exit_code == 2
    assert f"{out}: the draft cannot be written: " in result.output
    assert isinstance(result.exception, SystemExit)


def test_boards_of_other_names_are_not_written_over(tmp_path):
    grid = read_text(SOUND)
    names = ["Kitchen 1", "Kitchen-1", "kitchen 1", "Kit\tchen", ""]
    paths = [save(tmp_path, replace(grid, name=name)) for name in names]
    assert [path.name for path in paths] == [
        "kitchen-1.toml",
        "kitchen-1-2.toml",
        "kitchen-1-3.toml",
        "kit-chen.toml",
        "board.toml",
    ]
    assert [save(tmp_path, replace(grid.painted((0, 0), None), name=name)) for name in names] == paths
    assert len(boards_in(tmp_path)) == 5
    assert all(board.grid.cell((0, 0)) is None for board in boards_in(tmp_path))


def test_what_is_no_board_is_not_written_over_and_hides_no_board(tmp_path):
    spoiled = tmp_path / "small.toml"
    spoiled.write_text('map = "* ."\nname = ' + "9" * 5000, encoding="utf-8")
    path = save(tmp_path, read_text(SOUND))
    assert path.name == "small-2.toml"
    assert "9" * 5000 in spoiled.read_text(encoding="utf-8")
    assert [board.path for board in boards_in(tmp_path)] == [path]


def test_the_default_board_is_its_own_grid():
    assert grid_of(default_board(), "Four gates") == default_grid()
    assert problems(default_board()) == []
    assert len(to_plain(default_board())["squares"]) == len(list(default_grid().places()))
    assert not list(blank(3, 2).places())


def test_painting_grows_the_grid():
    grid = blank(2, 1).painted((3, 2), Cell(Kind.STAR))
    assert (grid.width, grid.height) == (4, 3)
    assert list(grid.places()) == [(3, 2)]
    assert grid.painted((3, 2), None).cell((3, 2)) is None
    assert grid.cell((9, 9)) is None

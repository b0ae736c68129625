"""CATCH 22 on the screen, by touch alone."""

import pytest
from kivy.metrics import dp

from companion.core.events import Ended, Face, Rolled
from companion.drawing.scene import Scene
from companion.games.catch_22.board import COUNT, SUPPLY, WHERE, board_box, fit_of, paint
from companion.games.catch_22.board import PLACE as PLACING
from companion.games.catch_22.board import RANSOM as RANSOMING
from companion.games.catch_22.board_checks import read_board
from companion.games.catch_22.board_files.choices import OURS, board_name
from companion.games.catch_22.board_files.default import default_board, default_grid
from companion.games.catch_22.board_files.library import boards_in
from companion.games.catch_22.board_map import to_plain
from companion.games.catch_22.events import CubeRansomed, CubeRemoved, CubesPlaced, Moved, StarChosen, Switched
from companion.record.history import history
from companion.referee.signals import TrayMoved
from companion.ui.drawing import canvas
from companion.ui.widgets.refusal_note import Toast
from tests.support.recorded_drawing import Recording
from tests.support.written_words import paint as paint_now
from tests.support.written_words import written

__all__ = ["written"]

PLACE = {"phase": "place", "turn": 0, "pawns": ["e3", "i9"]}


@pytest.fixture(name="board")
def _board(driver):
    """The shown panel with fingers for it."""

    class Board:
        def __init__(self):
            self.shown = driver()
            self.panel = self.shown.app.screen.panel

        def spot(self, name):
            x, y = fit(self.panel).centres[self.panel.session.state.board.index[name]]
            return self.panel.to_window(dp(x), dp(y))

        def tap(self, name, dx=0, dy=0):
            x, y = self.spot(name)
            self.shown.tap(x + dx, y + dy)

        def drag(self, start, *ends):
            from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

            touch = UnitTestTouch(*start)
            touch.touch_down()
            self.shown.frames(1)
            for end in ends:
                touch.touch_move(*end)
                self.shown.frames(1)
            touch.touch_up()
            self.shown.frames(2)

    return Board


def fit(panel):
    return fit_of(panel.session.state.board, board_box(panel.units))


def events(controller):
    return [entry.event for entry in controller.session.entries]


def test_a_star_is_chosen_on_the_board(begin, board):
    controller = begin(2)
    table = board()
    table.tap("a5")
    table.tap("a5")
    assert events(controller) == [StarChosen(0, "a5"), StarChosen(1, "a5")]


@pytest.mark.parametrize(("players", "least"), [(2, 9.0), (3, 9.0), (4, 9.0), (5, 8.0), (6, 8.0)])
def test_squares_are_as_far_apart_as_fingers_need(begin, driver, players, least):
    """In millimetres on ten inches. Where five or six sit, the nearest lit square counts."""
    begin(players)
    for size in ((1280, 800), (1920, 1200)):
        centres = fit(driver(size).app.screen.panel).centres
        first = centres[0]
        apart = min(max(abs(x - first[0]), abs(y - first[1])) for x, y in centres[1:])
        assert apart >= least / 9 * 56 - 0.5


def test_a_tap_near_a_lit_square_is_enough_to_move_there(begin, board):
    controller = begin(facts={**PLACE, "phase": "move", "rolled": 2})
    table = board()
    table.tap("e5", dx=14, dy=-12)
    assert events(controller) == [Moved(0, "e5")]


@pytest.mark.parametrize("players", [5, 6])
def test_where_squares_are_small_a_finger_over_another_square_means_the_nearest_lit_one(begin, board, players):
    """A finger may be half of its 9 mm off: then it is over the next square, which is not lit."""
    pawns = ["e3", "i9", "a1", "q1", "a9", "q9"][:players]
    controller = begin(players, facts={"phase": "move", "turn": 0, "pawns": pawns, "rolled": 2})
    table = board()
    state, centres, off = controller.session.state, fit(table.panel).centres, 31
    lit = [place for place in range(len(centres)) if state.destinations >> place & 1]
    assert len(lit) > 2
    for place in lit:
        x, y = centres[place]
        for dx, dy in ((off, 0), (-off, 0), (0, off), (0, -off)):
            at = (x + dx, y + dy)
            nearest = min(lit, key=lambda other: (centres[other][0] - at[0]) ** 2 + (centres[other][1] - at[1]) ** 2)
            assert table.panel.targets.at(at).means == Moved(0, state.board.id(nearest))
    table.tap("e5", dx=off)
    assert events(controller) == [Moved(0, "e5")]


def test_the_pawn_is_dragged_to_its_destination(begin, board):
    controller = begin(facts={**PLACE, "phase": "move", "rolled": 2})
    table = board()
    table.drag(table.spot("e3"), table.spot("e4"), table.spot("e5"))
    assert events(controller) == [Moved(0, "e5")]


def test_touching_the_pawn_alone_says_nothing(begin, board):
    controller = begin(facts={**PLACE, "phase": "move", "rolled": 6})
    board().tap("e3")
    assert events(controller) == []
    assert list(board().shown.all(Toast)) == []


def test_a_square_out_of_reach_is_refused_beside_the_finger(begin, board):
    controller = begin(facts={**PLACE, "phase": "move", "rolled": 2})
    table = board()
    table.tap("q9")
    assert events(controller) == []
    toast = next(table.shown.all(Toast))
    assert "cannot reach jackpot q9 with 2" in toast.words
    assert "(R4.2)" in toast.words


def test_cubes_are_dragged_from_the_hand_one_by_one(begin, board):
    controller = begin(facts=PLACE)
    table = board()
    table.drag(table.shown.place_of(SUPPLY), table.spot("f5"), table.spot("f3"))
    table.drag(table.shown.place_of(SUPPLY), table.spot("h3"))
    assert events(controller) == [CubesPlaced(0, ("f3",)), CubesPlaced(0, ("h3",))]
    assert controller.session.state.supply[0] == 3


def test_a_cube_let_go_beside_the_board_goes_back_and_on_a_jackpot_is_refused(begin, board):
    controller = begin(facts=PLACE)
    table = board()
    table.drag(table.shown.place_of(SUPPLY), (5, 5))
    table.drag(table.shown.place_of(SUPPLY), table.spot("d5"))
    assert events(controller) == []
    assert "(R3.3)" in next(table.shown.all(Toast)).words


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
def test_why_a_cube_is_refused_is_said_whole(begin, board, language):
    begin(3, facts={"phase": "place", "turn": 0, "pawns": ["e3", "i9", "i1"]})
    table = board()
    table.shown.app.appearance.set_language(language)
    table = board()
    table.drag(table.shown.place_of(SUPPLY), table.spot("d5"))
    toast = next(table.shown.all(Toast))
    assert canvas.fits(toast.words, toast.width - dp(28), toast.height - dp(2))
    table.shown.app.appearance.set_language("")


def test_cubes_are_picked_and_placed_together(begin, board):
    controller = begin(facts=PLACE)
    table = board()
    for name in ("f3", "e4", "f3", "e2"):
        table.tap(name)
    table.shown.tap_target(PLACING)
    (event,) = events(controller)
    assert event.seat == 0
    assert sorted(event.squares) == ["e2", "e4"]


def test_picked_cubes_are_placed_once_by_two_quick_taps(begin, board):
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    controller = begin(facts=PLACE)
    table = board()
    table.tap("f3")
    place = table.shown.place_of(PLACING)
    for _ in range(2):
        touch = UnitTestTouch(*place)
        touch.touch_down()
        touch.touch_up()
    table.shown.frames(3)
    assert events(controller) == [CubesPlaced(0, ("f3",))]


def test_picked_squares_that_a_roll_leaves_without_cubes_are_told(begin, board):
    controller = begin(facts=PLACE)
    table = board()
    table.tap("f3")
    controller.touch(Rolled(0, (Face(3),)))
    table.shown.frames(2)
    assert [toast.words for toast in table.shown.all(Toast)] == [
        "The picked squares got no cubes. Undo the roll to place them."
    ]
    controller.undo()
    table.shown.frames(2)
    assert not list(table.shown.all(Toast))
    table.tap("f3")
    table.shown.tap_target(PLACING)
    controller.touch(Rolled(0, (Face(3),)))
    table.shown.frames(2)
    assert not list(table.shown.all(Toast))


def test_nothing_that_is_said_covers_the_button_that_places_cubes(begin, board):
    begin(3, facts={"phase": "place", "turn": 0, "pawns": ["e3", "i9", "i1"]})
    table = board()
    table.drag(table.shown.place_of(SUPPLY), table.spot("d5"))
    toast, line = next(table.shown.all(Toast)), table.shown.app.screen.news.below
    table.panel.picked = frozenset({CubesPlaced(0, ("f3",))})
    table.panel.again()
    table.shown.frames(2)
    x, y = table.shown.place_of(PLACING)
    assert not any(each.collide_point(x + dp(50), y) for each in (toast, line))


def test_switch_on_the_board(begin, board):
    controller = begin(facts={**PLACE, "phase": "switch", "pawns": ["g7", "i9"]})
    board().tap("i9")
    assert events(controller) == [Switched(0, 1)]


@pytest.mark.parametrize(("phase", "shown"), [("place", True), ("switch", False)])
def test_no_number_hides_whom_one_may_change_places_with(begin, phase, shown):
    state = begin(facts={**PLACE, "phase": phase, "pawns": ["g7", "i9"]}).session.state
    words = []
    for picked in (frozenset(), frozenset({WHERE})):
        recording = Recording()
        paint(recording, (0, 0, 1000, 600), Scene(state, picked=picked))
        words.append(len(recording.words))
    assert (words[1] > words[0]) is shown


def test_a_cube_is_taken_off_or_none(begin, board):
    facts = {**PLACE, "phase": "remove", "pawns": ["e1", "i9"], "cubes": {"f3": 1}, "supply": [5, 4]}
    controller = begin(facts=facts)
    table = board()
    table.shown.tap_target(CubeRemoved(0, None))
    controller.undo()
    table.shown.frames(2)
    table.tap("f3")
    assert events(controller)[-1] == CubeRemoved(0, "f3")


RANSOM = {**PLACE, "tokens": [0, 3], "captured": [[0, 1], [0, 0]], "supply": [5, 4]}


def with_tokens(facts):
    left = {default_board().id(place): default_board().full[place] for place in default_board().jackpots}
    left["a1"] = 0
    return {**facts, "jackpots": left}


def test_a_ransom_needs_both_players(begin, board):
    controller = begin(facts=with_tokens(RANSOM))
    table = board()
    table.shown.tap_target(RANSOMING)
    table.shown.tap_on(table.shown.button("+"))
    table.shown.tap_on(table.shown.button("Ann gives"))
    assert events(controller) == []
    table.shown.tap_on(table.shown.button("+"))
    table.shown.tap_on(table.shown.button("Bo pays"))
    assert events(controller) == [], "another price needs a new yes"
    table.shown.tap_on(table.shown.button("Ann gives"))
    assert events(controller) == [CubeRansomed(0, 1, 2)]
    assert table.shown.app.screen.opened is None


def test_a_price_that_is_no_token_is_typed(begin, board):
    controller = begin(facts=with_tokens(RANSOM))
    table = board()
    table.shown.tap_target(RANSOMING)
    for words in ("Bo pays", "and something else…", "T", "E", "A", "Done", "Ann gives"):
        table.shown.tap_on(table.shown.button(words))
    assert events(controller) == [], "with other words a new yes is needed"
    table.shown.tap_on(table.shown.button("Bo pays"))
    assert events(controller) == [CubeRansomed(0, 1, 0, "Tea")]
    (note,) = controller.session.notes
    assert str(note.text) == "Ann gives a cube back to Bo for: Tea"
    assert str(history(controller.session)[0].text) == "Bo buys a cube back from Ann for: Tea"


def test_no_ransom_is_offered_once_the_game_was_stopped(begin, board):
    controller = begin(facts=with_tokens(RANSOM))
    controller.touch(Ended())
    table = board()
    assert not [target for target in table.panel.targets.all if target.means == RANSOMING]


def test_what_each_roll_would_give_and_where_the_tokens_are(begin, board):
    begin(facts=PLACE)
    table = board()
    table.shown.tap_target(WHERE)
    assert WHERE in table.panel.picked
    table.shown.tap_target(COUNT)
    assert table.shown.app.screen.opened is not None


def test_a_board_is_painted_undone_saved_and_used(setup_screen, tmp_path):
    from companion.games.catch_22.ui.board_editor import Editor  # noqa: PLC0415  it needs the window

    shown, row = setup_screen
    shown.tap_on(row.paint_it)
    editor = next(iter(shown.all(Editor)))
    before = editor.edit.grid
    shown.tap(*editor.sheet.to_window(*editor.sheet.centre_of((0, 0))))
    assert editor.edit.grid == before, "cells smaller than fingers come closer first"
    shown.tap(*editor.sheet.to_window(*editor.sheet.centre_of((0, 0))))
    assert editor.edit.grid.cell((0, 0)) is not None
    assert editor.done.kind == "plain", "a board with this square cannot be played"
    shown.tap_on(editor.undo)
    assert editor.edit.grid == before
    star = next(tool for tool in editor.tools if str(tool.name) == "star")
    shown.tap_on(star)
    column, row_number = next(place for place in before.places() if before.cell(place).kind == "plain")
    shown.tap(*editor.sheet.to_window(*editor.sheet.centre_of((column, row_number))))
    assert editor.edit.grid.cell((column, row_number)).kind == "star"
    shown.tap_on(editor.undo)
    shown.tap_on(editor.save)
    shown.tap_on(shown.button("Q"))
    shown.tap_on(shown.button("Done"))
    assert [board.name for board in boards_in(tmp_path / "boards")] == ["Q"]
    shown.tap_on(editor.done)
    assert row.name == "Q"
    assert shown.app.screen.rules.values["board"] == to_plain(default_board())
    assert read_board(shown.app.screen.rules.values["board"])


def test_a_changed_board_has_no_name_before_it_is_saved(setup_screen):
    from companion.games.catch_22.ui.board_editor import Editor  # noqa: PLC0415  it needs the window

    shown, row = setup_screen
    assert row.name == "Four gates"
    shown.tap_on(row.paint_it)
    editor = next(iter(shown.all(Editor)))
    grid = editor.edit.grid
    column, row_number = next(iter(grid.places()))
    editor.stroke((column, row_number - 1), first=True)
    assert editor.edit.grid != grid
    shown.tap_on(editor.done)
    assert row.name == ""
    shown.tap_on(row.paint_it)
    editor = next(iter(shown.all(Editor)))
    shown.tap_on(editor.save)
    shown.tap_on(shown.button("Done"))
    shown.tap_on(editor.done)
    assert row.name == "My board"


def seen(sheet, grid):
    """The cells that a finger can reach now."""
    return {place for place in cells_of(grid) if sheet.place_at(sheet.centre_of(place)) == place}


def cells_of(grid):
    return {(column, row) for column in range(grid.width) for row in range(grid.height)}


def test_a_closer_look_shows_every_cell_in_a_size_a_finger_can_hit(setup_screen):
    from kivy.metrics import dp  # noqa: PLC0415

    from companion.games.catch_22.ui.board_editor import Editor  # noqa: PLC0415  it needs the window

    shown, row = setup_screen
    shown.tap_on(row.paint_it)
    editor = next(iter(shown.all(Editor)))
    grid = editor.edit.grid
    reached = set()
    shown.tap_on(editor.closer)
    parts = 0
    while editor.closer.words.startswith("Part"):
        parts += 1
        cells = seen(editor.sheet, grid)
        (left, _), (right, _) = (editor.sheet.centre_of((column, 0)) for column in (0, 1))
        assert right - left >= dp(56)
        reached |= cells
        shown.tap_on(editor.closer)
    assert parts > 1
    assert reached == cells_of(grid)
    assert editor.sheet.place_at((editor.sheet.x - 5, editor.sheet.center_y)) is None
    shown.tap_on(editor.closer)
    shown.tap_on(editor.closer)
    blue = next(place for place in sorted(seen(editor.sheet, grid)) if grid.cell(place) is None)
    shown.tap(*editor.sheet.to_window(*editor.sheet.centre_of(blue)))
    assert editor.edit.grid.cell(blue) is not None


def test_a_board_off_a_photograph_is_opened_in_the_editor(setup_screen, tmp_path):
    import cv2  # noqa: PLC0415

    from companion.games.catch_22.board_files.render import draw  # noqa: PLC0415
    from companion.games.catch_22.ui.board_editor import Editor  # noqa: PLC0415  it needs the window
    from companion.games.catch_22.ui.photo_import import Photo  # noqa: PLC0415

    shown, row = setup_screen
    flat = draw(default_board(), 48, names=False)
    framed = cv2.copyMakeBorder(flat, 70, 90, 80, 60, cv2.BORDER_CONSTANT, value=(120, 130, 125))
    (tmp_path / "boards").mkdir()
    cv2.imwrite(str(tmp_path / "boards" / "board.png"), framed)
    shown.tap_on(row.scan)
    photo = next(iter(shown.all(Photo)))
    corner = photo.frame.to_window(*photo.frame.place(photo.frame.corners[0]))
    shown.tap(*corner)
    shown.tap_on(photo.read)
    editor = next(iter(shown.all(Editor)))
    assert set(editor.edit.grid.trimmed().places()) == set(default_grid().places())
    assert len(editor.edit.hints) > 20
    shown.tap_on(editor.done)
    assert shown.app.screen.begin.why, "no stars yet: the setup says so"


def test_another_board_is_chosen(setup_screen, tmp_path):
    from companion.games.catch_22.board_files.library import save  # noqa: PLC0415
    from companion.games.catch_22.board_files.toml_format import read_text  # noqa: PLC0415

    save(tmp_path / "boards", read_text('name = "Tiny"\nmap = "* . 5"'))
    (tmp_path / "boards" / "broken.toml").write_text("map = 3")
    shown, row = setup_screen
    shown.tap_on(row.choose)
    shown.tap_on(shown.button("Tiny"))
    assert row.name == "Tiny"
    assert len(shown.app.screen.rules.values["board"]["squares"]) == 3


def test_our_own_board_has_its_name_in_the_language_of_the_app():
    assert default_grid().name == OURS.template
    assert board_name(OURS.template) == OURS
    assert board_name("Oma's board") == "Oma's board"


@pytest.mark.parametrize("throw", ["in the tray", "by touch"])
def test_the_count_of_tokens_does_not_lie_over_the_board_through_a_throw(begin, board, throw):
    controller = begin(2)
    while (ask := controller.session.asks()[0]).roll is None:
        controller.touch(ask.choices[0].event)
    shown = board().shown
    shown.tap_target(COUNT)
    shown.frames(2)
    assert shown.app.screen.opened is not None
    if throw == "in the tray":
        controller.inbox.put(TrayMoved())
    else:
        ask = next(ask for ask in controller.session.asks() if ask.roll is not None)
        controller.touch(
            Rolled(ask.seat, tuple(Face(1, colour) for colour in ask.roll.colours or [""] * ask.roll.count))
        )
    shown.frames(3)
    assert shown.app.screen.opened is None


def twice(board, place):
    """A double tap at a place of the window."""
    board.shown.tap(*place)
    board.shown.tap(*place, at_once=True)


@pytest.mark.parametrize("square", ["i1", "q1", "h1"], ids=["a star", "a jackpot", "plain"])
def test_a_double_tap_moves_once_and_says_nothing_of_cubes(board, begin, square):
    session = begin(facts={"phase": "move", "turn": 0, "pawns": ["m1", "i9"], "rolled": 4 + (square == "h1")}).session
    there = board()
    twice(there, there.spot(square))
    assert [entry.event for entry in session.entries] == [Moved(0, square)]
    assert not list(there.shown.all(Toast))


def test_a_double_tap_within_a_frame_moves_once(board, begin):
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    session = begin(facts={"phase": "move", "turn": 0, "pawns": ["m1", "i9"], "rolled": 4}).session
    there = board()
    for _ in range(2):
        touch = UnitTestTouch(*there.spot("i1"))
        touch.touch_down()
        touch.touch_up()
    there.shown.frames(3)
    assert [entry.event for entry in session.entries] == [Moved(0, "i1")]
    assert not list(there.shown.all(Toast))


def test_a_double_tap_picks_a_square_for_a_cube(board, begin):
    begin(facts=PLACE)
    there = board()
    twice(there, there.spot("f3"))
    assert there.panel.picked == {CubesPlaced(0, ("f3",))}
    there.tap("f3")
    assert there.panel.picked == frozenset()


def test_a_double_tap_on_redo_says_what_came_back(board, begin):
    controller = begin(facts=PLACE)
    controller.touch(CubesPlaced(0, ("f3",)))
    controller.undo()
    there = board()
    redo = there.shown.button("redo")
    twice(there, redo.to_window(*redo.center))
    assert controller.session.state.cubes[0]
    assert [toast.words for toast in there.shown.all(Toast)] == ["Redone: Ann places a cube on square f3"]


TAKE_OFF = {
    "phase": "remove", "turn": 1, "pawns": ["m1", "e1"], "cubes": {"e5": 0}, "supply": [4, 5],
}  # fmt: skip


def with_bot(controller, driver):
    shown = driver()
    shown.app.bots.choose(controller.session.id, (1,))
    shown.app.go("table")
    shown.frames(3)
    return shown


def test_people_are_not_told_to_drag_the_cubes_of_a_bot(begin, driver, written):
    shown = with_bot(begin(facts=PLACE | {"turn": 1}), driver)
    written.clear()
    paint_now(shown.app.screen.panel)
    assert "Ransom" in {each.words for each in written}
    assert "drag cubes" not in {each.words for each in written}


def test_people_are_not_offered_what_a_bot_is_asked(begin, driver):
    controller = begin(facts=TAKE_OFF)
    shown = with_bot(controller, driver)
    means = [target.means for target in shown.app.screen.panel.targets.all]
    assert CubeRemoved(1, None) not in means
    assert shown.app.screen.view.seats[1].prompt == "Take a cube off?"


@pytest.mark.parametrize("captor", [0, 1], ids=["a person's", "a bot's"])
def test_nobody_agrees_to_a_ransom_for_a_bot(begin, driver, captor):
    captured, supply = [[0, 0], [0, 0]], [5, 5]
    captured[captor][1 - captor], supply[1 - captor] = 1, 4
    controller = begin(facts=PLACE | {"captured": captured, "supply": supply})
    shown = with_bot(controller, driver)
    assert shown.app.screen.view.seats[1].prompt == ""
    shown.tap_target(RANSOMING)
    assert shown.app.screen.opened is None
    assert "Bots neither sell cubes" in next(shown.all(Toast)).words


def test_a_refusal_stands_whole_though_many_squares_are_in_reach(board, begin, written):
    begin(4, facts={"phase": "move", "turn": 0, "pawns": ["i5", "a5", "a5", "a5"], "rolled": 5})
    there = board()
    there.tap("q9")
    (said,) = {each for each in written if "(R4.2)" in each.words}
    assert not said.cut


def test_the_rules_open_at_a_paragraph_only_until_something_happens(board, begin):
    controller = begin(facts=PLACE)
    there = board()
    there.tap("i5")
    there.shown.tap_on(there.shown.button("rules"))
    assert there.shown.app.screen.rule == "R3.3"
    there.shown.app.go("table")
    controller.touch(CubesPlaced(0, ("f3",)))
    there.shown.frames(2)
    there.shown.tap_on(there.shown.button("rules"))
    assert there.shown.app.screen.rule == ""

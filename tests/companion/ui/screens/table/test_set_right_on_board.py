"""The position is corrected on the board, by dragging or tapping pieces."""

import pytest
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch

from companion.core.events import Corrected
from companion.drawing.scene import Asks, Corrects, OpensRow, Takes
from companion.ui.screens.setup.fact_board import FactBoard
from tests.support.screen_driver import beginning

begin = beginning("catch-22", players=2)


class Board:
    """The board of the screen, with what its targets mean."""

    def __init__(self, shown):
        self.shown = shown
        (self.widget,) = shown.all(FactBoard)

    def place_of(self, wanted):
        for target in self.widget.targets.all:
            if wanted(target.means):
                x, y, wide, high = target.box
                return self.widget.to_window(dp(x + wide / 2), dp(y + high / 2))
        raise LookupError([target.means for target in self.widget.targets.all])

    def tap(self, wanted):
        self.shown.tap(*self.place_of(wanted))

    def drag(self, wanted, to):
        """From a piece to a place, of which the board knows once the piece is taken up."""
        touch = UnitTestTouch(*self.place_of(wanted))
        touch.touch_down()
        self.shown.frames(1)
        touch.touch_move(*self.place_of(to))
        self.shown.frames(1)
        touch.touch_up()
        self.shown.frames(2)


def takes(*what):
    return lambda means: means == Takes(what)


def names(**facts):
    """A target that names these facts, whatever else it names."""
    return lambda means: isinstance(means, Corrects) and facts.items() <= means.facts.items()


def asks_about(words):
    return lambda means: isinstance(means, Asks) and words in str(means.title)


@pytest.fixture
def at(begin, driver):
    """The board of a game that is set right."""

    def opened(game, facts, players=2):
        begin(players, game=game, facts=facts)
        shown = driver()
        shown.tap_on(shown.app.screen.tools.more)
        shown.frames(2)
        shown.tap_on(shown.button("Something is different on the table"))
        shown.frames(3)
        return Board(shown)

    return opened


def counts(board, controller, *, changed):
    board.shown.tap_on(board.shown.button("That is how it lies"))
    assert board.shown.app.screen_name == "table", board.shown.app.screen.remark.words
    assert [entry.event for entry in controller.session.entries] == [Corrected(changed)]
    now = controller.session.facts()
    assert {key: now[key] for key in changed} == changed


CATS = {"phase": "place", "turn": 0, "pawns": ["a1", "q1"], "cubes": {"b1": 0}, "supply": [4, 5]}


TOKENS = {"red": [None] * 6, "blue": [1, 2, None, None, None, 0], "yellow": [None] * 6, "green": [None] * 6}
PIECES = [
    ("catch-22", CATS, ("pawn", 1)),
    ("cat-in-the-box", {"phase": "play", "predictions": [4, 1, 3], "tricks": [1, 0, 0], "board": TOKENS}, ("blue", 1)),
]


def test_a_pawn_is_dragged_to_where_it_stands(at, controller):
    board = at("catch-22", CATS)
    board.drag(takes("pawn", 1), names(pawns=["a1", "c1"]))
    counts(board, controller, changed={"pawns": ["a1", "c1"]})


def test_pawn_is_moved_by_two_taps(at, controller):
    board = at("catch-22", CATS)
    board.tap(takes("pawn", 1))
    board.tap(names(pawns=["a1", "c1"]))
    counts(board, controller, changed={"pawns": ["a1", "c1"]})


@pytest.mark.parametrize(("game", "facts", "piece"), PIECES)
def test_a_double_tap_takes_a_piece_up(at, game, facts, piece):
    board = at(game, facts, 3 if game == "cat-in-the-box" else 2)
    place = board.place_of(takes(*piece))
    board.shown.tap(*place)
    board.shown.tap(*place, at_once=True)
    assert board.widget.picked == {Takes(piece)}
    board.shown.tap(*place)
    assert board.widget.picked == frozenset()


def test_cubes_are_taken_off_and_put_on(at, controller):
    board = at("catch-22", CATS)
    board.drag(takes("cube", 0, "b1"), names(cubes={}))
    board.drag(takes("hand", 1), names(cubes={"d1": 1}))
    counts(board, controller, changed={"cubes": {"d1": 1}})
    assert controller.session.facts()["supply"][0] == controller.session.facts()["supply"][1] + 1


def test_moving_the_cat_corrects_lives(at, controller):
    board = at("catastrophe", {"phase": "claw", "turn": 0}, 3)
    board.drag(takes("cat", 2), names(life=[9, 9, 5]))
    counts(board, controller, changed={"life": [9, 9, 5]})


def test_a_discard_pile_opens_its_row(at, controller):
    board = at("catastrophe", {"phase": "claw", "turn": 0}, 3)
    board.tap(lambda means: means == OpensRow("decks"))
    assert board.shown.app.screen.chosen == "decks"
    board.shown.tap_on(board.shown.button("On the board"))
    assert list(board.shown.all(FactBoard))


def test_a_card_is_tapped_out_of_a_hand(at, controller):
    board = at("catch-up", {"phase": "rolling", "round": 3, "starter": 0, "cards": [[1, 2, 3], [4, 5]]})
    board.tap(names(cards=[[1, 3], [4, 5]]))
    board.tap(names(cards=[[1, 3, 9], [4, 5]]))
    counts(board, controller, changed={"cards": [[1, 3, 9], [4, 5]]})


def test_the_rules_judge_the_cat_of_catchy_and_a_card_goes_into_the_trick(at, controller):
    board = at("catchy", {"phase": "lead", "holder": 0})
    leader = controller.session.facts()["leader"]
    board.tap(names(cat={"position": 0, "side": "blue"}))
    assert board.shown.app.screen.remark.words == "The cat: its side does not follow from the cards"
    board.tap(names(cat={"position": 0, "side": "red"}))
    board.tap(asks_about("Where does this card lie?"))
    board.shown.tap_on(board.shown.button(f"{controller.session.table.name(leader)} laid it in this trick"))
    trick = [{"seat": leader, "card": "A1"}]
    counts(board, controller, changed={"trick": trick, "phase": "follow"})


def test_a_token_of_cat_in_the_box_goes_to_another_cell(at, controller):
    board = at("cat-in-the-box", {"phase": "play", "predictions": [1, 1, 1]}, 3)
    board.tap(asks_about("Whose token lies on the red 1?"))
    board.shown.tap_on(board.shown.button("Bo"))
    assert board.shown.app.screen.draft.given["board"]["red"][0] == 1
    board.drag(takes("red", 1), lambda means: isinstance(means, Corrects) and means.facts["board"]["blue"][1] == 1)
    given = board.shown.app.screen.draft.given["board"]
    assert (given["red"][0], given["blue"][1]) == (None, 1)

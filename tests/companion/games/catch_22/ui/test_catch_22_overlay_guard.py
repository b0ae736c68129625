"""Cards over the board: a deal is talked over as long as its cube lies there, a count as long as no token moves."""

import pytest

from companion.games.catch_22 import board
from companion.games.catch_22.board_files.default import default_board
from companion.games.catch_22.events import CubeRansomed, CubesPlaced
from companion.referee.verdicts import Accepted

PLACE = {"phase": "place", "turn": 0, "pawns": ["e3", "i9"]}
RANSOM = {**PLACE, "tokens": [0, 3], "captured": [[0, 1], [0, 0]], "supply": [5, 4]}


def with_tokens(facts):
    usual = default_board()
    return {**facts, "jackpots": {usual.id(place): usual.full[place] for place in usual.jackpots} | {"a1": 0}}


def happens(shown, controller, event):
    assert isinstance(controller.touch(event), Accepted)
    shown.app.screen.refresh()
    shown.frames(2)


@pytest.mark.parametrize("opens", [board.RANSOM, board.COUNT], ids=["ransom", "count"])
def test_what_is_about_the_tokens_stays_while_others_go_on_and_goes_when_they_move(opens, begin, driver):
    controller = begin(facts=with_tokens(RANSOM))
    shown = driver()
    shown.tap_target(opens)
    card = shown.app.screen.opened
    assert card is not None
    happens(shown, controller, CubesPlaced(0, ("f3",)))
    assert shown.app.screen.opened is card
    happens(shown, controller, CubeRansomed(0, 1, 1))
    assert controller.session.state.captured[0][1] == 0
    assert shown.app.screen.opened is None

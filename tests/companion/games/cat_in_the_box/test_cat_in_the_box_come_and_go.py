"""People come and go between two rounds of Cat in the Box: the points go on, whoever played the rounds before."""

import pytest

from companion.core.table import Table
from companion.games.cat_in_the_box import GAME
from companion.record.reseating import fitting, reseated

ROUND = {"scores": [4, -1, 6], "tricks": [4, 1, 1], "bonus": [0, 0, 5], "paradox": 1}
STANDS = {"round": 2, "totals": [4, -1, 6], "rounds": [ROUND]}


@pytest.mark.parametrize(
    ("seats", "totals", "rounds"),
    [
        ([0, 2], (4, 6), 0),
        ([0, 1, 2, None], (4, -1, 6, 0), 0),
        ([0, None, 2], (4, 0, 6), 0),
        ([2, 0, 1], (6, 4, -1), 1),
    ],
    ids=["one leaves", "one comes", "one for another", "they change seats"],
)
def test_points_go_on_and_nothing_is_asked(seats, totals, rounds):
    table = Table(("Ann", "Bo", "Cy", "Di")[: len(seats)])
    fresh = GAME.facts(GAME.start(table, GAME.options()))
    found = GAME.facts(fitting(GAME, table, GAME.options(), reseated(GAME, STANDS, fresh, seats)))
    assert (found["totals"], len(found["rounds"])) == (list(totals), rounds)

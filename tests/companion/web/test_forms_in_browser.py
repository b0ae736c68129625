"""Forms with several fields are filled in whole, by touch."""

from __future__ import annotations

import pytest

from companion.core.table import Table
from companion.games.cat_in_the_box.events import ParadoxShown
from companion.games.catch_22.board_files.default import default_board
from companion.games.catch_22.events import CubeRansomed
from tests.companion.games.cat_in_the_box.simulated_games import LAST

pytestmark = pytest.mark.usefixtures("faster_than_people")


def begun(table, game, people, facts):
    table.do(lambda: table.controller.begin(game, Table(people), {}, facts))
    return table.do(lambda: table.controller.session)


def jackpots():
    """Our board's tokens, but for the three that somebody has."""
    board = default_board()
    return {board.id(place): board.full[place] for place in board.jackpots} | {"a1": 0}


@pytest.mark.parametrize("role", ["table", "seat:0"])
def test_a_ransom_with_a_price_and_something_besides(table, opened, role):
    facts = {
        "phase": "place", "turn": 0, "pawns": ["e3", "i9"],
        "tokens": [0, 3], "captured": [[0, 1], [0, 0]], "supply": [5, 4], "jackpots": jackpots(),
    }  # fmt: skip
    session, page = begun(table, "catch-22", ("Ann", "Bo"), facts), opened(role)
    seq = session.seq
    page.wait_for(seq)
    page.say(CubeRansomed(0, 1, 2, "Tea"), session.asks(), session.table.players)
    page.wait_for(seq + 1)
    assert table.events == [CubeRansomed(0, 1, 2, "Tea")]
    assert table.do(lambda: session.state.tokens) == (2, 1)


@pytest.mark.parametrize("role", ["table", "seat:0"])
def test_paradox_is_shown_only_if_no_card_can_be_declared(table, opened, role):
    session, page = begun(table, "cat-in-the-box", ("Ann", "Bo", "Cy"), LAST), opened(role)
    seq = session.seq
    page.wait_for(seq)
    page.say(ParadoxShown(0, (2, 4)), session.asks(), session.table.players)
    refused = page.page.locator("#say.warn", has_text="4 as green is possible")
    refused.wait_for()
    assert "R4.1" in refused.inner_text()
    assert table.events == []
    card = page.page.locator("dialog[open]")
    card.locator(".entry").last.locator(".segments label, option", has_text="1").first.click()
    card.locator(".body > button.primary").click()
    page.page.wait_for_selector(f'body[data-seq="{seq + 1}"]')
    assert table.events == [ParadoxShown(0, (2, 1))]
    assert card.count() == 0

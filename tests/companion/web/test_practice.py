"""A practice game is forgotten when it is left: in a browser, too, nothing that is to last begins in it."""

from __future__ import annotations

import pytest

from companion.app.bot_seats import BotSeats
from companion.app.practice import Practice
from companion.core.events import Ended
from companion.games import shelf
from tests.support.served_table import view

pytestmark = pytest.mark.usefixtures("faster_than_people")
TRIED = next(game for game in shelf().values() if game.practice is not None)


@pytest.fixture
def practice(table):
    """A practice game at the served table."""
    seats = BotSeats()
    made = Practice(table.controller, lambda: seats, lambda: "", lambda _name, _inbox: None)
    table.do(lambda: made.begin(TRIED))
    yield made
    table.do(made.give_back)


def offered(page):
    """What the card behind "more" offers, by name."""
    page.page.click('[data-key="more"]')
    page.page.wait_for_selector("dialog[open] button")
    return {each.get_attribute("data-key") for each in page.page.locator("dialog[open] .choices button").all()}


def test_a_table_that_is_tried_does_not_change(practice, opened):
    assert not {"changes", "another-die"} & offered(opened())


def test_a_table_that_is_played_at_changes(table, opened):
    table.begin(TRIED.id, "Ann", "Bo")
    assert "changes" in offered(opened())


def test_the_end_of_practice_offers_no_rematch(practice, table, opened):
    page = opened().page
    table.do(lambda: table.controller.touch(Ended()))
    page.wait_for_selector('.over [data-key="home"]')
    assert page.locator('[data-key="rematch"], [data-key="share"]').count() == 0


@pytest.mark.parametrize("choice", ["begin", "rematch", "resume"])
def test_nothing_that_lasts_begins_in_practice(practice, table, choice):
    with table.client() as client:
        shown = view(client)
        new = {"begin": {"game": TRIED.id, "players": ["Ann", "Bo"]}, "resume": {"session": shown["session"]}}
        given = {
            "session": shown["session"],
            "seq": shown["seq"],
            "choice": choice,
            "id": "x",
            "with": new.get(choice, {}),
        }
        answer = client.post("/tap", json=given).json()
        assert not answer["ok"]
        assert "practice" in answer["why"]
        assert view(client)["session"] == shown["session"]

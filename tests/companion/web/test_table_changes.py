"""The browser changes people, seats, dice and the board of a running game."""

from __future__ import annotations

import pytest

from companion.app.folders import DataFolder
from companion.core.table import Table
from companion.games.catch_22.board_files.grid import board_of
from companion.games.catch_22.board_files.library import save
from companion.games.catch_22.board_files.toml_format import read_text
from tests.support.served_table import served
from tests.support.table_browser import TableBrowser

pytestmark = pytest.mark.usefixtures("faster_than_people")


def life(table):
    return table.do(lambda: table.controller.session.state.life)


@pytest.fixture
def session(table):
    """Ann has lost three lives in a game of Catastrophe, in which everybody has their own die."""
    people = Table(("Ann", "Bo", "Cy"), ("red", "blue", "green"))
    table.do(lambda: table.controller.begin("catastrophe", people, {}, {"phase": "claw", "turn": 0, "life": [6, 9, 8]}))
    return table.do(lambda: table.controller.session)


def changed(opened, entry, change):
    """Open the card behind a button of "more", let `change` enter something there, and go on."""
    page = opened().page
    page.click('[data-key="more"]')
    page.click(f'[data-key="{entry}"]')
    card = page.locator("dialog[open]")
    card.locator(".seats-list li").first.wait_for()
    change(card)
    before = page.locator("body").get_attribute("data-session")
    card.locator('[data-key="middle"]').click()
    page.locator('[data-key="facts-done"]').click()
    page.wait_for_function("before => document.body.dataset.session !== before", arg=before)


def gone_on(table, before):
    """The session that continues `before`."""
    found = table.do(lambda: table.controller.session)
    assert found.continues == before.id
    return found


def test_somebody_throws_another_die(table, session, opened):
    changed(opened, "another-die", lambda card: card.locator("li select").nth(1).select_option(label="pink"))
    now = gone_on(table, session)
    assert now.table == Table(("Ann", "Bo", "Cy"), ("red", "pink", "green"))
    assert life(table) == (6, 9, 8)


def test_somebody_comes(table, session, opened):
    def comes(card):
        card.locator(".segments label", has_text="4").first.click()
        name = card.locator("li input[type=text]").nth(3)
        name.fill("Zoë")
        name.dispatch_event("change")

    changed(opened, "changes", comes)
    assert gone_on(table, session).table.players == ("Ann", "Bo", "Cy", "Zoë")
    assert life(table) == (6, 9, 8, 9)


def test_people_change_places_with_their_dice(table, session, opened):
    changed(opened, "changes", lambda card: card.locator('[data-key="up-1"]').click())
    now = Table(("Bo", "Ann", "Cy"), ("blue", "red", "green"), (1, 0, 2))
    assert gone_on(table, session).table == now
    assert life(table) == (9, 6, 8)


def test_somebody_leaves(table, opened):
    table.begin("catch-22", "Ann", "Bo", "Cy")
    session = table.do(lambda: table.controller.session)
    changed(opened, "changes", lambda card: card.locator('[data-key="leaves-0"]').click())
    assert gone_on(table, session).table.players == ("Bo", "Cy")


def test_game_that_refuses_table_changes_says_so(table, opened):
    table.begin("catchy", "Ann", "Bo")
    page = opened()
    page.page.click('[data-key="more"]')
    page.page.click('[data-key="changes"]')
    page.page.locator("#say", has_text="nobody can come or go").wait_for()
    assert page.page.locator("dialog[open]").count() == 0
    page.errors.clear()  # the answer 400


def test_the_table_is_changed_by_the_table_alone(table, session):
    new = {"game": "catastrophe", "players": ["Ann", "Bo", "Cy"], "came_from": [0, 1, 2]}
    with table.client("seat:0") as phone:
        assert phone.get("/setup?game=catastrophe&goes_on=1").status_code == 403
        given = {"session": session.id, "seq": session.seq, "choice": "begin", "id": "x", "with": new}
        assert phone.post("/tap", json=given).status_code == 403
    assert table.do(lambda: table.controller.session) is session


@pytest.mark.parametrize("came_from", [[0, 0, 1], [0, 1], [0, 1, 7], [None, None, None]])
def test_impossible_seats_are_refused(table, session, came_from):
    new = {"game": "catastrophe", "players": ["Ann", "Bo", "Cy"], "came_from": came_from}
    with table.client() as client:
        assert client.post("/facts", json={"new": new, "facts": {}}).status_code == 400
        given = {"session": session.id, "seq": session.seq, "choice": "begin", "id": "x", "with": new}
        assert not client.post("/tap", json=given).json()["ok"]
    assert table.do(lambda: table.controller.session) is session


SMALL = """name = "Kitchen table"
map = \"\"\"
*  .  R  .  *
.  -  -  -  .
3  .  S  .  3
.  -  -  -  .
*  .  2  .  *
\"\"\"
"""


@pytest.fixture
def table_with_boards(tmp_path):
    save(tmp_path / "boards", read_text(SMALL))
    with served(folder=DataFolder(tmp_path)) as table:
        yield table


def test_own_board_is_chosen_by_its_picture(table_with_boards, browser):
    table = table_with_boards
    page = TableBrowser(table, browser).page
    page.click('[data-game="catch-22"]')
    card = page.locator("dialog[open]")
    card.locator("summary").first.click()
    card.locator('[data-name="strict_counts"] label').first.click()
    boards = card.locator('[data-name="board"] label')
    assert [each.split("\n")[-1] for each in boards.all_inner_texts()] == ["Four gates", "Kitchen table"]
    assert boards.locator("svg").count() == 2
    boards.last.click()
    page.wait_for_function("() => !document.querySelector('.option.wrong')")
    card.locator('[data-key="begin"]').click()
    page.wait_for_selector("body[data-screen=table] .board svg")
    board = table.do(lambda: table.controller.session.options.plan)
    assert board == board_of(read_text(SMALL).trimmed())

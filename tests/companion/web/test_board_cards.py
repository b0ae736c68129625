"""The board's own buttons and the review of a reading work by touch in a browser."""

from __future__ import annotations

import pytest

from companion.core.events import Face, Rolled
from companion.referee.signals import DiceSeen, SeenDie
from tests.vision.sources.test_phone import jpeg

pytestmark = pytest.mark.usefixtures("faster_than_people")


@pytest.fixture
def begun(table, opened):
    """Return what begins a game and opens the table's page."""

    def begin(game):
        table.begin(game, "Ann", "Bo", "Cy")
        page = opened()
        page.page.wait_for_selector(".board svg")
        return page.page

    return begin


@pytest.mark.parametrize(
    ("game", "title", "says"),
    [("catch-22", "Where the tokens are", "all together"), ("cat-in-the-box", "Scores", "Bo")],
)
def test_a_button_of_the_board_opens_its_sheet(table, begun, game, title, says):
    page = begun(game)
    page.locator('[data-means^="sheet-"]').click()
    card = page.locator("dialog[open]")
    card.locator("svg").wait_for()
    assert card.locator("h2").inner_text() == title
    assert says in card.inner_text()
    assert table.events == []


def test_where_to_is_switched_per_page(table, begun):
    page = begun("catch-22")
    stars = page.locator(".seat.acts .choice")
    for seq in range(3):  # the stars, before anybody moves
        page.wait_for_selector(f'body[data-seq="{seq}"]')
        stars.first.click()
    page.wait_for_selector('body[data-seq="3"]')
    page.locator(".seat.acts .face").first.click()
    page.wait_for_selector('body[data-seq="4"]')
    plain = page.locator(".board").inner_html()
    switch = '[data-means="switch-where to"]'
    page.locator(switch).click()
    page.wait_for_function("plain => document.querySelector('.board').innerHTML !== plain", arg=plain)
    page.locator(switch).click()
    page.wait_for_function("plain => document.querySelector('.board').innerHTML === plain", arg=plain)
    assert len(table.events) == 4


def test_a_reading_is_answered_by_touch(table, begun):
    page = begun("catch-up")
    seen = (SeenDie(3), SeenDie(4, cocked=True), SeenDie(6))
    table.do(lambda: table.controller.inbox.put(DiceSeen(seen, sure=False, picture=jpeg(size=(320, 240)))))
    card = page.locator("dialog[open]")
    card.locator("img.read").wait_for()
    card.locator(".slot").nth(2).locator(".face").nth(4).click()
    card.locator("button.primary").click()
    page.wait_for_selector('body[data-seq="1"]')
    assert table.events == [Rolled(0, (Face(3), Face(6), Face(5)))]

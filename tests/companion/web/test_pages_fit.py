"""What people need next is in view without scrolling, on phones, tablets and televisions."""

from __future__ import annotations

import pytest

from companion.core.events import Ended
from companion.referee.signals import DiceSeen, SeenDie
from tests.support.table_browser import TableBrowser
from tests.vision.sources.test_phone import jpeg

SIZES = [(360, 740), (820, 1180), (1280, 800), (1920, 1080)]
IN_VIEW = "each => { const { top, bottom } = each.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"


@pytest.fixture(autouse=True)
def _begun(table, faster_than_people):
    table.begin("catch-up", "Ann", "Bo", "Cy")


def in_view(table, browser, role, size, selector):
    page = TableBrowser(table, browser, role, size)
    page.page.wait_for_selector(selector)
    seen = page.page.locator(selector).evaluate(IN_VIEW)
    wide = page.page.evaluate("() => document.documentElement.scrollWidth")
    page.close()
    return seen and wide <= size[0]


@pytest.mark.parametrize("size", SIZES)
def test_a_question_about_dice_is_answered_without_scrolling(browser, table, size):
    seen = (SeenDie(3), SeenDie(4, cocked=True), SeenDie(6))
    table.do(lambda: table.controller.inbox.put(DiceSeen(seen, sure=False, picture=jpeg())))
    for role in ("table", "seat:0"):
        assert in_view(table, browser, role, size, 'dialog[open] [data-key="no-roll"]')


@pytest.mark.parametrize("size", SIZES)
def test_after_the_end_a_rematch_is_one_tap_away(browser, table, size):
    table.do(lambda: table.controller.touch(Ended()))
    assert in_view(table, browser, "table", size, '[data-key="rematch"]')


def test_a_phone_shows_its_seat_as_a_card(browser, table):
    page = TableBrowser(table, browser, "seat:0", (360, 740))
    page.page.wait_for_selector("section.seat")
    ground, card = page.page.evaluate(
        "() => ['body', 'main > .seat'].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)"
    )
    assert ground != card

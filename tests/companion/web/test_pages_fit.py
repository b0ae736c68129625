"""What people need next is in view without scrolling, on phones, tablets and televisions."""

from __future__ import annotations

import pytest

from companion.core.events import Ended, Face, Rolled
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


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_what_can_be_said_of_dice_is_read_at_a_glance_on_a_phone(browser, table, language):
    """Every button has two lines at most."""
    box = (0.1, 0.1, 0.2, 0.2)
    seen = (SeenDie(3, box=box), SeenDie(4, cocked=True, box=box), SeenDie(6, box=box))
    table.do(lambda: table.controller.inbox.put(DiceSeen(seen, sure=False, picture=jpeg())))
    page = TableBrowser(table, browser, "seat:0", (360, 740))
    page.page.evaluate("language => localStorage.setItem('look', JSON.stringify({language}))", language)
    page.page.reload()
    page.page.wait_for_selector('dialog[open] [data-key="no-roll"]')
    lines = page.page.locator(".doubts .choices button").evaluate_all("all => all.map((each) => each.clientHeight)")
    page.close()
    assert len(lines) > 1
    assert max(lines) < 60


@pytest.mark.parametrize("size", SIZES)
def test_after_the_end_a_rematch_is_one_tap_away(browser, table, size):
    table.do(lambda: table.controller.touch(Ended()))
    assert in_view(table, browser, "table", size, '[data-key="rematch"]')


FAULTS = """() => [...document.querySelectorAll(
  'dialog[open] :is(button, a, select, summary, label, input, p, .text)',
)].flatMap((each) => {
  const { left, right, width, height } = each.getBoundingClientRect();
  const says = each.innerText || each.getAttribute('aria-label') || each.tagName;
  if (!height || each.matches('.hidden')) return [];
  if (left < 0 || right > innerWidth) return [`outside: ${says}`];
  const finger = each.matches('button, a, select, summary, label:has(input)');
  if (finger && (width < 44 || height < 44)) return [`${Math.round(width)} x ${Math.round(height)}: ${says}`];
  return each.matches('.text') && width < 120 ? [`narrow: ${says}`] : [];
})"""
CARDS = {
    "phones": ['[data-key="more"]', "dialog[open] .column button:nth-last-of-type(3)", '[data-invite="player"]'],
    "changes": ['[data-key="more"]', '[data-key="changes"]'],
    "history": ['[data-key="history"]'],
    "change": ['[data-key="history"]', "[data-entry]"],
    "dice": ['[data-key^="dice-"]'],
}


@pytest.mark.parametrize("card", CARDS)
def test_cards_fit_a_phone_and_its_fingers(browser, table, card):
    faces = (Face(1), Face(4), Face(6))
    table.begin("catch-up", "Anna-Elisabeth", "Bartholomäus", "Cy")
    table.do(lambda: table.controller.touch(Rolled(0, faces)))
    page = TableBrowser(table, browser, "table", (360, 740))
    for tapped in CARDS[card]:
        page.page.locator(tapped).first.click()
    page.page.wait_for_selector(
        {"phones": ".invitation svg", "changes": ".seats-list li"}.get(card, "dialog[open] .die")
    )
    assert page.page.evaluate(FAULTS) == []
    page.close()


def test_a_phone_shows_its_seat_as_a_card(browser, table):
    page = TableBrowser(table, browser, "seat:0", (360, 740))
    page.page.wait_for_selector("section.seat")
    ground, card = page.page.evaluate(
        "() => ['body', 'main > .seat'].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)"
    )
    assert ground != card

"""What axe finds on the pages: nothing serious, in every theme."""

from __future__ import annotations

import pytest

from companion.core.events import Ended
from companion.referee.signals import DiceSeen, SeenDie
from tests.support.served_table import served
from tests.support.table_browser import TableBrowser
from tests.vision.sources.test_phone import jpeg


def serious(page):
    """The serious findings on a page, each with the elements it is about."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415  only where there is a browser

    response = Axe().run(page).response
    assert len(response["passes"]) > 5, "axe has looked at the page"
    found = response["violations"]
    return [
        (each["id"], [node["html"][:120] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_axe_finds_nothing_serious(browser, theme):
    with served() as table:
        page = TableBrowser(table, browser)
        page.page.evaluate("theme => localStorage.setItem('look', JSON.stringify({theme, language: ''}))", theme)
        page.page.reload()
        page.page.wait_for_selector(".game")
        found = {"home": serious(page.page)}
        page.page.click('[data-key="results"]')
        page.page.wait_for_selector("dialog[open] .chart svg")
        found["results"] = serious(page.page)
        page.page.keyboard.press("Escape")
        page.page.click('[data-game="catch-22"]')
        page.page.locator("dialog[open] summary").first.click()
        found["setup"] = serious(page.page)
        page.page.keyboard.press("Escape")
        table.begin("catastrophe", "Ann", "Bo")
        page.page.wait_for_selector(".seat")
        found["table"] = serious(page.page)
        page.page.locator(".face").first.click()
        page.wait_for(1)
        page.page.click('[data-key="history"]')
        page.page.wait_for_selector("dialog[open] [data-entry]")
        found["history"] = serious(page.page)
        page.page.locator("dialog[open] [data-entry]").first.click()
        page.page.wait_for_selector("dialog[open] [data-out]")
        found["change"] = serious(page.page)
        page.page.keyboard.press("Escape")
        page.page.click('[data-key="rules"]')
        page.page.wait_for_selector("dialog[open] .body p")
        found["rules"] = serious(page.page)
        page.page.keyboard.press("Escape")
        table.begin("catch-22", "Ann", "Bo", "Cy")
        page.page.wait_for_selector('.seat[data-seat="2"]')
        page.page.click('[data-key="more"]')
        page.page.wait_for_selector("dialog[open] button")
        found["more"] = serious(page.page)
        page.page.click('[data-key="changes"]')
        page.page.wait_for_selector("dialog[open] .seats-list li")
        found["changes"] = serious(page.page)
        page.page.click('[data-key="middle"]')
        page.page.wait_for_selector("dialog[open] .facts summary")
        page.page.locator("dialog[open] .facts summary").first.click()
        found["facts"] = serious(page.page)
        page.page.keyboard.press("Escape")
        phone = TableBrowser(table, browser, "seat:1", (360, 740))
        phone.page.wait_for_selector(".seat")
        found["seat"] = serious(phone.page)
        phone.page.goto(f"{table.origin}/camera")
        phone.page.wait_for_selector("body[data-state]")
        found["camera"] = serious(phone.page)
        stranger = browser.new_page()
        stranger.goto(table.origin)
        stranger.wait_for_selector("input.code")
        found["start"] = serious(stranger)
        table.begin("catch-up", "Ann", "Bo", "Cy")
        seen = (SeenDie(3), SeenDie(4, cocked=True), SeenDie(6))
        table.do(lambda: table.controller.inbox.put(DiceSeen(seen, sure=False, picture=jpeg())))
        page.page.wait_for_selector("dialog[open] .dice-entry")
        found["review"] = serious(page.page)
        table.do(table.controller.dismiss)
        table.do(lambda: table.controller.touch(Ended()))
        page.page.wait_for_selector('.over [data-key="rematch"]')
        found["end"] = serious(page.page)
        page.page.click('[data-key="share"]')
        page.page.wait_for_selector("dialog[open] a.button")
        found["share"] = serious(page.page)
        page.page.keyboard.press("Escape")
        page.page.click('[data-key="home"]')
        page.page.click('[data-key="phones"]')
        page.page.wait_for_selector("dialog[open] [data-invite]")
        page.page.click('[data-invite="player"]')
        page.page.wait_for_selector("dialog[open] .invitation svg")
        found["phones"] = serious(page.page)
        assert {name: each for name, each in found.items() if each} == {}

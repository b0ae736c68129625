"""The board follows the tables, and the organiser begins an event, in a real browser."""

import random

from companion.app.addresses import Address
from companion.club.demo import DemoTable
from companion.club.desk import ORGANISER
from companion.club.serving import ClubServer
from tests.support.browsers import chromium, needs_chromium

pytestmark = needs_chromium


def test_the_board_follows_a_table_and_an_event_is_paired(club):
    server = ClubServer(club.url, Address("127.0.0.1", 0), metrics=False, tell=lambda _words: None)
    server.start()
    table = None
    try:
        with chromium(viewport={"width": 1280, "height": 800}) as page:
            page.goto(f"http://127.0.0.1:{server.address.port}/")
            page.wait_for_selector("#nothing:not([hidden])")
            table = DemoTable(club.table("Window"), club.folder_of("Window"), random.Random(2))
            for _ in range(5):
                table.step()
            page.wait_for_selector(".table-card.playing .seats-now")
            table.shipper.call(wanted=True)
            page.wait_for_selector(".table-card.help")
            page.click(".table-card a")
            page.wait_for_selector(".told li")
            entries = page.locator(".told li").count()
            page.evaluate("document.activeElement.blur()")
            table.step()
            page.wait_for_function("before => document.querySelectorAll('.told li').length !== before", arg=entries)
            page.click("nav a[href='/']")
            page.wait_for_selector(".table-card.help")
            page.fill("input[name=code]", server.pairing.make_code(ORGANISER))
            page.click("[data-post='/pair'] button")
            page.wait_for_selector("body.organiser")
            page.click("[data-post='/answer'] button")
            page.wait_for_selector(".table-card.answered")
            page.click("nav a[href='/pairings']")
            page.fill("input[name=name]", "Cup")
            page.fill("textarea", "Ann\nBo\nCy\nDi")
            page.click("[data-post='/events'] button")
            page.wait_for_selector("[data-post='/round']")
            page.click("[data-post='/round'] button")
            page.wait_for_selector(".round")
            assert page.locator(".round .by-name tbody tr").count() == 4
    finally:
        if table is not None:
            table.close()
        server.stop()

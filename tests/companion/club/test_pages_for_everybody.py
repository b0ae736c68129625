"""The pages of a club for people who hear or magnify them (axe), and on paper."""

import pytest

from tests.companion.club.test_pages import Served, win
from tests.companion.web.test_accessibility import serious
from tests.support.browsers import chromium, needs_chromium

pytestmark = needs_chromium
PAPER = (680, 960)
"""A4 without margins of 15 mm, in pixels of 1/96 inch."""
BEYOND = """wide => [...document.querySelectorAll('main *')].filter((each) => each.checkVisibility()
    && each.getBoundingClientRect().right > wide + 1).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.fixture
def origin(club):
    """The address of a club with a game, a member, an event of a round, and a table that wants help."""
    served = Served(club)
    try:
        journal, shipper = served.table()
        organiser = served.client(organiser=True)
        players = "\n".join(f"{name} of the house at the corner" for name in ("Annemarie", "Bo", "Cy", "Di", "Ed"))
        event = {"name": "Cup", "game": "catch-up", "format": "swiss", "most": "2", "players": players}
        assert organiser.post("/events", json=event).status_code == 200
        assert organiser.post("/round", json={"event": "1"}).status_code == 200
        assert organiser.post("/members", json={"members": "Ann\nBo"}).status_code == 200
        served.ended(win(journal, shipper, "Ann", "Bo"))
        shipper.call(wanted=True)
        served.wait(lambda tables: any(each.help for each in tables))
        yield served
    finally:
        served.close()


def as_organiser(page, served):
    served_cookie = served.client(organiser=True).cookies
    page.context.add_cookies([{"name": name, "value": value, "url": served.origin} for name, value in
                              served_cookie.items()])  # fmt: skip


def test_axe_finds_nothing_serious_on_any_page(origin):
    paths = ("/", "/table/1", "/results", "/results?view=ratings", "/results?view=pairs", "/player?who=ann",
             "/pairings", "/pairings/1")  # fmt: skip
    with chromium(viewport={"width": 1280, "height": 800}) as page:
        as_organiser(page, origin)
        found = {}
        for theme in ("dark", "light", "contrast"):
            for path in paths:
                page.goto(f"{origin.origin}{path}{'&' if '?' in path else '?'}theme={theme}")
                assert page.locator("body.organiser").count() == 1
                found[path, theme] = serious(page)
        assert {where: each for where, each in found.items() if each} == {}


def test_a_round_fits_on_paper_by_table_and_by_name(origin):
    with chromium(viewport={"width": PAPER[0], "height": PAPER[1]}) as page:
        as_organiser(page, origin)
        page.goto(f"{origin.origin}/pairings/1")
        page.emulate_media(media="print")
        assert page.evaluate(BEYOND, PAPER[0]) == []
        assert page.locator("form:visible, nav:visible, footer:visible, details:visible").count() == 0
        assert page.locator(".by-name:visible tbody tr").count() == 5
        breaks = page.evaluate("getComputedStyle(document.querySelector('.by-name')).breakBefore")
        rows = page.evaluate("[...document.querySelectorAll('tr')].map((row) => getComputedStyle(row).breakInside)")
        assert (breaks, {*rows}) == ("page", {"avoid"})

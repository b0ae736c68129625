"""The live board on a television and on a desk, with made-up tables: all of it fits, and many tables take turns."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion.club.board import Progress, SeatShown, TableShown
from companion.club.desk import Desk
from companion.club.owner import pool_of
from companion.club.reader import BoardShown
from companion.club.server import Pages
from companion.core.text import say
from companion.web.pairing import Pairing
from companion.web.publisher import Slot
from tests.support.browsers import chromium, needs_chromium
from tests.support.web_servers import serving

pytestmark = needs_chromium
NOW = datetime.now(UTC).isoformat()
NAMES = ("Ann", "Bartholomew", "Cy", "Dieter", "Esmeralda-Sophie", "Flo")
CUT = """() => [...document.querySelectorAll('.table-card:not([hidden])')].filter((card) => {
    const own = card.getBoundingClientRect();
    const all = document.getElementById('board').getBoundingClientRect();
    return card.scrollHeight > card.clientHeight + 1 || own.bottom > all.bottom + 1 || own.right > all.right + 1;
}).map((card) => card.innerText)"""
SHOWN = "[...document.querySelectorAll('.table-card:not([hidden])')].map((card) => card.querySelector('h2').innerText)"


def table(number, players):
    seats = tuple(
        SeatShown(name, say("{n} points", n=100 * at + number), at + 1, at == 1)
        for at, name in enumerate(NAMES[:players])
    )
    return TableShown(
        number, f"Table {number}", Progress.PLAYING, "Cat in the Box", "s", 1, seats, 3,
        say("Play a card or say that you have none of this colour"), 40,
        camera="trouble" if number % 7 == 0 else "good", box="good", questions=2.5, contact=NOW, away=number % 11 == 0,
    )  # fmt: skip


class Television:
    """Open the board of a club with this many tables in a browser of this size."""

    def __init__(self, page, slot, tables):
        self.page, self._slot, self._at = page, slot, 1
        self.tables = {each: table(each, 2 + each % 5) for each in range(1, tables + 1)}
        self.publish(*self.tables)

    def publish(self, *changed, **changes):
        self._at += 1
        for each in changed:
            self.tables[each] = replace(self.tables[each], **changes)
        known = self._slot.latest.tables
        self._slot.put(
            BoardShown(
                self._at,
                connected=True,
                tables={
                    each: (self._at if each in changed else known[each][0], shown)
                    for each, shown in self.tables.items()
                },
            )
        )

    def check(self):
        """Nothing is cut, and nothing is beyond the screen."""
        assert self.page.evaluate(CUT) == []
        root = "document.documentElement"
        assert self.page.evaluate(f"[{root}.scrollHeight - innerHeight, {root}.scrollWidth - innerWidth]") == [0, 0]

    @property
    def shown(self):
        """The names of the tables on this page."""
        return self.page.evaluate(SHOWN)

    def turn(self):
        """Turn the page by hand."""
        before = self.page.inner_text("[data-words]")
        self.page.click("[data-turn='1']")
        self.page.wait_for_function("before => document.querySelector('[data-words]').innerText !== before", arg=before)


@pytest.fixture(params=[(1920, 1080), (1280, 800)], ids=["television", "desk"])
def screen(request):
    wide, high = request.param
    slot = Slot(BoardShown())
    with (
        serving(Pages(Desk(pool_of(""), {}, slot, Pairing())).app()) as port,
        chromium(viewport={"width": wide, "height": high}) as page,
    ):
        page.clock.install()

        def shown(tables):
            made = Television(page, slot, tables)
            page.goto(f"http://127.0.0.1:{port}/")
            page.wait_for_function("() => /large|medium|small/.test(document.getElementById('board').className)")
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            return made

        yield shown
        slot.close()


@pytest.mark.parametrize("tables", [12, 60, 200])
def test_every_table_is_shown_whole_in_turn(screen, tables):
    board = screen(tables)
    board.check()
    seen = board.shown
    words = board.page.inner_text("[data-words]") if board.page.is_visible("#pages") else "Page 1 of 1"
    pages = int(words.rpartition(" ")[2])
    for _ in range(pages - 1):
        board.turn()
        board.check()
        seen += board.shown
    assert seen == [f"Table {each}" for each in range(1, tables + 1)]


def test_pages_turn_by_themselves_and_whoever_wants_help_is_on_each(screen):
    board = screen(200)
    board.publish(150, help=NOW)
    board.page.wait_for_selector("#t150.help")
    board.check()
    first = board.shown
    assert first[0] == "Table 150"
    board.page.clock.fast_forward(10_000)
    board.page.wait_for_function("() => document.querySelector('[data-words]').innerText.startsWith('Page 2 ')")
    board.check()
    second = board.shown
    assert second[0] == "Table 150"
    assert {*first} & {*second} == {"Table 150"}
    board.page.click("[data-turn='0']")
    board.page.clock.fast_forward(30_000)
    assert board.page.inner_text("[data-words]").startswith("Page 2 ")
    board.publish(150, help="")
    board.page.wait_for_selector("#t150:not(.help)", state="attached")
    assert "Table 150" not in board.shown


def test_a_card_has_each_players_score_or_says_how_many_there_are_besides(screen):
    board = screen(4)  # table 4 has six players
    assert all(name in board.page.inner_text("#t4") for name in NAMES)
    many = screen(60)
    words = many.page.inner_text("#t4")
    assert NAMES[0] in words
    assert NAMES[5] not in words
    assert "+4" in words

"""The most important tests of Chromium, in Firefox: play from phones and the table, and reconnect."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from companion.bots.players import thrown
from companion.core.bots import decided
from companion.core.events import Rolled
from companion.web.tap_gate import name_of
from tests.support.firefox import firefox
from tests.support.relay import Relay
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("faster_than_people")

NAMES = ("Ann", "Bo", "Cy", "Di")
TAPS = 14
"""Stars, rolls and moves of the first round."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with firefox(tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


def opened(browser, table, role, origin=""):
    """A page with a role, as a phone or as the table."""
    page = browser.page(1280, 800) if role == "table" else browser.page(360, 740)
    seat = role.partition(":")[2]
    code = table.web.parts.pairing.make_code("player" if seat else role)
    page.goto(f"{origin or table.origin}/?code={code}")
    if seat:
        page.tap(f"main .choice:nth-child({int(seat) + 1})")
    page.wait_for(".seat")
    return page


def say(page, event, session):
    """Tap what makes this event happen: a choice, which may be folded away, or the face of a die."""
    if isinstance(event, Rolled):
        page.tap(f'section.seat[data-seat="{event.seat}"] .face:nth-child({event.faces[0].value})')
        return
    choice = f'[data-choice="{name_of(event)}"]'
    assert any(each.event == event for ask in session.asks() for each in ask.choices)
    page.wait_for(choice)
    while page.find(f"!!document.querySelector('{choice}').closest('details:not([open])')"):
        page.tap(f"details:not([open]):has({choice}) > summary")
    page.tap(choice)


def test_four_phones_and_the_table_play_together(browser, table):
    table.begin("catch-22", *NAMES)
    phones, screen = [opened(browser, table, f"seat:{seat}") for seat in range(4)], opened(browser, table, "table")
    session, random, said = table.do(lambda: table.controller.session), Random(5), []
    bot = import_module(session.game.bot).make(session.table, session.options, random)
    for number in range(TAPS):
        ask = next(ask for ask in session.asks() if not ask.optional)
        event, seq = decided(bot, session.state, ask) or thrown(ask, random), session.seq
        page = screen if number % 3 == 2 else phones[event.seat]
        page.wait_for(f'body[data-seq="{seq}"]')
        say(page, event, session)
        page.wait_for(f'body[data-seq="{seq + 1}"]')
        said.append(event)
    assert table.events == said
    for page in (*phones, screen):
        page.wait_for(f'body[data-seq="{TAPS}"]')


def test_phone_catches_up_after_reconnecting(browser, table):
    table.begin("catch-22", *NAMES[:2])
    network = Relay(table.web.address.port)
    phone, screen = opened(browser, table, "seat:0", network.origin), opened(browser, table, "table")
    phone.wait_for('body[data-seq="0"]')
    network.cut()
    phone.wait_for("body.lost")
    for seq in range(2):
        screen.wait_for(f'body[data-seq="{seq}"]')
        screen.tap(".seat.acts .choice")
    screen.wait_for('body[data-seq="2"]')
    assert phone.find("document.body.dataset.seq") == "0"
    network.restore()
    phone.wait_for('body:not(.lost)[data-seq="2"]')
    network.cut()


def test_two_taps_at_once_count_once_and_undo_takes_it_back(browser, table):
    table.begin("catch-22", *NAMES[:2])
    screen = opened(browser, table, "table")
    screen.wait_for(".seat.acts .choice")
    screen.find("(() => { const each = document.querySelector('.seat.acts .choice'); each.click(); each.click(); })()")
    screen.wait_for('body[data-seq="1"]')
    assert len(table.events) == 1
    screen.tap('[data-key="undo"]')
    screen.wait_for('body[data-seq="2"]')
    until(lambda: table.events == [])


def test_the_table_changes(browser, table):
    table.begin("catch-22", "Ann", "Bo", "Cy")
    before = table.do(lambda: table.controller.session.id)
    screen = opened(browser, table, "table")
    screen.tap('[data-key="more"]')
    screen.tap('[data-key="changes"]')
    screen.tap('[data-key="leaves-0"]')
    screen.tap('dialog[open] [data-key="middle"]')
    screen.tap('[data-key="facts-done"]')
    screen.wait_for(f'body:not([data-session="{before}"])')
    now = table.do(lambda: table.controller.session)
    assert (now.table.players, now.continues) == (("Bo", "Cy"), before)

"""Four phones and the table play one game; a phone that was off the network is current with the next view."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest

from companion.bots.players import thrown
from companion.core.bots import decided
from companion.games.catch_22.events import StarChosen
from tests.support.relay import Relay

pytestmark = pytest.mark.usefixtures("faster_than_people")

NAMES = ("Ann", "Bo", "Cy", "Di")
NOTE_VIEWS = """() => {
  window.seen = [];
  new MutationObserver(() => window.seen.push(document.body.dataset.seq))
    .observe(document.body, { attributes: true, attributeFilter: ['data-seq'] });
}"""


def next_event(session, bot, random):
    """Return the bot's next event, or None once the round is over."""
    ask = next((ask for ask in session.asks() if not ask.optional), None)
    if ask is None or session.facts()["round"] > 1:
        return None
    return decided(bot, session.state, ask) or thrown(ask, random)


def test_a_round_from_four_phones_and_the_table_together(table, opened):
    table.begin("catch-up", *NAMES)
    phones, screen = [opened(f"seat:{seat}") for seat in range(4)], opened("table")
    session, random, said, by_phone = table.do(lambda: table.controller.session), Random(5), [], set()
    bot = import_module(session.game.bot).make(session.table, session.options, random)
    while (event := next_event(session, bot, random)) is not None:
        page = screen if len(said) % 3 == 2 else phones[event.seat]
        seq = session.seq
        for each in (*phones, screen):
            each.wait_for(seq)
        page.say(event, session.asks(), NAMES)
        page.wait_for(seq + 1)
        said.append(event)
        if page is not screen:
            by_phone.add(event.seat)
    assert table.events == said
    assert by_phone == {0, 1, 2, 3}


@pytest.fixture
def network(table):
    """The network of a phone, which can be cut."""
    relay = Relay(table.web.address.port)
    yield relay
    relay.cut()


def test_phone_catches_up_with_its_next_view(table, network, opened):
    table.begin("catch-22", *NAMES[:2])
    phone, screen = opened("seat:0", network), opened("table")
    phone.wait_for(0)
    phone.page.evaluate(NOTE_VIEWS)
    network.cut()
    phone.page.wait_for_selector("body.lost")
    for seq in range(2):
        screen.wait_for(seq)
        screen.page.locator(".seat.acts .choice").first.click()
    screen.wait_for(2)
    assert phone.page.evaluate("() => window.seen") == []
    network.restore()
    phone.page.wait_for_selector('body:not(.lost)[data-seq="2"]')
    assert phone.page.evaluate("() => window.seen") == ["2"]
    phone.errors.clear()  # that the network was away


@pytest.mark.parametrize("wakes", ["in the hand", "by itself"])
def test_page_that_slept_shows_the_table_as_it_is(table, network, opened, wakes):
    """Its connection has died meanwhile, and nobody told it."""
    table.begin("catch-22", *NAMES[:2])
    phone, screen = opened("seat:0", network), opened("table")
    phone.page.clock.install()
    phone.page.reload()
    phone.wait_for(0)
    network.forget()
    screen.page.locator(".seat.acts .choice").first.click()
    screen.wait_for(1)
    assert phone.page.evaluate("() => document.body.dataset.seq") == "0"
    if wakes == "in the hand":
        phone.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    else:
        phone.page.clock.fast_forward(60_000)
    phone.page.wait_for_selector('body:not(.lost)[data-seq="1"]')


def test_offline_tap_counts_once_after_reconnecting(table, opened):
    table.begin("catch-22", *NAMES[:2])
    phone = opened("seat:0")
    phone.wait_for(0)
    phone.context.set_offline(True)
    phone.page.locator(".seat.acts .choice").first.click()
    phone.page.wait_for_selector("body.busy")
    assert table.events == []
    phone.context.set_offline(False)
    phone.wait_for(1)
    assert [type(event) for event in table.events] == [StarChosen]
    phone.errors.clear()  # that the network was away

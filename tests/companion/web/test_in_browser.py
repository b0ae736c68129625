"""People set up, correct, tap twice, go back, open two tabs and restart the program."""

from __future__ import annotations

import pytest

from companion.core.events import Ended, Face, Rolled
from companion.games.catch_22.events import StarChosen
from tests.support.served_table import served
from tests.support.table_browser import TableBrowser

pytestmark = pytest.mark.usefixtures("faster_than_people")


def count(page, wanted):
    page.page.wait_for_function("seq => document.body.dataset.seq === String(seq)", arg=wanted)


def test_a_game_is_set_up_and_begun(browser, table):
    page = TableBrowser(table, browser)
    page.page.click('[data-game="catch-22"]')
    card = page.page.locator("dialog[open]")
    card.locator(".segments label", has_text="2").first.click()
    card.locator(".seats-list input[type=text]").nth(1).fill("Zoë")
    card.locator(".seats-list input[type=text]").nth(1).dispatch_event("change")
    card.locator("summary").first.click()
    target = card.locator('.option[data-name="target"] input')
    target.fill("30")
    target.dispatch_event("change")
    card.locator('[data-key="begin"]').click()
    page.page.wait_for_selector("body[data-screen=table] .seat")
    session = table.do(lambda: table.controller.session)
    assert session.table.players[1] == "Zoë"
    assert len(session.table.players) == 2
    assert session.options.target == 30
    assert page.errors == []


def test_a_hebrew_name_turns_nothing_but_itself(browser, table):
    """Where the words of a line are, from left to right: the name first, then what is said of it."""
    table.begin("catch-up", "נועה לוי", "Bo")
    page = TableBrowser(table, browser, "table")
    places = page.page.evaluate(
        """async () => {
          const { h } = await import('/static/net.js');
          const line = document.body.appendChild(h('p', {}, 'נועה לוי: 12, Bo'));
          const left = (letter) => {
            const words = line.firstChild, at = words.data.indexOf(letter), range = document.createRange();
            range.setStart(words, at); range.setEnd(words, at + 1);
            return range.getBoundingClientRect().left;
          };
          return ['\\u05d9', '\\u05e0', ':', '1', 'B'].map(left);
        }"""
    )
    page.close()
    assert places == sorted(places)


def test_a_running_table_is_taken_over(browser, table):
    page = TableBrowser(table, browser)
    page.page.click('[data-game="catastrophe"]')
    page.page.locator("dialog[open] [data-key=middle]").click()
    card = page.page.locator("dialog[open]")
    card.locator('[data-key="fact-life"] summary').click()
    lives = card.locator('[data-key="fact-life"] input').first
    lives.fill("7")
    lives.dispatch_event("change")
    card.locator('[data-key="fact-life"] summary', has_text="✓").wait_for()
    card.locator('[data-key="facts-done"]').click()
    page.page.wait_for_selector("body[data-screen=table] .seat")
    assert table.do(lambda: table.controller.session.state.life)[:2] == (7, 9)
    assert page.errors == []


def test_undo_redo_and_history(browser, table):
    table.begin("catch-22", "Ann", "Bo")
    page = TableBrowser(table, browser)
    star = page.page.locator(".seat.acts .choice").first
    star.click()
    count(page, 1)
    page.page.click('[data-key="undo"]')
    count(page, 2)
    assert table.events == []
    page.page.click('[data-key="redo"]')
    count(page, 3)
    assert [type(event) for event in table.events] == [StarChosen]
    page.page.click('[data-key="history"]')
    card = page.page.locator("dialog[open]")
    first = table.events[0]
    card.locator("[data-entry]").click()
    page.page.locator("dialog[open] .choice").first.click()
    count(page, 4)
    assert table.events != [first]
    assert [type(event) for event in table.events] == [StarChosen]
    page.page.go_back()
    assert page.errors == []


def test_a_game_is_stopped_only_after_a_question(browser, table):
    table.begin("catch-22", "Ann", "Bo")
    page = TableBrowser(table, browser)
    page.page.click('[data-key="more"]')
    page.page.get_by_role("button", name="We stop here").click()
    assert table.events == []
    page.page.get_by_role("button", name="Stop the game").click()
    page.page.wait_for_selector(".over")
    assert [type(event) for event in table.events] == [Ended]


def test_correction_replaces_the_recorded_entry(browser, table):
    table.begin("catastrophe", "Ann", "Bo")
    page = TableBrowser(table, browser)
    page.page.click('[data-key="more"]')
    page.page.get_by_role("button", name="Something is different").click()
    card = page.page.locator("dialog[open]")
    card.locator('[data-key="fact-life"] summary').click()
    lives = card.locator('[data-key="fact-life"] input').first
    lives.fill("7")
    lives.dispatch_event("change")
    card.locator('[data-key="fact-life"] summary', has_text="✓").wait_for()
    card.locator('[data-key="facts-done"]').click()
    count(page, 1)
    assert table.do(lambda: table.controller.session.state.life) == (7, 9)


def test_two_taps_on_one_button_count_once(browser, table):
    table.begin("catch-22", "Ann", "Bo")
    page = TableBrowser(table, browser)
    page.page.evaluate(
        "() => { const each = document.querySelector('.seat.acts .choice'); each.click(); each.click(); }"
    )
    count(page, 1)
    page.page.locator(".seat.acts .choice").first.dblclick()
    count(page, 2)
    assert len(table.events) == 2
    assert {event.seat for event in table.events} == {0, 1}


def test_two_taps_on_undo_take_back_one_entry(browser, table):
    table.begin("catch-22", "Ann", "Bo")
    page = TableBrowser(table, browser)
    for done in (1, 2):
        page.page.locator(".seat.acts .choice").first.click()
        count(page, done)
    page.page.evaluate("() => { performance.now = () => 5000; }")
    page.page.click('[data-key="undo"]')
    count(page, 3)
    page.page.click('[data-key="undo"]')
    page.page.evaluate("() => { performance.now = () => 6000; }")
    page.page.click('[data-key="redo"]')
    count(page, 4)
    assert len(table.events) == 2


def test_tap_counts_before_the_last_one_is_answered(browser, table):
    table.begin("catch-22", "Ann", "Bo")
    page, held = TableBrowser(table, browser), []

    def hold_the_first(route):
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.page.route("**/tap?*", hold_the_first)
    for done in (1, 2):
        page.page.locator(".seat.acts .choice").first.click()
        count(page, done)
    route, answer = held[0]
    route.fulfill(response=answer)
    assert {event.seat for event in table.events} == {0, 1}


def test_nothing_is_redrawn_under_a_finger(browser, table):
    table.begin("catastrophe", "Ann", "Bo")
    page, beside = TableBrowser(table, browser), TableBrowser(table, browser)
    page.page.locator('[data-seat="0"] .face').first.hover()
    page.page.clock.install(time=0)
    page.page.clock.pause_at(1000)  # however long this machine takes, the finger is down for a moment only
    page.page.mouse.down()
    beside.page.locator('[data-seat="1"] .face').last.click()
    count(beside, 1)
    page.page.mouse.up()
    page.page.clock.run_for(1)
    count(page, 2)
    assert {event.seat for event in table.events} == {0, 1}


def test_resting_hand_does_not_stall_the_page(browser, table):
    table.begin("catch-22", "Ann", "Bo")
    page, beside = TableBrowser(table, browser), TableBrowser(table, browser)
    page.page.mouse.move(2, 2)
    page.page.mouse.down()
    beside.page.locator(".seat.acts .choice").first.click()
    count(page, 1)


def test_the_back_button_closes_a_card_and_plays_on(browser, table):
    table.begin("catch-up", "Ann", "Bo")
    page = TableBrowser(table, browser)
    page.page.click('[data-key="dice-0"]')
    page.page.locator("dialog[open]").wait_for()
    page.page.go_back()
    page.page.locator("dialog[open]").wait_for(state="detached")
    assert table.events == []
    page.roll(Rolled(0, (Face(4), Face(4), Face(5))))
    count(page, 1)
    page.page.goto("about:blank")
    page.page.evaluate("() => { history.back(); }")
    page.page.wait_for_url("**/table")
    count(page, 1)
    assert len(table.events) == 1


def test_two_tabs_show_the_same_table_and_one_tap_counts(browser, table):
    table.begin("catch-22", "Ann", "Bo")
    page = TableBrowser(table, browser)
    other = page.context.new_page()
    other.goto(f"{table.origin}/table")
    other.wait_for_selector(".seat.acts .choice")
    page.page.locator(".seat.acts .choice").first.click()
    other.wait_for_function("() => document.body.dataset.seq === '1'")
    page.page.evaluate("() => document.querySelector('.seat.acts .choice')?.click()")
    other.evaluate("() => document.querySelector('.seat.acts .choice')?.click()")
    count(page, 2)
    other.wait_for_function("() => document.body.dataset.seq === '2'")
    assert len(table.events) == 2


def test_page_recovers_after_a_restart(browser, tmp_path):
    journal, paired = tmp_path / "journal.sqlite", tmp_path / "paired.json"
    with served(journal, paired) as table:
        table.begin("catch-22", "Ann", "Bo")
        page = TableBrowser(table, browser)
        page.page.locator(".seat.acts .choice").first.click()
        count(page, 1)
        port = table.web.address.port
    page.page.wait_for_selector("body.lost")
    with served(journal, paired, port=port) as table:
        table.do(lambda: table.controller.resume("last"))
        page.page.wait_for_selector("body:not(.lost)")
        page.page.locator(".seat.acts .choice").first.click()
        count(page, 2)
        assert len(table.events) == 2

"""A reading under review in a browser: it offers what the table's card offers, about the reading it shows."""

from __future__ import annotations

import pytest

from companion.core.events import Face
from companion.referee.signals import DiceSeen, ReviewReason, SeenDie
from tests.support.served_table import tap, view
from tests.vision.sources.test_phone import jpeg

pytestmark = pytest.mark.usefixtures("faster_than_people")

BOXES = [(0.1, 0.1, 0.2, 0.2), (0.3, 0.1, 0.4, 0.2), (0.5, 0.1, 0.6, 0.2)]
THING = (0.7, 0.7, 0.8, 0.8)


def seen(*values, leans=(), unsure=(), at=1.0, reasons=()):
    dice = [
        SeenDie(value, "", 0.5 if place in unsure else 1.0, cocked=place in leans, box=BOXES[place])
        for place, value in enumerate(values)
    ]
    return DiceSeen(tuple(dice), sure=False, at=at, reasons=reasons, picture=jpeg(size=(64, 48)))


@pytest.fixture
def game(table):
    """Ann rolls three dice for the start of Catch Up."""
    table.begin("catch-up", "Ann", "Bo", "Cy")
    return table


def read(table, reading):
    table.controller.inbox.put(reading)
    return table.do(lambda: table.controller.pending_review)


def thrown_again(table):
    return table.do(lambda: table.controller.tray.leaning(table.controller.session))


def about(client, choice, mark, **given):
    shown = view(client)
    return tap(client, shown, choice, mark, review=shown["review"]["name"], **given).json()


@pytest.mark.parametrize("role", ["table", "seat:0"])
def test_only_the_die_that_leans_is_thrown_again(game, role):
    read(game, seen(3, 4, 6, leans=[1]))
    with game.client(role) as client:
        assert about(client, "leans", "one", die=2)["ok"]
        assert view(client)["review"] is None
        assert view(client)["notices"][0]["text"] == "Throw only the die that leans again: the others stay as they lie."
    assert thrown_again(game) == (BOXES[1],), "dice that lean are shown last"
    assert game.events == []


def test_what_is_no_die_is_said_to_the_camera(game, monkeypatch):
    said = []
    monkeypatch.setattr(game.controller.devices, "is_no_die", said.append)
    read(game, seen(3, 4, reasons=(ReviewReason("other_thing", box=THING),)))
    with game.client() as client:
        assert about(client, "no_die", "one", die=1)["ok"]
        assert about(client, "no_die", "two", die=None)["ok"]
        assert not about(client, "no_die", "three", die="x")["ok"]
    assert said == [BOXES[1], THING]


@pytest.mark.parametrize("choice", ["settle", "dismiss", "leans", "no_die"])
def test_an_answer_about_an_earlier_reading_does_nothing_to_the_next(game, choice):
    read(game, seen(3, 4, 6, unsure=[0]))
    with game.client() as client:
        old = view(client)
        second = read(game, seen(1, 1, 2, unsure=[0], at=9.0))
        given = {"review": old["review"]["name"], "die": 0, "dice": [{"value": 3}, {"value": 4}, {"value": 6}]}
        answer = tap(client, old, choice, "late", **given).json()
        assert not answer["ok"]
        assert "Play went on" in answer["why"]
    assert game.do(lambda: game.controller.pending_review) == second
    assert game.events == []


def test_the_card_is_about_the_newest_reading_and_marks_what_is_doubted(game, opened):
    read(game, seen(3, 4, 6, unsure=[0]))
    page = opened().page
    card = page.locator("dialog[open]")
    page.wait_for_selector("dialog[open] .slot .warn")
    assert card.locator(".slot .label").all_inner_texts() == ["Die 1 ?", "Die 2", "Die 3"]
    read(game, seen(1, 1, 2, unsure=[2], at=9.0))
    page.wait_for_selector("dialog[open] .slot:nth-of-type(3) .warn")
    assert page.locator("dialog[open]").count() == 1
    page.go_back()
    page.wait_for_selector("dialog[open]", state="detached")
    page.click('[data-key="review"]')
    card.locator("button.primary").click()
    page.wait_for_selector("dialog[open]", state="detached")
    assert game.events[0].faces == (Face(1), Face(1), Face(2))


def test_one_die_is_chosen_that_leans(game, opened):
    read(game, seen(3, 4, 6, at=2.0, reasons=(ReviewReason("other_thing", box=THING),)))
    phone = opened("seat:0").page
    card = phone.locator("dialog[open]")
    assert card.locator('[data-key="leans"]').is_disabled(), "no die is chosen yet"
    card.locator(".doubts .segments label").nth(1).click()
    card.locator('[data-key="leans"]').click()
    phone.wait_for_selector("dialog[open]", state="detached")
    assert thrown_again(game) == (BOXES[1],)


def test_nobody_is_given_a_die_before_it_is_said_whose_it_is(table, opened):
    table.begin("catch-22", "Ann", "Bo")
    while not any(ask.roll for ask in table.do(table.controller.session.asks)):
        ask = table.do(table.controller.session.asks)[0]
        table.do(lambda event=ask.choices[0].event: table.controller.touch(event))
    count = len(table.events)
    read(table, seen(3, 5))
    page = opened().page
    card = page.locator("dialog[open]")
    page.wait_for_selector("dialog[open] .slot select")
    assert card.locator("button.primary").is_disabled()
    card.locator(".slot select").first.select_option(label="Bo")
    assert card.locator("button.primary").is_disabled()
    card.locator(".slot select").last.select_option(label="Ann")
    card.locator("button.primary").click()
    page.wait_for_selector("dialog[open]", state="detached")
    rolled = {event.seat: event.faces for event in table.events[count:]}
    assert rolled == {0: (Face(5),), 1: (Face(3),)}

"""A bot is seated in the setup, where the game lets it play beside people."""

from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.refusal_note import Toast


def set_up(driver, game):
    shown = driver()
    shown.app.go("setup", game=game)
    shown.frames(2)
    return shown


def test_seated_bot_plays_in_the_game(driver, controller):
    shown = set_up(driver, "catch-up")
    first = shown.app.screen.people.who.names[1]
    shown.tap_on(shown.button(first))
    shown.tap_on(shown.button("a bot"))
    shown.tap_on(shown.button("Done"))
    assert shown.button(f"{first} · bot") is not None
    shown.tap_on(shown.button("Begin"))
    assert shown.app.bots.of(controller.session.id) == (1,)
    assert list(shown.all(Toast)) == []


def test_next_game_suggests_the_last_bots(driver, controller):
    shown = set_up(driver, "catch-up")
    first, second = shown.app.screen.people.who.names[:2]
    shown.tap_on(shown.button(second))
    shown.tap_on(shown.button("a bot"))
    shown.tap_on(shown.button("Done"))
    shown.tap_on(shown.button("Begin"))
    shown.tap_on(shown.app.screen.tools.home)
    shown.frames(2)
    for game, bots in (("catch-up", (1,)), ("catch-22", (1,)), ("catchy", ())):
        shown.app.go("setup", game=game)
        shown.frames(2)
        who = shown.app.screen.people.who
        assert (who.names[:2], who.bots) == ((first, second), bots)
    shown.app.go("setup", game="catch-22")
    shown.frames(2)
    shown.tap_on(shown.button("Begin"))
    assert shown.app.bots.of(controller.session.id) == (1,)


def test_a_person_is_a_person_again(driver, controller):
    shown = set_up(driver, "catch-up")
    for who in ("a bot", "a person"):
        name = shown.app.screen.people.who.names[0]
        shown.tap_on(shown.button(name))
        shown.tap_on(shown.button(who))
        shown.tap_on(shown.button("Done"))
    shown.tap_on(shown.button("Begin"))
    assert shown.app.bots.of(controller.session.id) == ()


def test_a_bot_keeps_its_name_when_players_change_places(driver, controller):
    shown = set_up(driver, "catch-up")
    shown.tap_on(shown.button(shown.app.screen.people.who.names[0]))
    shown.tap_on(shown.button("a bot"))
    shown.tap_on(shown.button("Done"))
    people = shown.app.screen.people
    people.seat(people.who.swapped(0, 1))
    shown.tap_on(shown.button("Begin"))
    assert shown.app.bots.of(controller.session.id) == (1,)


def test_no_bot_is_offered_that_would_see_cards(driver):
    shown = set_up(driver, "cat-in-the-box")
    shown.tap_on(shown.button(shown.app.screen.people.who.names[0]))
    assert next(shown.all(Keyboard)) is not None
    words = [getattr(widget, "words", "") for widget in shown.all()]
    assert "a bot" not in words

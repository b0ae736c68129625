"""A running table is taken over by touch, in every game; an impossible one is refused by name."""

import pytest
from kivy.metrics import dp

from companion import i18n
from companion.core.table import Table
from companion.drawing.theme import TOUCH
from companion.games import shelf
from companion.games.catch_22.ui.square_picker import SquarePicker
from companion.i18n import LANGUAGES
from companion.ui.screens.setup.fact_forms import set_right
from companion.ui.screens.setup.fact_tile import FactTile, write_tiles
from companion.ui.widgets.buttons import Button, Tappable
from companion.ui.widgets.refusal_note import Toast
from companion.views.take_over_draft import TakeOverDraft
from tests.contract.all_games import folder
from tests.support.written_words import paint, written

__all__ = ["written"]


@pytest.fixture(name="at")
def _at(driver):
    """Opens the form for a running table of a game, by touch."""

    def opened(game, size=(1280, 800)):
        shown = driver(size)
        shown.app.go("setup", game=game)
        shown.frames(2)
        shown.tap_on(shown.app.screen.middle)
        shown.frames(2)
        return shown

    return opened


def tap(shown, *words):
    """A finger on each of these in turn: a fact, or a button that says so."""
    for each in words:
        facts = [tile for tile in shown.all(FactTile) if tile.words == each]
        shown.tap_on(facts[0] if facts else shown.button(each))
        shown.frames(2)


def tap_all(shown, words, times=1):
    """A finger on every button that says this."""
    for button in [each for each in shown.all(Button) if each.words == words]:
        for _ in range(times):
            shown.tap_on(button)
            shown.frames(1)


TAKEN = {
    "catch-up": (
        ("What is going on", "rolling", "Round", "+", "+", "Who began this round", "Bo"),
        {"phase": "rolling", "round": 3, "starter": 1},
    ),
    "catchy": (
        ("What is going on", "a card is led", "Who had the Starting card", "Bo"),
        {"phase": "lead", "holder": 1, "leader": 1},
    ),
    "cat-in-the-box": (
        ("What is going on", "playing tricks", "Predictions"),
        {"phase": "play", "predictions": [1, 1, 1]},
    ),
    "catastrophe": (
        ("What is going on", "Claw: playing cards", "Whose turn it is", "Cy", "Lives"),
        {"phase": "claw", "turn": 2, "life": [8, 8, 8]},
    ),
    "catch-22": (
        ("What is going on", "placing cubes", "Whose turn it is", "Cy", "Pawns"),
        {"phase": "place", "turn": 2, "pawns": ["a1", "q1", "b3"]},
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TAKEN)
def test_the_word_of_every_fact_is_whole(at, written, game, language):
    """With the dot that it has once it was entered."""
    shown = at(game)
    screen = shown.app.screen
    i18n.set_language(language, [folder(shelf()[game]) / "locale"])
    for tile, field in zip(screen.tiles, screen.draft.fields, strict=True):
        tile.words = i18n.translate(field.label)
        tile.show("1", "1", (), entered=True, wrong=False, chosen=False)
    write_tiles(screen.tiles)
    written.clear()
    for tile in screen.tiles:
        paint(tile)
    i18n.set_language("")
    assert [each.words for each in written if each.cut] == []


def test_each_game_has_a_table_to_take_over():
    assert set(TAKEN) == set(shelf())


@pytest.mark.parametrize("game", TAKEN)
def test_a_running_table_is_taken_over_by_touch(at, controller, game):
    shown = at(game)
    taps, facts = TAKEN[game]
    tap(shown, *taps)
    if game == "cat-in-the-box":
        tap_all(shown, "+", 2)
    if game == "catastrophe":
        tap_all(shown, "\N{MINUS SIGN}")
    if game == "catch-22":
        for square in facts["pawns"]:
            tap(shown, "nothing")
            picker = next(shown.all(SquarePicker))
            shown.tap(*picker.to_window(*picker.centre_of(square)))
            shown.frames(2)
    assert shown.app.screen.draft.wrong is None, shown.app.screen.remark.words
    tap(shown, "Play on from here")
    assert shown.app.screen_name == "table"
    assert controller.session.facts_at_start is not None
    assert {key: controller.session.facts()[key] for key in facts} == facts


def test_refused_position_is_named_and_begins_nothing(at, controller):
    shown = at("catch-up")
    tap(shown, "What is going on", "the game is over")
    screen = shown.app.screen
    wrong = str(screen.draft.field(screen.draft.wrong).label)
    assert screen.remark.words.startswith(f"{wrong}: ")
    tap(shown, "Play on from here")
    assert controller.session is None
    assert screen.chosen == screen.draft.wrong, "the field that is wrong is open"
    assert wrong in next(shown.all(Toast)).words


def test_a_number_that_is_there_at_first_is_always_there(at):
    """Below the least of them there is nothing to tap to, and the board is painted with every value."""
    shown = at("catastrophe")
    tap(shown, "Grim Reapurr", "\N{MINUS SIGN}", "+", "\N{MINUS SIGN}", "\N{MINUS SIGN}")
    draft = shown.app.screen.draft
    assert (draft.value("reapurr"), draft.facts["reapurr"]) == (0, 0)
    shown.frames(2)


@pytest.mark.parametrize("game", TAKEN)
def test_a_fact_said_to_be_nothing_follows_from_the_rest(game):
    """Boards are painted with what follows."""
    found, table = shelf()[game], Table(("Ann", "Bo"))
    fresh = TakeOverDraft(found, table, found.options())
    for field in fresh.fields:
        assert TakeOverDraft(found, table, found.options(), {field.key: None}).facts == fresh.facts


def test_what_was_entered_can_be_left_open_again(at):
    shown = at("catch-up")
    tap(shown, "Round", "+", "+")
    assert shown.app.screen.draft.given == {"round": 2}
    tap(shown, "Leave this open")
    assert shown.app.screen.draft.given == {}


def test_it_outlives_the_screen_it_was_entered_on(at):
    shown = at("catastrophe")
    tap(shown, "Whose turn it is", "Bo", "← Back")
    assert shown.app.screen_name == "setup"
    shown.tap_on(shown.app.screen.middle)
    assert shown.app.screen.draft.given == {"turn": 1}


def test_a_bot_keeps_its_seat(driver, controller):
    shown = driver()
    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    shown.app.screen.people.seat(shown.app.screen.people.who.with_bot(1, is_bot=True))
    shown.tap_on(shown.app.screen.middle)
    tap(shown, "Play on from here")
    assert shown.app.bots.of(controller.session.id) == (1,)


def test_an_attack_on_two_players_is_entered(at, controller):
    shown = at("catastrophe")
    tap(shown, "What is going on", "reactions", "Whose turn it is", "Ann", "Cards being played", "+ Add")
    row = {"card": "attack", "seat": 0, "target": 1, "number": 4}
    shown.app.screen.draft.given["stack"][0].update(row)
    shown.tap_on(next(tile for tile in shown.all(FactTile) if tile.words == "Cards being played"))
    shown.tap_on([button for button in shown.all(Button) if button.words == "Cy"][-1])  # the last row: also against
    shown.frames(2)
    tap(shown, "Play on from here")
    (card,) = controller.session.facts()["stack"]
    assert {**row, "also": [2]}.items() <= card.items()


def test_a_card_that_is_being_played_is_set_right(driver, controller):
    """Its facts leave out what is usual; the form has all of it."""
    stack = [{"card": "attack", "seat": 0, "target": 1, "number": 4}]
    table = Table(("Ann", "Bo", "Cy"), ("red", "blue", "white"))
    controller.begin("catastrophe", table, None, {"phase": "react", "turn": 0, "stack": stack})
    shown = driver()
    shown.app.go("take_over", form=set_right(shown.app, controller.session))
    shown.frames(2)
    tap(shown, "All as a list", "Cards being played")
    assert shown.button("Card Attack, Who Ann, Against Bo, Number 4, Lives 1, Rolls 1")


def test_a_list_grows_and_shrinks(at):
    shown = at("catchy")
    tap(shown, "Tricks of this round", "+ Add")
    assert len(shown.app.screen.draft.given["history"]) == 1
    tap(shown, "↑ Up", "✕")
    assert shown.app.screen.draft.given["history"] == []


def test_a_list_is_left_open_from_the_page_of_an_entry(at):
    shown = at("catastrophe")
    tap(shown, "Cards being played", "+ Add")
    assert any(button.words == "↑ Up" for button in shown.all(Button))
    tap(shown, "Leave this open")
    assert shown.app.screen.draft.given == {}
    assert not any(button.words == "↑ Up" for button in shown.all(Button))
    tap(shown, "+ Add")
    assert len(shown.app.screen.draft.given["stack"]) == 1


def test_cells_are_painted(at):
    shown = at("cat-in-the-box")
    tap(shown, "Tokens on the board", "Bo", "3\n")
    assert shown.app.screen.draft.given["board"]["red"][:4] == [None, None, 1, None]


@pytest.mark.parametrize("game", TAKEN)
def test_everything_is_large_enough_for_a_finger(at, game):
    shown = at(game)
    for tile in list(shown.all(FactTile)):
        shown.tap_on(tile)
        shown.frames(2)
        for each in shown.all(Tappable):
            assert min(each.size) >= dp(TOUCH) - 1, (tile.words, getattr(each, "words", each), each.size)

"""A wrong card is corrected by tapping another one, and is then marked with a pencil on the table."""

import pytest

from companion.core.table import Table
from companion.games.cat_in_the_box.events import CardPlayed as Declared
from companion.games.catch_up.events import Discarded
from companion.games.catchy.events import CardPlayed as Laid
from companion.ui.screens.history_choices import DrawnChoice
from companion.ui.testing.screenshots import play
from companion.ui.widgets.cards import CardButton
from tests.support.recorded_drawing import Recording

PLAYERS = {"catchy": ("Ann", "Bo"), "cat-in-the-box": ("Ann", "Bo", "Cy")}


@pytest.fixture(name="laid")
def _laid(controller, driver):
    """The screen of the history at the last card that was laid in a game of a bot."""

    def start(game, kind):
        controller.begin(game, Table(PLAYERS[game]))
        while not isinstance(controller.session.entries[-1].event if controller.session.entries else None, kind):
            play(controller, 1, len(controller.session.entries))
        shown = driver()
        shown.app.go("history")
        shown.frames(3)
        shown.tap_on(shown.button("Change this"))
        shown.frames(2)
        return shown

    return start


@pytest.mark.parametrize(("game", "kind"), [("catchy", Laid), ("cat-in-the-box", Declared)])
def test_other_cards_are_drawn_and_one_is_tapped(laid, controller, game, kind):
    shown = laid(game, kind)
    first = controller.session.entries[-1].event
    choices = [choice for choice in shown.all(DrawnChoice) if choice.height > 56 and choice.width > 56]
    assert len(choices) > 5
    assert len(choices) == len(list(shown.all(DrawnChoice)))
    assert shown.button("Take this out: it did not happen")
    shown.tap_on(choices[3])
    entry = controller.session.entries[-1]
    assert isinstance(entry.event, kind)
    assert (entry.original, entry.event == first) == (first, False)
    shown.app.go("table")
    shown.frames(3)
    recording = Recording()
    controller.session.game.board(recording, (0, 0, 1280, 460), shown.app.screen.panel.scene())
    assert recording.words.count("\u270e") == 1


def test_payment_is_corrected_by_picking_cards_from_the_hand(controller, driver):
    controller.begin("catch-up", Table(("Ann", "Bo", "Cy")))
    while not is_changeable(controller.session):
        play(controller, 1, len(controller.session.entries))
    shown = driver()
    shown.app.go("history")
    shown.frames(3)
    shown.tap_on(shown.button("Change this"))
    shown.frames(2)
    before, first = controller.session.at(len(controller.session.entries) - 1), controller.session.entries[-1].event
    (ask,) = [ask for ask in controller.session.game.asks(before) if ask.seat == first.seat]
    other = next(choice.event for choice in ask.choices if choice.event != first)
    cards = {card.face.value: card for card in shown.all(CardButton)}
    assert {rank for rank, card in cards.items() if card.picked} == set(first.cards)
    assert shown.button("Take this out: it did not happen")
    for rank in set(first.cards) ^ set(other.cards):
        shown.tap_on(cards[rank])
    total = sum(other.cards)
    shown.tap_on(shown.button(f"Give up {total}"))
    entry = controller.session.entries[-1]
    assert (entry.original, set(entry.event.cards)) == (first, set(other.cards))
    shown.app.go("table")
    shown.frames(3)
    gone = [card.face for card in shown.all(CardButton) if card.face.corrected]
    assert {face.value for face in gone if face.gone} == set(other.cards)


def is_changeable(session):
    """Whether the last entry is a payment that could have been another."""
    entries = session.entries
    if not entries or not isinstance(entries[-1].event, Discarded):
        return False
    asks = session.game.asks(session.at(len(entries) - 1))
    return any(ask.seat == entries[-1].event.seat and len(ask.choices) > 1 for ask in asks)

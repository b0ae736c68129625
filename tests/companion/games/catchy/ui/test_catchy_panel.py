"""Catchy! on the screen, by touch alone; what counts is what the journal says."""

import time

from kivy.tests.common import UnitTestTouch

from companion.core.asks import Key
from companion.drawing.scene import GoBack
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.referee.signals import KeyPressed
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.refusal_note import Toast
from tests.companion.games.catchy.ui.cells import card_place

DECLINED = [
    [{"seat": 0, "card": "C4"}, {"seat": 1, "card": "C2"}],
    [{"seat": 0, "card": "B4"}, {"seat": 1, "card": "A2"}],
]
LEAD = {"phase": "lead", "holder": 0}


def events(controller):
    return [entry.event for entry in controller.session.entries]


def hand(shown, seat):
    return {button.words: button for button in shown.all(Button, shown.app.screen.hands[seat])}


def test_a_round_begins_in_the_strips(begin, driver):
    controller = begin()
    shown = driver()
    shown.tap_on(hand(shown, 1)["I have it"])
    assert hand(shown, 0) == {}
    shown.tap_on(hand(shown, 1)["the middle"])
    assert events(controller) == [StartingCardShown(1), CourseExchanged(1, 1)]


def test_cards_are_tapped_on_the_deck_which_turns_to_who_lays(begin, driver):
    controller = begin(facts=LEAD)
    shown = driver()
    assert card_place(shown, "A1")[1] > card_place(shown, "C1")[1]
    shown.tap(*card_place(shown, "A5"))
    assert card_place(shown, "A1")[1] < card_place(shown, "C1")[1], "upside down"
    shown.tap(*card_place(shown, "A2"))
    assert events(controller) == [CardPlayed(0, "A5"), CardPlayed(1, "A2")]
    assert card_place(shown, "A1")[1] > card_place(shown, "C1")[1]


def test_a_card_that_is_gone_says_who_laid_it(begin, driver):
    controller = begin(facts=LEAD)
    shown = driver()
    shown.tap(*card_place(shown, "A5"))
    shown.tap(*card_place(shown, "A5"))
    toast = next(shown.all(Toast))
    assert "Ann laid it in trick 1" in toast.words
    assert "(R3.2)" in toast.words
    assert len(events(controller)) == 1


def test_a_tap_before_the_round_says_what_is_missing(begin, driver):
    controller = begin()
    shown = driver()
    shown.tap(*card_place(shown, "A5"))
    assert "(R2.1)" in next(shown.all(Toast)).words
    assert events(controller) == []


def test_the_cat_walks_to_where_it_lies_now(begin, driver):
    begin(facts=LEAD)
    shown = driver()
    slides = shown.app.screen.panel.slides
    _, before = slides.place("cat")
    shown.tap(*card_place(shown, "A5"))
    shown.tap(*card_place(shown, "A2"))
    end = time.monotonic() + 5
    while slides.moving and time.monotonic() < end:
        shown.frames(1)
    assert slides.place("cat")[1] < before - 20


def test_a_proved_revoke_offers_the_way_back(begin, driver):
    controller = begin(facts={"phase": "lead", "history": DECLINED[:1]})
    shown = driver()
    for card in ("B4", "A2", "A3", "B1"):
        shown.tap(*card_place(shown, card))
    shown.tap_target(GoBack(3))
    assert events(controller) == [CardPlayed(0, "B4")]
    assert not any(isinstance(target.means, GoBack) for target in shown.app.screen.panel.targets.all)
    assert controller.session.facts()["waiting"] == [1]


def test_two_taps_in_one_frame_go_back_once(begin, driver):
    controller = begin(facts=LEAD)
    shown = driver()
    for card in ("C4", "C2", "B4", "A2", "A3", "B1"):
        shown.tap(*card_place(shown, card))
    place = shown.place_of(GoBack(3))
    shown.app.stage.forget_touch()
    for _ in range(2):
        finger = UnitTestTouch(*place)
        finger.touch_down()
        finger.touch_up()
    shown.frames(2)
    assert [event.card for event in events(controller)] == ["C4", "C2", "B4"]


def test_without_the_record_of_it_there_is_no_way_back(begin, driver):
    controller = begin(facts={"phase": "lead", "history": DECLINED})
    shown = driver()
    for card in ("A3", "B1"):
        shown.tap(*card_place(shown, card))
    assert len(events(controller)) == 2
    assert not any(isinstance(target.means, GoBack) for target in shown.app.screen.panel.targets.all)


def test_a_last_hand_is_shown_on_purpose(begin, driver):
    history = [[{"seat": 0, "card": f"{suit}4"}, {"seat": 1, "card": f"{suit}2"}] for suit in "ABC"]
    controller = begin(facts={"history": history, "scores": [3, 0]})
    shown = driver()
    shown.tap_on(hand(shown, 1)["Show my last cards"])
    picker = shown.app.screen.opened
    for card in ("B1", "A1", "J", "C5"):
        shown.tap_on(picker.tiles[card])
    shown.tap_on(picker.button)
    assert events(controller) == [HandShown(1, ("A1", "B1", "C5", "J"))]
    assert "Show my last cards" not in hand(shown, 1)
    assert "Show my last cards" in hand(shown, 0)


def test_the_button_box_steps_through_the_deck(begin, driver):
    controller = begin(facts=LEAD)
    shown = driver()
    for key in (Key.NEXT, Key.NEXT, Key.YES):
        controller.inbox.put(KeyPressed(0, key))
        shown.frames(3)
    assert len(events(controller)) == 1
    assert events(controller)[0].seat == 0


def test_the_colours_are_named_by_touch_and_stay_different(controller, driver):
    shown = driver()
    shown.app.go("setup", game="catchy")
    shown.frames(3)
    shown.tap_on(shown.button("Change the rules"))
    shown.tap_on(shown.button("More options"))
    editor = {row.name: row.editor for row in shown.app.screen.rules.options}["suits"]
    shown.tap_on(editor.buttons[0])
    shown.tap_on(shown.button("Begin"))
    suits = controller.session.options.suits
    assert suits[0] not in {"red", *suits[1:]}
    assert suits[1:] == ("yellow", "green")

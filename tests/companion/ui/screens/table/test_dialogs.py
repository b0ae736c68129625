"""A card over the panel stays as long as what it offers is asked, whatever is asked of others."""

from dataclasses import replace

from kivy.uix.widget import Widget

from companion.core.asks import Ask, Choice, Form
from companion.core.events import Face, Rolled
from companion.core.text import say
from companion.games.catastrophe.events import AttackPlayed, CountsCorrected, ReactionsClosed
from companion.record.journal import JournalError
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.screens.table.dialogs import PausedCard
from companion.ui.widgets.buttons import Button, ChoicePages
from companion.ui.widgets.form import FormFiller
from companion.ui.widgets.refusal_note import LOOKED_AT_S, Toast
from companion.ui.widgets.review import ReviewCard

COLOURS = ("red", "blue", "green", "yellow", "black", "white")


def happens(shown, controller, *events):
    for event in events:
        controller.touch(event)
    shown.frames(2)


def arrives(shown, controller, *dice):
    controller.inbox.put(DiceSeen(dice, sure=False))
    controller.tick()
    shown.frames(2)


def bo_under_review(begin, driver):
    controller = begin(4, game="catastrophe", options={"first": 0}, colours=COLOURS[:4])
    shown = driver()
    happens(shown, controller, AttackPlayed(0, 1, 4), ReactionsClosed(1))
    arrives(shown, controller, SeenDie(3, "blue", 0.5, box=(0.1, 0.4, 0.2, 0.5)))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    return controller, shown


def test_entering_dice_ends_with_its_roll(begin, driver):
    controller = begin(2)
    shown = driver()
    shown.app.screen.dice.enter(0)
    shown.frames(2)
    card = shown.app.screen.opened
    controller.notify_trouble("the camera is gone.")
    happens(shown, controller)
    assert shown.app.screen.opened is card
    happens(shown, controller, Rolled(0, (Face(3), Face(4), Face(5))))
    assert shown.app.screen.opened is None


def test_next_roll_of_the_same_dice_closes_the_card(begin, driver, monkeypatch):
    controller = begin(2)
    shown = driver()
    asks = controller.session.asks()
    shown.app.screen.dice.enter(0)
    monkeypatch.setattr(controller.session, "asks", lambda: asks)
    happens(shown, controller, Rolled(0, (Face(3), Face(4), Face(5))))
    assert shown.app.screen.opened is None


def test_choices_close_when_they_are_about_another_card(begin, driver, monkeypatch):
    controller = begin(2, game="catch-22", colours=COLOURS[:2])
    shown = driver()
    session = controller.session
    rolled = Rolled(0, (Face(1),) * 3)

    def asked(*about, choices=(rolled,)):
        ask = Ask(0, say("react?"), tuple(Choice(event, say("do it")) for event in choices), subject=about)
        monkeypatch.setattr(session, "asks", lambda: (ask, Ask(1, say("wait"), optional=True)))
        shown.app.screen.refresh()

    asked("an attack")
    shown.app.screen._open_choices(0, [("do it", lambda: None, False)])
    card = shown.app.screen.opened
    assert isinstance(card, ChoicePages)
    asked("an attack", choices=(rolled, replace(rolled, seat=2)))
    assert shown.app.screen.opened is card
    asked("another")
    assert shown.app.screen.opened is None


def test_finger_put_down_for_another_card_does_nothing(begin, driver, monkeypatch):
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the window must stand first

    controller = begin(2, game="catch-22", colours=COLOURS[:2])
    shown = driver()
    rolled = Rolled(0, (Face(1),) * 3)

    def asked(about):
        ask = Ask(0, say("react?"), (Choice(rolled, say("do it")),), subject=(about,))
        monkeypatch.setattr(controller.session, "asks", lambda: (ask, Ask(1, say("wait"), optional=True)))
        shown.app.screen.refresh()
        shown.frames(2)

    def lifted(*, after):
        button = shown.button("do it")
        shown.app.stage.forget_touch()
        touch = UnitTestTouch(*button.to_window(*button.center))
        touch.touch_down()
        after()
        touch.touch_up()
        shown.frames(2)
        return said

    said = []
    monkeypatch.setattr(shown.app.screen, "submit", lambda _event: said.append("done"))
    asked("an attack")
    assert lifted(after=lambda: asked("another")) == []
    assert lifted(after=lambda: asked("another")) == ["done"]


def test_form_stays_until_its_question_is_answered(begin, driver):
    controller = begin(3, game="catastrophe", options={"first": 0}, colours=COLOURS[:3])
    shown = driver()
    happens(shown, controller, AttackPlayed(0, 1, 4))
    form = next(form for ask in controller.session.asks() if ask.seat == 2 for form in ask.forms)
    shown.app.screen.fill(form)
    card = shown.app.screen.opened
    assert isinstance(card, FormFiller)
    happens(shown, controller, CountsCorrected(1, hand=3), CountsCorrected(2, hand=2))
    assert shown.app.screen.opened is card
    happens(shown, controller, ReactionsClosed(0))
    assert shown.app.screen.opened is None


def test_review_survives_other_entries_of_its_seat(begin, driver):
    controller, shown = bo_under_review(begin, driver)
    card = shown.app.screen.opened
    assert shown.app.screen.submit(CountsCorrected(1, hand=3))
    assert shown.app.screen.opened is card
    shown.tap_on(shown.app.screen.tools.undo)
    assert isinstance(shown.app.screen.opened, ReviewCard)
    assert controller.pending_review is not None


def test_settled_dice_survive_undo_and_other_cards(begin, driver):
    controller = begin(6, game="catastrophe", colours=COLOURS)
    shown = driver()
    happens(shown, controller, Rolled(5, (Face(2, "white"),)))
    arrives(shown, controller, *(SeenDie(3, colour, 0.5) for colour in COLOURS[:3]))
    shown.tap_on(shown.app.screen.opened.faces[5])

    def settled():
        return [(slot.value, slot.sure) for slot in shown.app.screen.opened.slots]

    shown.tap_on(shown.app.screen.tools.undo)
    assert controller.session.entries == []
    assert settled() == [(6, True), (3, False), (3, False)]
    shown.app.screen.open(Widget(), 3, "Dot looks something up")
    shown.app.screen.close()
    happens(shown, controller)
    assert settled() == [(6, True), (3, False), (3, False)]


def test_second_review_of_equal_dice_begins_unsettled(begin, driver):
    controller, shown = bo_under_review(begin, driver)
    shown.app.screen.opened.slots[0] = replace(shown.app.screen.opened.slots[0], value=6, sure=True)
    shown.app.screen.dice.dismiss()
    shown.frames(1)
    assert shown.app.screen.opened is None
    arrives(shown, controller, SeenDie(3, "blue", 0.5, box=(0.1, 0.4, 0.2, 0.5)))
    assert [slot.value for slot in shown.app.screen.opened.slots] == [3]


def offered(shown):
    return {button.words for button in shown.all(Button)} & {"Throw", "Enter dice"}


def test_no_throw_is_offered_during_a_review(begin, driver):
    controller = begin(2)
    shown = driver()
    assert offered(shown) == {"Enter dice"}
    arrives(shown, controller, *(SeenDie(value, value_confidence=0.5) for value in (3, 4, 5)))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    assert offered(shown) == set()
    shown.tap_on(shown.button("This was no throw"))
    assert offered(shown) == {"Enter dice"}


def test_form_over_a_review_survives_a_rebuild(begin, driver):
    controller = begin(6, game="catastrophe", colours=COLOURS)
    shown = driver()
    arrives(shown, controller, *(SeenDie(3, colour, 0.5) for colour in COLOURS[:3]))
    assert isinstance(shown.app.screen.opened, ReviewCard)
    shown.tap_on(shown.app.screen.opened.faces[5])
    shown.app.screen.fill(Form(CountsCorrected, {"seat": 5}), {"hand": 2})
    shown.frames(2)
    before = shown.app.screen
    shown.app.again()
    shown.frames(2)
    assert shown.app.screen is not before
    assert isinstance(shown.app.screen.opened, FormFiller)
    assert shown.app.screen.opened.value["hand"] == 2
    shown.app.screen.close()
    shown.frames(2)
    assert isinstance(shown.app.screen.opened, ReviewCard)
    assert [(slot.value, slot.sure) for slot in shown.app.screen.opened.slots] == [(6, True), (3, False), (3, False)]


def test_card_over_a_review_survives_its_end(begin, driver):
    controller, shown = bo_under_review(begin, driver)
    mine = Widget()
    shown.app.screen.open(mine, 3, "Dot looks something up")
    happens(shown, controller, Rolled(1, (Face(4, "blue"),)))
    assert controller.pending_review is None
    assert shown.app.screen.opened is mine


def test_review_card_shows_only_open_dice(begin, driver):
    controller = begin(6, game="catastrophe", colours=COLOURS)
    shown = driver()
    places = [(0.1 * at, 0.4, 0.1 * at + 0.05, 0.5) for at in range(6)]
    dice = zip(COLOURS, places, strict=True)
    arrives(
        shown, controller, *(SeenDie(3, colour, 0.5 if colour == "green" else 1.0, box=box) for colour, box in dice)
    )
    happens(shown, controller, Rolled(2, (Face(4, "green"),)))
    card = shown.app.screen.opened
    assert isinstance(card, ReviewCard)
    assert [slot.colour for slot in card.slots] == ["red", "blue", "yellow", "black", "white"]
    shown.tap_on(shown.button("Accept"))
    assert controller.pending_review is None
    assert len(controller.session.entries) == 6


def entering(begin, driver):
    """Somebody has entered one die of three by hand."""
    controller = begin(2)
    shown = driver()
    shown.app.screen.dice.enter(0)
    shown.frames(2)
    card = shown.app.screen.opened
    shown.tap_on(card.faces[4])
    assert [slot.value for slot in card.slots] == [5, 0, 0]
    return controller, shown, card


def test_half_entered_dice_return_after_a_review(begin, driver):
    controller, shown, card = entering(begin, driver)
    arrives(shown, controller, *(SeenDie(value, "", 0.5, box=(0.1, 0.4, 0.2, 0.5)) for value in (1, 2, 3)))
    assert shown.app.screen.opened is not card
    shown.tap_on(shown.button("This was no throw"))
    shown.frames(2)
    assert shown.app.screen.opened is card
    assert [slot.value for slot in card.slots] == [5, 0, 0]


def test_half_entered_dice_return_after_a_rebuild(begin, driver):
    controller, shown, _ = entering(begin, driver)
    arrives(shown, controller, *(SeenDie(value, "", 0.5, box=(0.1, 0.4, 0.2, 0.5)) for value in (1, 2, 3)))
    shown.app.change(text_size=1.15)
    shown.frames(3)
    assert controller.pending_review is not None
    shown.tap_on(shown.button("This was no throw"))
    shown.frames(2)
    assert [slot.value for slot in shown.app.screen.opened.slots] == [5, 0, 0]


def test_half_entered_dice_go_once_their_roll_counts(begin, driver):
    controller, shown, _ = entering(begin, driver)
    arrives(shown, controller, *(SeenDie(value, "", 0.5, box=(0.1, 0.4, 0.2, 0.5)) for value in (1, 2, 3)))
    shown.app.screen.dice.settle((Face(1), Face(2), Face(3)))
    shown.frames(2)
    assert controller.session.seq == 1
    assert shown.app.screen.opened is None


def test_card_for_dice_comes_back_after_a_pause(begin, driver, monkeypatch):
    controller = begin(4, game="catastrophe", options={"first": 0}, colours=COLOURS[:4])
    shown = driver()
    happens(shown, controller, AttackPlayed(0, 1, 4), ReactionsClosed(1))
    shown.app.screen.dice.enter(1)
    card = shown.app.screen.opened
    with monkeypatch.context() as disk:
        disk.setattr(controller.journal, "append", unwritable)
        happens(shown, controller, CountsCorrected(2, hand=1))
    assert isinstance(shown.app.screen.opened, PausedCard)
    controller.retry()
    shown.frames(2)
    assert shown.app.screen.opened is card


def unwritable(*_args, **_more):
    raise JournalError(say("the disk is full"))


def test_no_ends_of_a_notice_are_seen_beside_a_card(begin, driver):
    controller = begin(2)
    shown = driver()
    controller.inbox.put(DiceSeen((SeenDie(3), SeenDie(4)), sure=True))
    controller.tick()
    shown.frames(2)
    assert "3 dice wanted" in shown.app.screen.news.below.words
    arrives(shown, controller, *(SeenDie(value, value_confidence=0.5) for value in (3, 4, 5)))
    card = shown.app.screen.card.overlay
    assert isinstance(card.inner, ReviewCard)
    x, y, width, height = (round(value) for value in (card.x, card.y, card.width, card.height))
    texture = shown.app.stage.export_as_image().texture
    pixels, across = texture.pixels, texture.width
    beside = {
        pixels[at : at + 3]
        for row in range(texture.height - y - height + 2, texture.height - y - 2)
        for at in (4 * (row * across + x + 1), 4 * (row * across + x + width - 2))
    }
    assert len(beside) == 1


def test_what_was_said_at_a_table_goes_once_its_game_is_left(begin, driver):
    controller, shown = begin(2), driver()
    shown.app.screen.toast("Undone")
    said = next(shown.all(Toast))
    controller.leave()
    said.age(LOOKED_AT_S)
    assert said.parent is None

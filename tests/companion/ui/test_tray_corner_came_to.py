"""What the tray's corner says of the dice that lie there: "not counted" only if they did not count."""

from dataclasses import replace

import pytest

from companion.app.device_manager import Device
from companion.core.events import Face, Rolled
from companion.games.catch_up.events import Discarded
from companion.record.journal import Origin
from companion.referee.signals import DiceSeen, SeenDie, TrayMoved, TraySettled
from companion.referee.verdicts import Accepted
from companion.ui.widgets.die_button import DieButton
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.review import ReviewCard
from companion.views.presenter import PanelParts, table_view
from companion.views.tray_views import COLLECTED, COUNTED, IGNORED
from tests.support.screen_driver import beginning, controller, controllers, driver, show

__all__ = ["begin", "controller", "controllers", "driver", "show"]

begin = beginning("catch-up", players=3)
RED = ("red", "blue", "white")


def seen(*values, colour="red", sure=True, moved=0.0):
    boxes = [(0.1 + 0.2 * at + moved, 0.4, 0.2 + 0.2 * at + moved, 0.5) for at in range(len(values))]
    dice = tuple(SeenDie(value, colour, box=box) for value, box in zip(values, boxes, strict=True))
    return DiceSeen(dice, sure=sure, picture=b"jpeg")


def arrives(controller, *signals):
    for signal in signals:
        controller.inbox.put(signal)
    controller.tick()


def corner(controller):
    tray = table_view(controller).tray
    return tray.came_to, [die.value for die in tray.dice]


def pays(controller):
    """The second player gives up the 6 that this round costs."""
    assert isinstance(controller.touch(Discarded(1, (6,))), Accepted)


def roll(seat, *values):
    return Rolled(seat, tuple(map(Face, values)))


@pytest.fixture(name="rolled")
def _rolled(begin):
    """Ann has thrown 4, 5, 3, and it counted."""
    controller = begin(3, colours=RED)
    arrives(controller, seen(4, 5, 3))
    assert corner(controller) == (COUNTED, [4, 5, 3])
    return controller


def test_counted_dice_stay_counted_as_play_goes_on(rolled):
    rolled.touch(roll(1, 1, 1, 2), Origin.BOT)
    assert corner(rolled) == (COUNTED, [4, 5, 3])
    rolled.touch(roll(2, 6, 6, 6), Origin.BOT)
    rolled.touch(roll(2, 6, 6, 5), Origin.BOT)
    assert corner(rolled) == (COUNTED, [4, 5, 3])


def test_counted_dice_stay_counted_after_the_last_payment(begin):
    facts = {"phase": "rolling", "faces": [[3, 3, 3], None], "starter": 0}
    controller = begin(2, facts=facts, colours=RED[:2])
    arrives(controller, seen(1, 1, 1, colour="blue"))
    pays(controller)
    assert corner(controller) == (COUNTED, [1, 1, 1])


def test_dice_thrown_one_by_one_are_collected(begin):
    controller = begin(3, colours=RED)
    controller.throw_one_by_one(begins=True)
    arrives(controller, seen(4))
    assert corner(controller) == (COLLECTED, [4])
    arrives(controller, seen(4, 5))
    assert corner(controller) == (COLLECTED, [4, 5])
    assert [notice.kind for notice in table_view(controller).notices] == ["note", "note"]
    arrives(controller, seen(4, 5, 3))
    assert corner(controller) == (COUNTED, [4, 5, 3])


def test_whose_roll_it_was_taken_for_is_said_as_something_that_counts(begin):
    controller = begin(3, game="catastrophe")
    arrives(controller, seen(4, colour=""))
    notice = table_view(controller).notices[0]
    assert (notice.kind, notice.text) == ("look", "This counts as the roll of Ann: others might have thrown.")


def test_a_hand_that_passes_changes_nothing_of_it(rolled):
    arrives(rolled, TraySettled(seen(4, 5, 3)))
    assert corner(rolled) == (COUNTED, [4, 5, 3])


def test_dice_that_people_settled_or_entered_counted(begin):
    controller = begin(3, colours=RED)
    arrives(controller, seen(4, 5, 3, sure=False))
    controller.settle(tuple(Face(value, "red") for value in (4, 6, 3)))
    assert corner(controller) == (COUNTED, [4, 6, 3])
    arrives(controller, seen(2, 2, colour="blue", moved=0.1))
    assert corner(controller)[0] == IGNORED
    arrives(controller, seen(2, 2, 1, colour="blue", sure=False))
    controller.dismiss()
    assert corner(controller)[0] == IGNORED
    controller.touch(roll(1, 2, 2, 1))
    assert corner(controller)[0] == COUNTED


def test_undone_dice_are_shown_as_not_counted(rolled):
    rolled.undo()
    assert corner(rolled) == (IGNORED, [4, 5, 3])
    rolled.redo()
    assert corner(rolled) == (COUNTED, [4, 5, 3])
    arrives(rolled, seen(6, 6, moved=0.3))
    assert corner(rolled) == (IGNORED, [6, 6])


def test_corner_corrects_its_roll_even_later(rolled, driver):
    rolled.touch(roll(1, 1, 1, 2), Origin.BOT)
    shown = driver()
    shown.app.screen.dice.open_tray()
    shown.frames(2)
    card = shown.app.screen.opened
    assert isinstance(card, ReviewCard)
    assert [slot.value for slot in card.slots] == [4, 5, 3]
    shown.tap_on(next(each for each in shown.all(DieButton) if each not in card.faces))
    shown.tap_on(card.faces[5])
    shown.tap_on(shown.button("Accept"))
    events = [entry.event for entry in rolled.session.entries]
    assert [[face.value for face in event.faces] for event in events] == [[6, 5, 3], [1, 1, 2]]
    assert corner(rolled) == (COUNTED, [6, 5, 3])


def test_a_roll_is_called_an_earlier_one_once_people_entered_another(rolled, driver):
    shown = driver()

    def said():
        shown.app.screen.refresh()
        shown.app.screen.dice.open_tray()
        shown.frames(2)
        title = next(shown.all(Sheet)).title
        shown.app.screen.close()
        return shown.app.screen.tray.line, title

    assert said() == ("", "Roll: Ann")
    rolled.touch(roll(1, 1, 1, 2), Origin.BOT)
    assert said() == ("", "Roll: Ann")
    rolled.touch(roll(2, 6, 6, 5))
    assert corner(rolled) == (COUNTED, [4, 5, 3])
    assert said() == ("An earlier roll", "An earlier roll: Ann")
    rolled.undo()
    assert said() == ("", "Roll: Ann")


def test_a_roll_that_decided_who_begins_is_an_earlier_one_beside_the_next(rolled, driver):
    shown = driver()
    rolled.touch(roll(1, 1, 1, 2), Origin.BOT)
    shown.app.screen.refresh()
    assert shown.app.screen.tray.line == ""
    rolled.touch(roll(2, 1, 1, 2), Origin.BOT)
    assert [seat.asked for seat in table_view(rolled).seats] == [True, False, False]
    shown.app.screen.refresh()
    assert shown.app.screen.tray.line == "An earlier roll"


def test_a_roll_stays_an_earlier_one_while_a_bot_moves(begin):
    controller = begin(2, game="catch-22", facts={"phase": "place", "turn": 0, "pawns": ["e3", "i9"]})
    arrives(controller, seen(4, colour=""))
    assert corner(controller) == (COUNTED, [4])
    while (due := next((ask for ask in controller.session.asks() if ask.roll), None)) is None:
        controller.touch(controller.session.asks()[0].choices[0].event)
    assert due.seat == 1
    controller.touch(roll(1, 3), Origin.BOT)
    assert not any(ask.roll for ask in controller.session.asks())
    assert table_view(controller).tray.earlier


def test_a_roll_is_called_an_earlier_one_once_the_next_round_asks_for_rolls(begin, driver):
    facts = {"phase": "rolling", "round": 3, "faces": [[3, 3, 3], None], "starter": 0}
    controller = begin(2, facts=facts, colours=RED[:2])
    shown = driver()
    line = shown.app.screen.tray
    arrives(controller, seen(1, 1, 1, colour="blue"))
    shown.app.screen.refresh()
    assert (corner(controller), line.line) == ((COUNTED, [1, 1, 1]), "")
    pays(controller)
    shown.app.screen.refresh()
    assert (corner(controller), line.line) == ((COUNTED, [1, 1, 1]), "An earlier roll")
    shown.app.screen.dice.open_tray()
    shown.frames(2)
    assert next(shown.all(Sheet)).title == "An earlier roll: Bo"


def test_refused_correction_changes_nothing(begin, driver):
    facts = {"phase": "rolling", "faces": [[3, 3, 3], None], "starter": 0}
    controller = begin(2, facts=facts, colours=RED[:2])
    arrives(controller, seen(1, 1, 1, colour="blue"))
    pays(controller)
    before = list(controller.session.entries)
    for verdict in (
        controller.correct(tuple(Face(value, "blue") for value in (6, 6, 6)), controller.last_roll_seen()),
        controller.amend({before[0].seq: None}),  # it was no throw
    ):
        assert "“Bo gives up 6” could not have happened then" in str(verdict.why)
        assert controller.session.entries == before


def wants(controller, bots=(), *, ok=True):
    controller.devices.tray = Device("sim:", ok=ok)
    return str(table_view(controller, PanelParts(bots=bots)).tray.wants)


def test_nobody_is_asked_to_throw_while_a_bot_rolls(begin):
    controller = begin(3)
    assert [wants(controller, bots) for bots in ((), (1, 2), (0,))] == ["Throw the dice"] * 2 + ["A bot rolls"]
    assert [wants(controller, bots, ok=False) for bots in ((), (0,))] == ["Tap to enter a roll", "A bot rolls"]
    cats = begin(3, game="catastrophe")
    asked = [wants(cats, bots) for bots in ((), (0, 1), (0, 1, 2))]
    assert asked == ["Throw the dice", "Throw the die", "Bots roll"]


def test_one_die_is_called_a_die(begin):
    place = {"phase": "place", "turn": 0, "pawns": ["e3", "i9", "a5"]}
    assert wants(begin(3, game="catch-22", facts=place)) == "Throw the die"


def test_dice_that_did_not_count_go_once_their_roll_was_entered(begin):
    controller = begin(3, colours=RED)
    arrives(controller, seen(2, 2))
    assert corner(controller) == (IGNORED, [2, 2])
    controller.touch(roll(0, 4, 5, 3))
    assert corner(controller) == ("", [])
    controller.touch(roll(1, 1, 1, 2), Origin.BOT)
    assert corner(controller) == ("", [])
    controller.undo(2)
    assert corner(controller) == (IGNORED, [2, 2])


def test_dice_that_did_not_count_stay_while_another_rolls(begin):
    controller = begin(3, game="catastrophe", colours=RED)
    arrives(controller, seen(3, 3, colour="red"))
    assert corner(controller) == (IGNORED, [3, 3])
    controller.touch(Rolled(1, (Face(5, "blue"),)), Origin.BOT)
    assert corner(controller) == (IGNORED, [3, 3]), "Ann is to throw again"


def test_dice_that_were_entered_while_they_rolled_counted(begin):
    controller = begin(3, colours=RED)
    arrives(controller, TrayMoved())
    controller.touch(roll(0, 4, 5, 3))
    arrives(controller, seen(4, 5, 3))
    assert corner(controller) == (COUNTED, [4, 5, 3])


def test_dice_that_are_only_seen_again_or_moved_still_count(rolled):
    arrives(rolled, seen(4, 5, 3))
    assert corner(rolled) == (COUNTED, [4, 5, 3])
    arrives(rolled, replace(seen(4, 5, 3, moved=0.06), disturbed=True))
    assert corner(rolled) == (COUNTED, [4, 5, 3])


def test_corner_asks_only_for_the_die_that_leans(begin):
    controller = begin(3, colours=RED)
    reading = seen(4, 5, 3, sure=False)
    arrives(controller, replace(reading, dice=(replace(reading.dice[0], cocked=True), *reading.dice[1:])))
    controller.throw_again([reading.dice[0].box])
    assert (corner(controller), wants(controller)) == (("", []), "Throw only the die that leans")
    arrives(controller, TrayMoved(), seen(6, 5, 3))
    assert corner(controller) == (COUNTED, [6, 5, 3])
    assert wants(controller) == "Throw the dice"

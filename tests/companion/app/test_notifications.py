"""What is taken back is no longer said; what was true before is said again."""

from dataclasses import replace

import pytest

from companion.app.controller import TableController
from companion.app.device_manager import STARTING, Device
from companion.app.notifications import READ_S
from companion.app.transcript import Transcript
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, Predicted
from companion.games.catastrophe.events import AttackPlayed, CountsCorrected, CuriosityPlayed, ReactionsClosed
from companion.record.journal import Journal, JournalError
from companion.referee.signals import DeviceChanged, DeviceSaid
from companion.referee.verdicts import Accepted
from companion.views.presenter import table_view

THREE = Table(("Ann", "Bo", "Cyril"), ("red", "blue", "green"))


@pytest.fixture(name="controller")
def _controller():
    controller = TableController(Journal(":memory:"), shelf())
    controller.begin("catastrophe", THREE, {"first": 0}, {"phase": "claw", "turn": 0, "life": [9, 9, 1]})
    yield controller
    controller.stop()


def said(controller):
    return [str(notice.text) for notice in controller.notifications]


def cyril_is_out(controller):
    controller.touch(CuriosityPlayed(0, 2))
    controller.touch(ReactionsClosed(1))
    assert said(controller)[0] == "Cyril is out!"


def test_undo_removes_notification(controller):
    controller.touch(CountsCorrected(0, hand=6))
    counted = said(controller)
    cyril_is_out(controller)
    controller.undo()
    assert said(controller) == counted
    view = table_view(controller)
    assert view.notices == (), "what was said before the last event is no news"
    assert view.seats[2].said == ""
    controller.undo()
    assert [each.text for each in table_view(controller).notices] == counted


def test_undo_and_redo_of_notifications(controller):
    controller.touch(CountsCorrected(0, hand=6))
    controller.touch(CountsCorrected(1, hand=7))
    both = said(controller)
    assert len(both) == 2
    controller.undo()
    assert said(controller) == both[1:]
    controller.undo()
    assert said(controller) == []
    controller.redo()
    assert said(controller) == both[1:]
    controller.redo()
    assert said(controller) == both
    controller.undo(2)
    controller.redo(2)
    assert said(controller) == both
    controller.undo()
    controller.touch(CountsCorrected(2, hand=1))
    controller.undo(2)
    assert said(controller) == []


def test_outdated_refusal_is_removed(controller):
    controller.touch(CountsCorrected(0, hand=6))
    counted = said(controller)
    controller.touch(AttackPlayed(0, 1, 4))
    controller.touch(AttackPlayed(0, 1, 4))
    assert controller.notifications[0].kind == "refused"
    controller.notify_trouble("the box is gone.")
    controller.undo()
    assert said(controller) == ["The box is gone. Play goes on by touch.", *counted]


def test_undo_removes_notes_of_a_resumed_game(controller):
    cyril_is_out(controller)
    controller.resume(controller.session.id)
    assert said(controller)[0] == "Cyril is out!"
    controller.undo()
    assert said(controller) == []


def test_partial_undo_removes_only_its_notification(controller):
    controller.begin("catch-up", Table(("Ann", "Bo", "Cyril")))
    for seat, value in enumerate((6, 2, 3)):
        controller.touch(Rolled(seat, (Face(value),) * 3))
    assert said(controller) == ["Ann begins"]
    controller.undo()
    assert said(controller) == []


def test_transcript_does_not_repeat(controller):
    lines = []
    transcript = Transcript(controller, lines.append)
    controller.notify_trouble("the box is gone.")
    controller.touch(CountsCorrected(0, hand=6))
    transcript.step()
    controller.undo()
    controller.notify_trouble("the camera is gone.")
    transcript.step()
    transcript.step()
    assert [line.split()[2] for line in lines if "[said]" in line] == ["box", "camera"]


LOST = DeviceChanged("tray", ok=False, why=say("The camera was unplugged."))


@pytest.fixture(name="clock")
def _clock():
    return [0.0]


@pytest.fixture(name="table")
def _table(clock):
    table = TableController(Journal(":memory:"), shelf(), now=lambda: clock[0])
    table.devices.tray, table.devices.box = (
        Device(name, ok=False, why=STARTING, starting=True) for name in ("usb:0", "auto")
    )
    table.begin("catch-up", THREE)
    yield table
    table.stop()


def tell(table, *signals):
    for signal in signals:
        table.inbox.put(signal)
    table.tick()


def line(table):
    return [each.text for each in table_view(table).notices][:1]


def roll(table, *values):
    turn = table.session.facts()["waiting"][0]
    assert table.touch(Rolled(turn, tuple(Face(value) for value in values))) == Accepted()


def test_device_notification_ends_when_it_works(table):
    tell(table, DeviceChanged("tray", ok=True), LOST)
    assert "unplugged" in line(table)[0]
    tell(table, DeviceChanged("box", ok=True))
    assert "unplugged" in line(table)[0]
    tell(table, DeviceChanged("tray", ok=True))
    assert line(table) == []


def test_returned_box_replaces_its_loss(table):
    tell(table, DeviceChanged("box", ok=True, why=say("one is missing")), DeviceSaid("box", say("the box is away")))
    assert "away" in line(table)[0]
    tell(table, DeviceChanged("box", ok=True), DeviceSaid("box", say("the box is back")))
    assert [each.text for each in table_view(table).notices] == ["The box is back."]


def test_camera_remark_survives_first_picture(table):
    tell(table, DeviceSaid("tray", say("the tray is not set up")), DeviceChanged("tray", ok=True))
    assert line(table) == ["The tray is not set up."]


def test_other_news_stays_long_enough_to_read(table, clock):
    tell(table, DeviceChanged("tray", ok=True), LOST)
    clock[0] = READ_S - 1
    roll(table, 1, 1, 1)
    assert "unplugged" in line(table)[0]
    clock[0] = READ_S + 60
    assert "unplugged" in line(table)[0]
    roll(table, 2, 2, 2)
    assert line(table) == []


def test_changed_rules_notice_survives_bots(table, clock, monkeypatch):
    newer = replace(shelf()["catch-up"], rules_version=99)
    monkeypatch.setattr(table, "games", {"catch-up": newer})
    table.resume("last")
    for values in ((1, 1, 1), (2, 2, 2), (6, 6, 6)):
        roll(table, *values)
        assert "rules have changed" in line(table)[0]
    clock[0] = READ_S
    roll(table, 3, 3, 3)
    assert "rules have changed" not in "".join(line(table))


def test_pause_notification_ends(table, monkeypatch):
    def full(*_, **__):
        raise JournalError("the disk is full")

    monkeypatch.setattr(table.session, "submit", full)
    table.touch(Rolled(0, (Face(1), Face(1), Face(1))))
    assert "The disk is full" in line(table)[0]
    monkeypatch.undo()
    table.retry()
    assert line(table) == []


def test_entries_that_a_correction_took_come_back_as_old_news():
    controller = TableController(Journal(":memory:"), shelf())
    controller.begin("catch-up", Table(("Ann", "Bo")), None, {"phase": "rolling", "round": 1, "starter": 0})
    for seat, values in ((0, (3, 3, 3)), (1, (3, 2, 4)), (0, (6, 6, 5)), (1, (1, 1, 2))):
        controller.touch(Rolled(seat, tuple(map(Face, values))))
    news = [each.text for each in table_view(controller).notices]
    assert news == ["High roll: 17 by Ann"]
    controller.amend({1: Rolled(0, (Face(6), Face(6), Face(6)))}, "stop")
    controller.undo()
    assert [each.text for each in table_view(controller).notices] == news
    controller.stop()


def test_news_after_correction_is_about_what_was_corrected():
    controller = TableController(Journal(":memory:"), shelf())
    controller.begin("catch-up", Table(("Ann", "Bo")), None, {"phase": "rolling", "round": 1, "starter": 0})

    def roll(seat, *values):
        controller.touch(Rolled(seat, tuple(map(Face, values))))

    def news():
        return [each.text for each in table_view(controller).notices]

    roll(0, 3, 3, 3)
    roll(1, 3, 2, 4)  # nobody has to catch up
    roll(0, 6, 6, 5)
    roll(1, 1, 1, 2)
    running = "High roll: 17 by Ann"
    assert news() == [running]
    controller.amend({1: Rolled(0, (Face(2), Face(3), Face(4)))})
    assert news() == ["Corrected: Ann rolls 2 3 4: 9"]
    controller.undo()
    assert news() == []
    controller.amend({4: Rolled(1, (Face(1), Face(1), Face(4)))})
    assert news() == ["Corrected: Bo rolls 1 1 4: 6"]
    controller.amend({3: Rolled(0, (Face(6), Face(6), Face(6)))})
    assert news() == ["Corrected: Ann rolls 6 6 6: 18", "High roll: 18 by Ann"]
    controller.amend({4: None})
    assert news() == ["Taken out: Bo rolls 1 1 4: 6"]
    controller.amend({1: Rolled(0, (Face(1), Face(1), Face(1)))}, "stop")
    assert "Corrected: Ann rolls 1 1 1: 3" in news()
    assert "1 later entry was taken out" in news()
    controller.stop()


def test_what_an_earlier_trick_said_is_not_beside_a_name_after_its_correction():
    controller = TableController(Journal(":memory:"), shelf())
    controller.begin("cat-in-the-box", Table(("Ann", "Bo", "Cy")))
    for event in (*map(CardSetAside, range(3)), Predicted(0, 1), Predicted(1, 1), Predicted(2, 1)):
        controller.touch(event)
    for seat, number, colour in ((0, 6, "blue"), (1, 5, "blue"), (2, 4, "blue"), (0, 3, "yellow")):
        controller.touch(CardPlayed(seat, number, colour))

    def said():
        return [each.said for each in table_view(controller).seats]

    assert said() == ["", "", ""]
    controller.amend({9: CardPlayed(2, 4, "green")})
    assert [each.text for each in table_view(controller).notices] == [
        "Corrected: Cy lays green 4",
        "Cy does not follow: no more blue for Cy.",
    ], "who took the trick is no news"
    assert said() == ["", "", ""]
    controller.touch(CardPlayed(1, 2, "yellow"))
    controller.amend({12: CardPlayed(1, 2, "red")})
    assert said() == ["", "Bo breaks red: it may be led now.", ""], "the last entry's are current"
    controller.stop()

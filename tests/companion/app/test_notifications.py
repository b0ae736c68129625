"""What is taken back is not said any more; what was true before is said again."""

import pytest

from companion.app.controller import TableController
from companion.app.transcript import Transcript
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catastrophe.events import AttackPlayed, CountsCorrected, CuriosityPlayed, ReactionsClosed
from companion.record.journal import Journal
from companion.ui.presenter import table_view

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


def test_who_was_put_out_is_not_said_to_be_out_after_that_was_taken_back(controller):
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


def test_several_are_taken_back_one_by_one_and_brought_back(controller):
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


def test_what_was_refused_in_a_situation_that_is_no_more_is_not_said(controller):
    controller.touch(CountsCorrected(0, hand=6))
    counted = said(controller)
    controller.touch(AttackPlayed(0, 1, 4))
    controller.touch(AttackPlayed(0, 1, 4))
    assert controller.notifications[0].kind == "refused"
    controller.notify_trouble("the box is gone.")
    controller.undo()
    assert said(controller) == ["The box is gone. Play goes on by touch.", *counted]


def test_of_a_game_gone_on_with_the_last_notes_are_taken_back_too(controller):
    cyril_is_out(controller)
    controller.resume(controller.session.id)
    assert said(controller)[0] == "Cyril is out!"
    controller.undo()
    assert said(controller) == []


def test_of_a_roll_of_several_only_what_was_taken_back_is_unsaid(controller):
    controller.begin("catch-up", Table(("Ann", "Bo", "Cyril")))
    for seat, value in enumerate((6, 2, 3)):
        controller.touch(Rolled(seat, (Face(value),) * 3))
    assert said(controller) == ["Ann begins"]
    controller.undo()
    assert said(controller) == []


def test_a_transcript_does_not_say_again_what_is_left(controller):
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

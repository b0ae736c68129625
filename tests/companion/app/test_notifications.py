"""What is taken back is not said any more; what was true before is said again."""

import pytest

from companion.app.controller import Desk
from companion.app.transcript import Transcript
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catastrophe.events import AttackPlayed, CountsCorrected, CuriosityPlayed, ReactionsClosed
from companion.record.journal import Journal
from companion.ui.presenter import table_view

THREE = Table(("Ann", "Bo", "Cyril"), ("red", "blue", "green"))


@pytest.fixture(name="desk")
def _desk():
    desk = Desk(Journal(":memory:"), shelf())
    desk.begin("catastrophe", THREE, {"first": 0}, {"phase": "claw", "turn": 0, "life": [9, 9, 1]})
    yield desk
    desk.stop()


def said(desk):
    return [str(notice.text) for notice in desk.notices]


def cyril_is_out(desk):
    desk.touch(CuriosityPlayed(0, 2))
    desk.touch(ReactionsClosed(1))
    assert said(desk)[0] == "Cyril is out!"


def test_who_was_put_out_is_not_said_to_be_out_after_that_was_taken_back(desk):
    desk.touch(CountsCorrected(0, hand=6))
    counted = said(desk)
    cyril_is_out(desk)
    desk.undo()
    assert said(desk) == counted
    view = table_view(desk)
    assert [each.text for each in view.told] == counted
    assert view.seats[2].said == ""


def test_several_are_taken_back_one_by_one_and_brought_back(desk):
    desk.touch(CountsCorrected(0, hand=6))
    desk.touch(CountsCorrected(1, hand=7))
    both = said(desk)
    assert len(both) == 2
    desk.undo()
    assert said(desk) == both[1:]
    desk.undo()
    assert said(desk) == []
    desk.redo()
    assert said(desk) == both[1:]
    desk.redo()
    assert said(desk) == both
    desk.undo(2)
    desk.redo(2)
    assert said(desk) == both
    desk.undo()
    desk.touch(CountsCorrected(2, hand=1))
    desk.undo(2)
    assert said(desk) == []


def test_what_was_refused_in_a_situation_that_is_no_more_is_not_said(desk):
    desk.touch(CountsCorrected(0, hand=6))
    counted = said(desk)
    desk.touch(AttackPlayed(0, 1, 4))
    desk.touch(AttackPlayed(0, 1, 4))
    assert desk.notices[0].kind == "refused"
    desk.tell_trouble("the box is gone.")
    desk.undo()
    assert said(desk) == ["The box is gone. Play goes on by touch.", *counted]


def test_of_a_game_gone_on_with_the_last_notes_are_taken_back_too(desk):
    cyril_is_out(desk)
    desk.resume(desk.session.id)
    assert said(desk)[0] == "Cyril is out!"
    desk.undo()
    assert said(desk) == []


def test_of_a_roll_of_several_only_what_was_taken_back_is_unsaid(desk):
    desk.begin("catch-up", Table(("Ann", "Bo", "Cyril")))
    for seat, value in enumerate((6, 2, 3)):
        desk.touch(Rolled(seat, (Face(value),) * 3))
    assert said(desk) == ["Ann begins"]
    desk.undo()
    assert said(desk) == []


def test_an_evening_in_lines_does_not_say_again_what_is_left(desk):
    lines = []
    transcript = Transcript(desk, lines.append)
    desk.tell_trouble("the box is gone.")
    desk.touch(CountsCorrected(0, hand=6))
    transcript.step()
    desk.undo()
    desk.tell_trouble("the camera is gone.")
    transcript.step()
    transcript.step()
    assert [line.split()[2] for line in lines if "[said]" in line] == ["box", "camera"]

"""A roll that was read wrong is set right in one step: both rows are on the disk, or the roll stays as it was."""

import pytest

from companion.app.controller import Desk
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal, JournalError
from companion.record.session import Session
from companion.referee.referee import Accepted, Ignored
from companion.referee.signals import DiceSeen, SeenDie

READ, SHOWN = (3, 4, 5), (3, 4, 1)


@pytest.fixture(name="desk")
def _desk(tmp_path):
    desk = Desk(Journal(tmp_path / "journal.sqlite"), shelf())
    desk.begin("catch-up", Table(("Ann", "Bo", "Cyril")))
    yield desk
    desk.stop()


def faces(values):
    return tuple(Face(value) for value in values)


def rolls(desk, *, places=0.0):
    boxes = [(0.2 * at, places, 0.2 * at + 0.1, places + 0.1) for at in range(len(READ))]
    dice = [SeenDie(value, "", box=box) for value, box in zip(READ, boxes, strict=True)]
    desk.inbox.put(DiceSeen(tuple(dice), sure=True))
    desk.tick()
    assert counted(desk)[-1] == READ
    return desk.last_roll_seen()


def counted(desk):
    return [tuple(face.value for face in entry.event.faces) for entry in desk.session.entries]


def kinds(desk):
    return [row.kind for row in desk.journal.rows(desk.session.id)]


def fills_up(monkeypatch, desk, kind):
    """The disk is full when a row of this kind is to be written."""
    append = desk.journal.append

    def full(session, seq, origin, of, body, evidence):
        if of == kind:
            raise JournalError("the disk is full")
        return append(session, seq, origin, of, body, evidence)

    monkeypatch.setattr(desk.journal, "append", full)


def test_what_lies_there_counts_in_place_of_what_was_read(desk):
    read = rolls(desk)
    assert isinstance(desk.correct(faces(SHOWN), read), Accepted)
    assert counted(desk) == [SHOWN]
    assert kinds(desk) == ["began", "Rolled", "undone", "Rolled"]
    assert desk.last_roll_seen() is read


@pytest.mark.parametrize("kind", ["undone", "Rolled"])
def test_a_disk_that_fills_up_between_the_two_does_not_lose_the_roll(desk, monkeypatch, kind):
    read = rolls(desk)
    before = desk.session.seq, desk.session.notes
    with monkeypatch.context() as disk:
        fills_up(disk, desk, kind)
        assert isinstance(desk.correct(faces(SHOWN), read), Ignored)
    assert desk.paused
    assert counted(desk) == [READ]
    assert (desk.session.seq, desk.session.notes) == before
    assert desk.session.taken_back == []
    assert kinds(desk) == ["began", "Rolled"]
    assert Session.resume(desk.journal, shelf(), desk.session.id).state == desk.session.state
    desk.retry()
    assert not desk.paused
    assert counted(desk) == [SHOWN]
    assert kinds(desk) == ["began", "Rolled", "undone", "Rolled"]


def test_what_cannot_count_there_takes_nothing_back(desk):
    read = rolls(desk)
    assert isinstance(desk.correct(faces((1, 2)), read), Ignored)
    assert counted(desk) == [READ]
    assert kinds(desk) == ["began", "Rolled"]
    assert "3 dice wanted, 2 dice seen" in str(desk.notices[0].text)


def test_where_nothing_has_counted_nothing_is_set_right(desk):
    assert isinstance(desk.correct(faces(SHOWN), DiceSeen((), sure=True)), Ignored)
    assert counted(desk) == []


def test_what_was_said_of_the_roll_is_said_anew(desk):
    for seat, value in enumerate((6, 2)):
        desk.touch(Rolled(seat, faces((value,) * 3)))
    read = rolls(desk, places=0.5)
    assert [str(notice.text) for notice in desk.notices] == ["Ann begins"]
    desk.correct(faces((6, 6, 6)), read)
    assert "Ann begins" not in [str(notice.text) for notice in desk.notices]
    desk.undo()
    rolls(desk, places=0.8)
    assert [str(notice.text) for notice in desk.notices] == ["Ann begins"]


def test_the_dice_that_were_set_right_lie_there_and_are_not_the_next_roll(desk):
    read = rolls(desk)
    desk.correct(faces(SHOWN), read)
    desk.inbox.put(read)
    desk.tick()
    assert counted(desk) == [SHOWN]
    assert desk.doubt is None

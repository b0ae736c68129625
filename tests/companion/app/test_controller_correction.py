"""A roll that was read wrong is set right in one step: both rows are on the disk, or the roll stays as it was."""

import pytest

from companion.app.controller import TableController
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal, JournalError
from companion.record.session import Session
from companion.referee.signals import DiceSeen, SeenDie
from companion.referee.verdicts import Accepted, Ignored

READ, SHOWN = (3, 4, 5), (3, 4, 1)


@pytest.fixture(name="controller")
def _controller(tmp_path):
    controller = TableController(Journal(tmp_path / "journal.sqlite"), shelf())
    controller.begin("catch-up", Table(("Ann", "Bo", "Cyril")))
    yield controller
    controller.stop()


def faces(values):
    return tuple(Face(value) for value in values)


def rolls(controller, *, places=0.0):
    boxes = [(0.2 * at, places, 0.2 * at + 0.1, places + 0.1) for at in range(len(READ))]
    dice = [SeenDie(value, "", box=box) for value, box in zip(READ, boxes, strict=True)]
    controller.inbox.put(DiceSeen(tuple(dice), sure=True))
    controller.tick()
    assert counted(controller)[-1] == READ
    return controller.last_roll_seen()


def counted(controller):
    return [tuple(face.value for face in entry.event.faces) for entry in controller.session.entries]


def kinds(controller):
    return [row.kind for row in controller.journal.rows(controller.session.id)]


def fills_up(monkeypatch, controller, kind):
    """The disk is full when a row of this kind is to be written."""
    append = controller.journal.append

    def full(session, seq, origin, of, body, evidence):
        if of == kind:
            raise JournalError("the disk is full")
        return append(session, seq, origin, of, body, evidence)

    monkeypatch.setattr(controller.journal, "append", full)


def test_correction_replaces_the_reading(controller):
    read = rolls(controller)
    assert isinstance(controller.correct(faces(SHOWN), read), Accepted)
    assert counted(controller) == [SHOWN]
    assert kinds(controller) == ["began", "Rolled", "amended"]
    assert controller.last_roll_seen() is read


@pytest.mark.parametrize("kind", ["amended"])
def test_full_disk_during_a_correction(controller, monkeypatch, kind):
    read = rolls(controller)
    before = controller.session.seq, controller.session.notes
    with monkeypatch.context() as disk:
        fills_up(disk, controller, kind)
        assert isinstance(controller.correct(faces(SHOWN), read), Ignored)
    assert controller.paused
    assert counted(controller) == [READ]
    assert (controller.session.seq, controller.session.notes) == before
    assert controller.session.taken_back == []
    assert kinds(controller) == ["began", "Rolled"]
    assert Session.resume(controller.journal, shelf(), controller.session.id).state == controller.session.state
    controller.retry()
    assert not controller.paused
    assert counted(controller) == [SHOWN]
    assert kinds(controller) == ["began", "Rolled", "amended"]


def test_impossible_correction_changes_nothing(controller):
    read = rolls(controller)
    assert isinstance(controller.correct(faces((1, 2)), read), Ignored)
    assert counted(controller) == [READ]
    assert kinds(controller) == ["began", "Rolled"]
    assert "3 dice wanted, 2 dice seen" in str(controller.notifications[0].text)


def test_nothing_to_correct(controller):
    assert isinstance(controller.correct(faces(SHOWN), DiceSeen((), sure=True)), Ignored)
    assert counted(controller) == []


def test_correction_updates_notes(controller):
    for seat, value in enumerate((6, 2)):
        controller.touch(Rolled(seat, faces((value,) * 3)))
    read = rolls(controller, places=0.5)
    assert [str(notice.text) for notice in controller.notifications] == ["Ann begins"]
    controller.correct(faces((6, 6, 6)), read)
    assert "Ann begins" not in [str(notice.text) for notice in controller.notifications]
    controller.undo()
    rolls(controller, places=0.8)
    assert [str(notice.text) for notice in controller.notifications] == ["Ann begins"]


def test_corrected_dice_are_not_the_next_roll(controller):
    read = rolls(controller)
    controller.correct(faces(SHOWN), read)
    controller.inbox.put(read)
    controller.tick()
    assert counted(controller) == [SHOWN]
    assert controller.pending_review is None


@pytest.fixture(name="cats")
def _cats(tmp_path):
    controller = TableController(Journal(tmp_path / "cats.sqlite"), shelf())
    controller.begin("catastrophe", Table(("Ann", "Bo", "Cy"), ("red", "blue", "green")))
    yield controller
    controller.stop()


def throws(controller, values):
    """Dice of all seats come to rest in one picture."""
    colours = controller.session.table.colours
    dice = [
        SeenDie(value, colour, box=(0.2 * at, 0.2, 0.2 * at + 0.1, 0.3))
        for at, (value, colour) in enumerate(zip(values, colours, strict=False))
    ]
    controller.inbox.put(DiceSeen(tuple(dice), sure=True))
    controller.tick()
    return controller.last_roll_seen()


def shows(*values):
    return tuple(Face(value, colour) for value, colour in zip(values, ("red", "blue", "green"), strict=False))


def thrown(controller):
    return [(entry.seq, entry.event.seat, entry.event.faces[0].value) for entry in controller.session.entries]


def test_correct_one_die_of_several_colours(cats):
    read = throws(cats, (3, 5, 6))
    assert thrown(cats) == [(1, 0, 3), (2, 1, 5), (3, 2, 6)]
    assert isinstance(cats.correct(shows(4, 5, 2), read), Accepted)
    assert thrown(cats) == [(1, 0, 4), (2, 1, 5), (3, 2, 2)]
    assert kinds(cats)[-1] == "amended"
    assert isinstance(cats.correct(shows(4, 1, 2), read), Accepted)
    assert thrown(cats) == [(1, 0, 4), (2, 1, 1), (3, 2, 2)]
    cats.undo(2)
    assert thrown(cats) == [(1, 0, 3), (2, 1, 5), (3, 2, 6)]


def test_correction_adds_a_die(cats):
    read = throws(cats, (3, 5))
    assert isinstance(cats.correct(shows(3, 4, 6), read), Accepted)
    assert [each[1:] for each in thrown(cats)] == [(0, 3), (1, 4), (2, 6)]
    assert Session.resume(cats.journal, shelf(), cats.session.id).state == cats.session.state


def test_correction_removes_a_die(cats):
    read = throws(cats, (3, 5, 6))
    assert isinstance(cats.correct(shows(3, 5), read), Accepted)
    assert thrown(cats) == [(1, 0, 3), (2, 1, 5)]


def test_history_keeps_the_first_reading(cats):
    read = throws(cats, (3, 5, 6))
    cats.correct(shows(4, 5, 6), read)
    changed = cats.history()[-1]
    assert "4" in str(changed.text)
    assert "3" in str(changed.before)
    assert [line.before for line in cats.history()[:2]] == [None, None]

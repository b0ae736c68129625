"""The wizard's screen where somebody is quick, changes his mind, or where something cannot be done."""

from threading import Event

import pytest

from companion.signals import DiceSeen
from companion.ui.screens.tray_files import TrayFiles
from companion.ui.widgets.toast import Toast
from tests.tray_person import RED, skipped_to


def toasts(person):
    return [toast.words for toast in person.glass.all(Toast)]


def test_why_one_cannot_go_on_is_said_where_it_is_tapped(person, film):
    person.camera.look_at(film["empty"])
    person.open()
    person.quiet()
    person.glass.tap_on(person.glass.button("Go on"))
    assert toasts(person) == ["This step is not done yet: Skip leaves it out."]


def test_what_is_tapped_before_the_answer_came_means_the_step_one_saw(person):
    person.open()
    hold = Event()
    person.screen.setup.do(lambda wizard: (hold.wait(5), wizard.progress)[1])
    for _ in range(2):
        person.glass.tap_on(person.glass.button("Skip"))
    hold.set()
    person.quiet()
    assert person.screen.progress.step == "plane"


def test_a_die_that_is_taken_up_is_no_throw(person, film):
    person.camera.look_at(film["empty"])
    person.open()
    skipped_to(person, "plane", "corners", "empty", "dice")
    person.throw(RED, "red", (560, 300))
    person.camera.look_at(film["empty"])
    taken_up = DiceSeen((), sure=True)
    person.glass.desk.inbox.put(taken_up)
    person.until(lambda: person.screen._told is taken_up)
    assert toasts(person) == []
    person.glass.desk.inbox.put(DiceSeen((), sure=False))
    person.until(lambda: toasts(person) == ["Throw one die alone: this was not one die."])


def test_the_scale_follows_what_is_said_of_the_die(person, film):
    person.camera.look_at(film["empty"])
    person.open()
    skipped_to(person, "plane")
    person.throw(RED, "red", (560, 300))
    person.until(lambda: person.screen.progress.may)
    for _ in range(4):
        person.glass.tap_on(person.screen.edge._more)
    person.quiet()
    assert person.screen.setup.answer.draft.plane.to_table[0][0] == pytest.approx(20 / 34, rel=0.01)


def test_a_draft_that_cannot_be_kept_is_said_where_one_is_then(person, film, monkeypatch):
    def full(self, draft):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TrayFiles, "leave", full)
    person.camera.look_at(film["empty"])
    person.open()
    person.until(lambda: person.screen.setup.answer.draft.width)
    person.glass.tap_on(person.glass.button("← Back"))
    person.glass.frames(2)
    assert person.glass.app.screen_name == "devices"
    assert toasts(person) == ["The half-done tray could not be kept: No space left on device"]

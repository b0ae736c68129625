"""The wizard's screen when people are quick, change their minds, or cannot do something."""

from threading import Event

import pytest

from calibration.profile.tray_profile import TrayProfile
from catseye.text import NOTHING
from companion.referee.signals import DiceSeen
from companion.ui.screens.tray_setup.profile_files import TrayFiles
from companion.ui.widgets.refusal_note import Toast
from tests.support.tray_setup_user import RED, skipped_to
from tests.support.written_words import written

__all__ = ["written"]


def toasts(person):
    return [toast.words for toast in person.driver.all(Toast)]


def test_tapping_next_too_early_says_why(person, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    person.quiet()
    person.driver.tap_on(person.driver.button("Next"))
    assert toasts(person) == ["This step is not done yet. Skip leaves it out."]


def test_early_tap_belongs_to_the_step_that_was_shown(person):
    person.open_with_chart()
    hold = Event()
    person.screen.setup.do(lambda wizard: (hold.wait(5), wizard.progress)[1])
    for _ in range(2):
        person.driver.tap_on(person.driver.button("Skip"))
    hold.set()
    person.quiet()
    assert person.screen.progress.step == "plane"


def test_a_double_tap_on_skip_skips_one_step(person):
    person.open_with_chart()
    place = person.driver.button("Skip").to_window(*person.driver.button("Skip").center)
    person.driver.tap(*place)
    person.until(lambda: person.screen.progress.step == "plane")
    person.driver.tap(*place, at_once=True)
    person.quiet()
    assert person.screen.progress.step == "plane"
    person.driver.tap(*place)
    person.until(lambda: person.screen.progress.step == "corners")


def test_picking_up_a_die_is_no_throw(person, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    skipped_to(person, "plane", "corners", "empty", "dice")
    person.throw(RED, "red", (560, 300))
    person.camera.look_at(film["empty"])
    taken_up = DiceSeen((), sure=True)
    person.driver.controller.inbox.put(taken_up)
    person.until(lambda: person.screen.throws.last_seen is taken_up)
    assert toasts(person) == []
    person.driver.controller.inbox.put(DiceSeen((), sure=False))
    person.until(lambda: toasts(person) == ["Throw one die alone, please."])


def test_entered_die_size_sets_the_scale(person, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    skipped_to(person, "plane")
    person.throw(RED, "red", (560, 300))
    person.until(lambda: person.screen.progress.may)
    for _ in range(4):
        person.driver.tap_on(person.driver.button("+", within=person.screen.edge))
    person.quiet()
    assert person.screen.setup.answer.draft.plane.to_table[0][0] == pytest.approx(20 / 34, rel=0.01)


def test_a_flickering_light_is_reported_where_the_tray_is_empty(person, film, monkeypatch):
    monkeypatch.setattr(person.camera.film, "flicker", lambda: (0.12, 100.0))
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    skipped_to(person, "plane", "corners", "empty")
    person.lie("empty")
    assert "flickers by 12% with the light of 50 Hz mains" in str(person.screen.setup.said)
    assert person.screen.setup.answer.draft.light.flicker == 0.12


def shown_size(person):
    return person.screen.wide.value, person.screen.deep.value


def test_suggested_tray_size_counts_once_confirmed(person, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    skipped_to(person, "plane", "corners")
    person.tap_corners()
    assert person.screen.sized.kind == "asked"
    assert person.screen.setup.answer.draft.plane is None
    person.driver.tap_on(person.driver.button("That is its size"))
    person.quiet()
    assert person.screen.setup.answer.draft.plane.method == "corners"
    assert person.screen.sized.words.startswith("✓")
    for _ in range(3):
        person.driver.tap_on(person.driver.button("+", within=person.screen.wide))
    person.quiet()
    assert shown_size(person) == (283, 190)
    person.driver.tap_on(person.driver.button("← Back"))
    person.driver.frames(3)
    person.open_with_chart()
    assert shown_size(person) == (283, 190), "it was entered before"
    assert person.screen.setup.answer.sized


NEWER = '{"version": 2, "camera": "usb:7", "dice": ["all that the newer program knew"]}'


@pytest.mark.parametrize("ending", ["json", "draft.json"])
def test_file_of_a_newer_version_is_set_aside(person, film, tmp_path, written, ending):
    folder = tmp_path / "trays"
    folder.mkdir()
    (folder / f"usb-7.{ending}").write_text(NEWER)
    person.camera.look_at(film["empty"])
    person.open()
    said = "\n".join(each.words for each in written)
    assert "version 2, but this program knows only 1" in said
    assert "kept under another name" in said
    assert "usb-7" not in said
    assert "/" not in said
    skipped_to(person, "empty")
    person.lie("empty")
    skipped_to(person, "dice", "result")
    if ending == "json":
        person.driver.tap_on(person.driver.button("Save"))
    else:
        person.driver.tap_on(person.driver.button("← Back"))
    person.driver.frames(3)
    aside = folder / f"usb-7.{ending}".replace(".json", ".aside1.json")
    assert aside.read_text() == NEWER
    assert TrayProfile.load(folder / f"usb-7.{ending}").light is not None
    assert toasts(person) == ["The old file could not be read. It is kept under another name."]


def test_a_file_that_cannot_be_moved_stays(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    path = tmp_path / "trays" / "usb-7.json"
    path.parent.mkdir()
    path.write_text(NEWER)
    files = TrayFiles("usb:7")
    files.begun()

    def held(_path, _aside):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "rename", held)
    for save in (files.keep, files.leave):
        if save == files.leave:
            assert save(TrayProfile("usb:7", 1280, 720, "now")) == NOTHING
        else:
            with pytest.raises(PermissionError):
                save(TrayProfile("usb:7", 1280, 720, "now"))
    assert path.read_text() == NEWER


def test_unreadable_profile_is_set_aside_too(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    path = tmp_path / "trays" / "usb-7.json"
    path.parent.mkdir()
    path.write_text("closed")

    def closed(*_):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(type(path), "open", closed)
        files = TrayFiles("usb:7")
        _, said = files.begun()
    assert "cannot be read (Permission denied)" in str(said)
    assert "under another name" in str(files.keep(TrayProfile("usb:7", 1280, 720, "now")))
    assert path.with_suffix(".aside1.json").read_text() == "closed"
    assert files.keep(TrayProfile("usb:7", 1280, 720, "later")) == NOTHING, "the one that was kept is known"


def test_unsaved_draft_is_reported_on_the_next_screen(person, film, monkeypatch):
    def full(self, draft):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TrayFiles, "leave", full)
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    person.until(lambda: person.screen.setup.answer.draft.width)
    person.driver.tap_on(person.driver.button("← Back"))
    person.driver.frames(2)
    assert person.driver.app.screen_name == "devices"
    assert toasts(person) == ["The unfinished set-up could not be saved: No space left on device"]

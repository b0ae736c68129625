"""From the first screen to a kept profile, by touch, with a rendered camera; left and resumed."""

import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile.tray_profile import TrayProfile
from calibration.solve.plane import plane_from_corners
from companion.core.table import Table
from companion.referee.dice_matching import dice_asked
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.screens.tray_setup.profile_files import TrayFiles
from companion.ui.widgets.buttons import Button
from tests.support.tray_setup_user import BLUE, RED, skipped_to
from tests.support.written_words import written

__all__ = ["written"]

SHOTS = os.environ.get("CALIBRATE_SHOTS", "")


def shoot(driver, name):
    if SHOTS:
        driver.shoot(Path(SHOTS) / f"{name}.png")


def test_from_the_first_screen_to_a_kept_profile(person, tour_pictures, tmp_path):
    scene, _ = tour_pictures
    person.open_with_chart()
    shoot(person.driver, "1-lens-empty")
    person.show_chart(5)
    shoot(person.driver, "1-lens-half")
    person.show_chart()
    assert person.screen.progress.share > 0.7
    person.go_on("plane")
    person.lie("lying")
    shoot(person.driver, "2-plane")
    person.go_on("corners")
    person.camera.look_at(person.film["empty"])
    person.until_shown()
    person.tap_corners()
    shoot(person.driver, "3-corners")
    person.go_on("empty")
    person.lie("empty")
    shoot(person.driver, "4-empty")
    person.go_on("dice")
    for body, colour in ((RED, "red"), (BLUE, "blue")):
        for at in ((560, 300), (640, 380), (700, 330)):
            person.throw(body, colour, at)
    shoot(person.driver, "5-dice")
    person.go_on("result")
    shoot(person.driver, "6-result")
    assert not list((tmp_path / "trays").glob("usb-7.json")), "nothing is kept before it is asked for"
    person.driver.tap_on(person.driver.button("Save"))
    person.driver.frames(3)
    shoot(person.driver, "7-kept")
    profile = TrayProfile.load(tmp_path / "trays" / "usb-7.json")
    assert abs(profile.lens.fx / scene.lens.fx - 1) < 0.005
    corners = profile.to_mm(np.array(person.film["corners"]))
    assert np.abs(corners - [(-140, -95), (140, -95), (140, 95), (-140, 95)]).max() < 1.5
    assert {die.owner for die in profile.dice} == {"red", "blue"}
    assert profile.camera == "usb:7"
    assert person.driver.app.controller.devices.tray_device.profile_taken == 1
    person.driver.tap_on(person.driver.button("← Back"))
    person.driver.frames(3)
    assert person.driver.app.screen_name == "devices"
    assert not list((tmp_path / "trays").glob("*.draft.json"))


def test_left_and_gone_on_with(person, tmp_path):
    person.open_with_chart()
    person.show_chart()
    person.go_on("plane")
    person.driver.tap_on(person.driver.button("← Back"))
    person.driver.frames(3)
    assert (tmp_path / "trays" / "usb-7.draft.json").exists()
    assert not (tmp_path / "trays" / "usb-7.json").exists()
    person.open_with_chart()
    assert person.screen.progress.step == "plane"
    assert "where you stopped" in str(person.screen.setup.said)


def test_a_worse_one_does_not_take_the_place(person, tour_pictures, film, tmp_path):
    scene, _ = tour_pictures
    plane = plane_from_corners(film["corners"], 280, 190, scene.lens, 1280)
    kept = TrayProfile("usb:7", 1280, 720, "before", lens=scene.lens, plane=plane)
    path = tmp_path / "trays" / "usb-7.json"
    kept.save(path)
    before = path.read_bytes()
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    for step in ("plane", "corners", "empty", "dice", "result"):
        person.quiet()
        person.driver.tap_on(person.driver.button("Skip"))
        person.until(lambda wanted=step: person.screen.progress.step == wanted)
    person.driver.frames(2)
    shoot(person.driver, "8-worse")
    person.driver.tap_on(person.driver.button("Save"))
    person.driver.frames(2)
    assert path.read_bytes() == before


def test_a_step_that_is_not_done_says_so(person, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    person.quiet()
    person.driver.tap_on(person.driver.button("Next"))
    person.driver.frames(2)
    assert person.screen.progress.step == "lens"


def test_more_dice_than_one_teach_nothing(person, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    for step in ("plane", "corners", "empty", "dice"):
        person.quiet()
        person.driver.tap_on(person.driver.button("Skip"))
        person.until(lambda wanted=step: person.screen.progress.step == wanted)
    person.throw(RED, "red", (560, 300), extra=(SeenDie(2, "blue"),))
    assert str(person.screen.progress.said) == ""
    person.throw(RED, "red", (600, 310))
    assert str(person.screen.progress.said) == "red: 2 more"


def test_without_a_camera_it_says_so(driver, controller, written):
    controller.devices.tray_device = None
    shown = driver()
    shown.app.go("tray_setup")
    shown.frames(5)
    assert any("No camera" in each.words for each in written)


def test_the_first_step_needs_no_chart(person, film, written):
    person.camera.look_at(film["empty"])
    person.open()
    assert person.screen.progress.step == "corners"
    assert "Step 1 of 4" in [each.words for each in written]
    person.quiet()
    person.driver.tap_on(person.driver.button("With a printed chart"))
    person.until(lambda: person.screen.progress.step == "lens")
    person.driver.frames(2)
    assert "Step 1 of 6" in [each.words for each in written]


def test_where_nothing_was_measured_it_is_not_ready(person, film, written):
    person.camera.look_at(film["empty"])
    person.open()
    skipped_to(person, "empty", "dice")
    written.clear()
    skipped_to(person, "result")
    person.driver.frames(2)
    said = [each.words for each in written]
    assert "Not ready yet" in said
    assert not {"Ready", "Try a throw, then save."} & set(said)


def test_nothing_but_a_rendered_tray_offers_a_throw(person, film):
    person.camera.look_at(film["empty"])
    person.open()
    for steps in (("empty", "dice"), ("result",)):
        skipped_to(person, *steps)
        assert not [each for each in person.driver.all(Button) if each.words == "Throw" and each.x > 0]


def test_the_chart_is_written_from_the_app(person, tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_documents_dir", lambda: str(tmp_path / "papers"))
    person.open_with_chart()
    person.driver.tap_on(person.driver.button("Save the chart"))
    person.driver.frames(2)
    shoot(person.driver, "0-chart")
    written = sorted((tmp_path / "papers" / "catseye").iterdir())
    assert [one.name for one in written] == ["chart-a4.pdf", "chart-letter.pdf"]
    assert written[0].read_bytes().startswith(b"%PDF")


def test_one_die_gives_the_scale(person, film):
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    person.quiet()
    person.driver.tap_on(person.driver.button("Skip"))
    person.until(lambda: person.screen.progress.step == "plane")
    person.throw(RED, "red", (560, 300))
    person.until(lambda: person.screen.progress.may)
    shoot(person.driver, "9-die")
    plane = person.screen.setup.answer.draft.plane
    assert plane.method == "die"
    assert plane.to_table[0][0] == pytest.approx(16 / 34, rel=0.01)


@pytest.mark.parametrize("step", ["corners", "dice", "result"])
def test_while_the_tray_is_set_up_no_throw_counts_in_the_game(person, film, step):
    controller = person.driver.controller
    controller.begin("catch-up", Table(("Ann", "Bo")))
    before = controller.session.seq
    person.camera.look_at(film["empty"])
    person.driver.app.go("tray_setup")
    person.driver.frames(3)
    steps = ("corners", "empty", "dice", "result")
    skipped_to(person, *steps[1 : steps.index(step) + 1])
    shoot(person.driver, f"12-while-a-game-is-on-{step}")
    for number, at in enumerate(((560, 300), (600, 310), (640, 320))):
        person.throw(RED, "red", at, extra=THREE if step == "result" else ())
        assert (len(person.screen.setup.answer.draft.dice) == 1) == (step == "dice" and number == 2)
    assert (controller.session.seq, controller.pending_review, controller.notifications) == (before, None, ())
    lying = controller.seen
    person.driver.tap_on(person.driver.button("← Back"))
    person.driver.frames(3)
    controller.inbox.put(replace(lying))
    person.driver.frames(3)
    assert controller.session.seq == before, "nor does it where it was left lying"
    controller.inbox.put(DiceSeen((), sure=True))
    controller.inbox.put(rolled(dice_asked(controller.session)))
    person.driver.frames(3)
    assert controller.session.seq > before, "now throws count again"


THREE = tuple(SeenDie(2, "red", box=(x, 0.7, x + 0.03, 0.75)) for x in (0.3, 0.4))


def rolled(colours):
    """One die of each of these colours, thrown."""
    dice = [SeenDie(3, colour, box=(x / 10, 0.3, x / 10 + 0.03, 0.35)) for x, colour in enumerate(colours)]
    return DiceSeen(tuple(dice), sure=True)


def in_use(scene, film, tmp_path):
    """A good profile of this camera, and its file."""
    plane = plane_from_corners(film["corners"], 280, 190, scene.lens, 1280)
    kept = TrayProfile("usb:7", 1280, 720, "before", lens=scene.lens, plane=plane, region=tuple(film["corners"]))
    path = tmp_path / "trays" / "usb-7.json"
    kept.save(path)
    return kept, path


@pytest.mark.parametrize("shown", [None, (640, 480)])
def test_where_nothing_was_measured_nothing_is_kept(person, tour_pictures, film, tmp_path, shown):
    _, path = in_use(tour_pictures[0], film, tmp_path)
    before = path.read_bytes()
    if shown is not None:
        person.camera.look_at(cv2.resize(film["empty"], shown))
    person.open_with_chart()
    skipped_to(person, "plane", "corners", "empty", "dice", "result")
    person.driver.tap_on(person.driver.button("Save"))
    person.driver.frames(2)
    assert path.read_bytes() == before
    assert person.camera.profile_taken == 0


def test_what_is_changed_after_keeping_is_kept_again(person, tour_pictures, film, tmp_path):
    kept, path = in_use(tour_pictures[0], film, tmp_path)
    person.camera.look_at(film["empty"])
    person.open_with_chart()
    skipped_to(person, "plane", "corners")
    person.tap_corners()
    skipped_to(person, "empty", "dice", "result")
    person.driver.tap_on(person.driver.button("Save"))
    person.driver.frames(2)
    shoot(person.driver, "10-kept-with-what-was-known")
    first = TrayProfile.load(path)
    assert (first.lens, first.plane) == (kept.lens, kept.plane)
    assert person.screen.setup.is_kept
    for step in ("dice", "empty", "corners"):
        person.driver.tap_on(person.driver.button("Back one step"))
        person.until(lambda wanted=step: person.screen.progress.step == wanted)
    person.driver.tap_on(person.driver.button("Tap again"))
    person.quiet()
    for x, y in film["corners"]:
        person.tap_picture(x + 6, y + 4)
    skipped_to(person, "empty", "dice", "result")
    assert not person.screen.setup.is_kept, "this one is not kept yet"
    person.driver.tap_on(person.driver.button("← Back"))
    person.driver.frames(3)
    assert TrayProfile.load(path) == first
    left = TrayProfile.load(tmp_path / "trays" / "usb-7.draft.json")
    assert left.region[0][0] == pytest.approx(first.region[0][0] + 6, abs=1.5)
    person.open_with_chart()
    skipped_to(person, "corners", "empty", "dice", "result")
    person.driver.tap_on(person.driver.button("Save"))
    person.driver.frames(2)
    assert TrayProfile.load(path).region == left.region


def test_losses_are_named_before_saving(person, tour_pictures, film, tmp_path):
    in_use(tour_pictures[0], film, tmp_path)
    person.camera.look_at(cv2.resize(film["empty"], (640, 480)))
    person.open_with_chart()
    skipped_to(person, "plane", "corners", "empty")
    for _ in range(3):
        person.camera.look_at(cv2.resize(film["empty"], (640, 480)))
        person.until_seen()
    skipped_to(person, "dice", "result")
    shoot(person.driver, "11-lost")
    assert person.screen.setup.result[1]
    assert "pictures of 1280x720; this would be lost: the lens, the millimetres, the outline" in str(
        person.screen.setup.result[2]
    )


def test_a_draft_of_another_camera_is_left_alone(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    files = TrayFiles("http://cam/tray-1")
    TrayProfile("http://cam/tray/1", 1280, 720, "then").save(files.draft_path)
    wizard, said = files.begun()
    assert str(said) == ""
    assert wizard.draft.camera == "http://cam/tray-1"
    TrayFiles("http://cam/tray/1").leave(TrayProfile("http://cam/tray/1", 640, 480, "then"))
    files.leave(TrayProfile("http://cam/tray-1", 1280, 720, "then"))
    assert TrayFiles("http://cam/tray/1").begun()[0].draft.width == 640

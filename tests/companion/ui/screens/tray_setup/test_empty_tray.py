"""An empty tray is one without dice; the buttons of the steps keep their places; the chart is shown and explained."""

from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from companion.ui.screens.tray_setup.worker import TraySetup
from tests.support.tray_setup_user import skipped_to
from tests.support.written_words import paint, written

__all__ = ["written"]

DATA = Path(__file__).parents[4] / "vision" / "data"


@pytest.fixture(name="dice")
def _dice(monkeypatch):
    """Return the list of dice that the reader finds in every picture; tests fill it."""
    found = []
    reader = SimpleNamespace(read=lambda _picture: SimpleNamespace(dice=tuple(found)))
    monkeypatch.setattr("vision.open_reader", lambda: reader, raising=False)
    return found


def at_the_empty_step(person):
    person.open_with_chart()
    person.camera.look_at(person.film["empty"])
    skipped_to(person, "plane", "corners", "empty")


def test_a_tray_with_dice_in_it_is_not_empty(person, dice):
    at_the_empty_step(person)
    dice.append("a die")
    person.lie("empty")
    person.lie("empty")
    assert not person.screen.progress.may
    assert person.screen.progress.share < 1
    assert "dice in the tray" in str(person.screen.setup.said)
    dice.clear()
    person.lie("empty")
    person.lie("empty")
    assert person.screen.progress.may
    assert person.screen.progress.share == 1


def test_dice_thrown_in_afterwards_are_seen(person, dice):
    at_the_empty_step(person)
    person.lie("empty")
    assert person.screen.progress.may
    dice.append("a die")
    for _ in range(3):
        person.lie("empty")
    assert not person.screen.progress.may


def test_what_is_said_of_a_picture_goes_with_the_picture(person, dice, written, until):
    at_the_empty_step(person)
    dice.append("a die")
    person.lie("empty")
    person.lie("empty")
    there_are_dice = "There are dice in the tray: take them out"
    until(person.driver, lambda: there_are_dice in [each.words for each in written], "dice")
    person.camera.lose()
    person.driver.controller.tick()
    until(person.driver, lambda: any("unplugged" in each.words for each in written), "the picture is gone")
    written.clear()
    paint(person.screen.words)
    assert there_are_dice not in [each.words for each in written]


def test_the_reader_counts_the_dice_in_a_real_picture(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    setup = TraySetup("usb:7")
    assert setup._dice_in(cv2.imread(str(DATA / "d0012.jpg"))) > 0
    setup.close()


def test_the_ways_to_other_steps_keep_their_places(person, dice):
    person.open_with_chart()
    screen = person.screen
    person.camera.look_at(person.film["empty"])
    places = []
    for step in ("plane", "corners", "empty", "dice"):
        skipped_to(person, step)
        places.append((tuple(screen.step_back.pos), tuple(screen.skip.pos), tuple(screen.go_on.pos)))
    assert len(set(places)) == 1
    back, skip, go_on = places[0]
    skipped_to(person, "result")
    assert tuple(screen.step_back.pos) == back
    assert tuple(screen.keep.pos) == go_on
    for _ in range(5):
        person.driver.tap_on(screen.step_back)
        person.quiet()
    assert person.screen.progress.step == "lens"
    assert (tuple(screen.skip.pos), tuple(screen.go_on.pos)) == (skip, go_on)
    assert screen.step_back.right < 0, "there is no step before"


def test_the_chart_is_shown_and_said_to_be_optional(person, written):
    person.open_with_chart()
    assert person.screen.chart.width > 100
    assert any("not needed" in words for words, *_ in written)

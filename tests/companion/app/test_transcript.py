"""The game in lines: every notification once, however many there are."""

import pytest

from companion.app.controller import TableController
from companion.app.notifications import KEPT
from companion.app.transcript import Transcript
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal


@pytest.fixture
def controller():
    controller = TableController(Journal(":memory:"), shelf())
    controller.begin("catch-up", Table(("Ann", "Bo")))
    yield controller
    controller.stop()


def three_troubles(controller):
    """What is printed of them, all at one time, and what prints more."""
    lines = []
    transcript = Transcript(controller, lines.append)
    for number in range(3):
        controller.notify_trouble(f"trouble {number}.")
    transcript.step()
    return lines, transcript


def said(lines):
    """The troubles' numbers."""
    return [line.split()[2] for line in lines if "[said]" in line]


def test_each_notification_is_printed_once(controller):
    lines = []
    transcript = Transcript(controller, lines.append)
    for number in range(KEPT + 20):
        controller.notify_trouble(f"trouble {number}.")
        transcript.step()
        transcript.step()
    printed = [line for line in lines if "[said]" in line]
    assert printed == [f"{'':9}[said] Trouble {number}. Play goes on by touch." for number in range(KEPT + 20)]


def test_simultaneous_notifications_keep_their_order(controller):
    lines, _ = three_troubles(controller)
    assert said(lines) == ["0.", "1.", "2."]


def test_transcript_of_the_next_game(controller):
    lines, transcript = three_troubles(controller)
    controller.begin("catch-up", Table(("Ann", "Bo")))
    controller.notify_trouble("trouble 3.")
    transcript.step()
    assert said(lines) == ["0.", "1.", "2.", "3."]

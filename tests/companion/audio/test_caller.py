"""What the table lets hear while it is played: by language, volume and voice, each thing once."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion import games, i18n
from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.audio.caller import Caller
from companion.audio.cues import Sound
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, ReviewReason, SeenDie


class Recorder(list):
    def announce(self, announcement):
        self.append(announcement)


class HeardTable:
    """A table with a caller: `settings` may be changed, `heard` is what was announced."""

    def __init__(self):
        self.controller = TableController(Journal(":memory:"), shelf())
        self.settings, self.heard = Settings(), Recorder()
        self.caller = Caller(self.controller, self.heard, lambda: self.settings)

    def begin(self):
        self.controller.begin("catch-up", Table(("Ann", "Bo")))
        self.caller.step()

    def touch(self, event):
        self.controller.touch(event)
        self.caller.step()


@pytest.fixture
def table():
    made = HeardTable()
    yield made
    made.controller.stop()


def roll(seat, *values):
    return Rolled(seat, tuple(map(Face, values)))


def test_turn_is_announced_once(table):
    table.begin()
    for _ in range(3):
        table.caller.step()
    assert [each.words for each in table.heard] == ["Ann: Roll 3 dice to see who begins."]
    assert table.heard[0].volume == Settings().volume / 100


def test_roll_and_repeated_refusal_are_heard(table):
    table.begin()
    table.touch(roll(0, 1, 2, 3))
    table.touch(roll(0, 1, 2, 3))
    table.touch(roll(0, 1, 2, 3))
    assert [each.sounds for each in table.heard[1:]] == [
        (Sound.THROW, Sound.TURN),
        (Sound.REFUSED,),
        (Sound.REFUSED,),
    ]
    assert table.heard[1].words == "Ann rolls 1 2 3: 6. Bo: Roll 3 dice to see who begins."


def test_quiet_skips_announcements(table):
    table.begin()
    table.settings = replace(table.settings, volume=0)
    table.touch(roll(0, 1, 2, 3))
    assert [(each.sounds, each.words) for each in table.heard[1:]] == [((), "")]  # ends what is heard
    table.settings = replace(table.settings, volume=30)
    table.caller.step()
    assert len(table.heard) == 2
    table.touch(roll(1, 1, 2, 2))
    assert table.heard[-1].volume == 0.3


def test_sounds_without_voice(table):
    table.settings = replace(table.settings, voice=False)
    table.begin()
    assert (table.heard[0].sounds, table.heard[0].words) == ((Sound.TURN,), "")


def test_voice_language_follows_the_app(table):
    folders = [path for root in games.__path__ for path in Path(root).glob("*/locale")]
    i18n.set_language("de", folders)
    table.settings = replace(table.settings, language="de")
    table.begin()
    assert table.heard[0].language == "de"
    assert "3 Würfel" in table.heard[0].words


def test_question_about_dice_is_spoken(table):
    table.begin()
    unsure = DiceSeen(tuple(map(SeenDie, (1, 2, 3))), sure=False, reasons=(ReviewReason("may_lean", 2),))
    table.controller.inbox.put(unsure)
    table.controller.tick()
    table.caller.step()
    assert table.heard[-1].words == "a 2 may lean."


def test_left_table_is_silent(table):
    table.begin()
    table.controller.leave()
    table.caller.step()
    assert len(table.heard) == 1
    table.controller.resume("last")
    table.caller.step()
    assert len(table.heard) == 2

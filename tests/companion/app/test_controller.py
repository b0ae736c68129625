"""One evening at the desk: what is said, what pauses play, what a lost device does."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.app.controller import Desk, dice_asked
from companion.core.asks import Key
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.devices.tray import evidence_jpeg
from companion.games import shelf
from companion.games.catch_up.state import Discarded
from companion.record.journal import LARGEST_PICTURE, Journal, JournalError
from companion.referee.referee import Accepted, Ignored
from companion.referee.signals import DeviceChanged, DiceMoving, DiceSeen, KeyPressed, PressMark, SeenDie
from companion.ui.presenter import table_view

TABLE = Table(("Ann", "Bo"), ("red", "blue"))


@pytest.fixture
def desk():
    desk = Desk(Journal(":memory:"), shelf())
    desk.begin("catch-up", TABLE)
    yield desk
    desk.stop()


def dice(*values, sure=True, why=""):
    return DiceSeen(tuple(SeenDie(value) for value in values), sure, why, picture=b"jpeg")


def said(desk):
    return [f"{notice.kind}: {notice.text}" for notice in desk.notices]


def test_what_arrives_is_judged_at_the_next_tick(desk):
    desk.inbox.put(DiceMoving())
    assert desk.tick()
    assert desk.moving
    desk.inbox.put(dice(3, 4, 5))
    assert desk.tick()
    assert not desk.moving
    assert desk.session.facts()["rolls"] == [12, None]
    assert not desk.tick()


def test_a_tray_without_dice_is_nothing_to_ask_about_but_a_picture_in_which_none_can_be_seen_is(desk):
    desk.inbox.put(DiceSeen((), sure=True, why="no dice found"))
    desk.tick()
    assert (desk.doubt, desk.notices) == (None, ())
    dark = DiceSeen((), sure=False, why="the picture is too dark", picture=b"jpeg")
    desk.inbox.put(dark)
    desk.tick()
    assert desk.doubt.seen is dark
    assert str(desk.doubt.why) == "the picture is too dark"
    assert len(table_view(desk).doubt.slots) == 3
    desk.settle((Face(3), Face(4), Face(4)))
    assert desk.session.facts()["rolls"] == [11, None]


def test_a_doubt_about_an_empty_tray_ends_when_it_is_seen_to_be_empty(desk):
    desk.inbox.put(DiceSeen((), sure=False, why="the picture is too dark"))
    desk.tick()
    assert desk.doubt is not None
    desk.inbox.put(DiceSeen((), sure=True))
    desk.tick()
    assert desk.doubt is None
    desk.inbox.put(dice(3, 4, 4, sure=False))
    desk.inbox.put(DiceSeen((), sure=True))
    desk.tick()
    assert desk.doubt is not None  # these were thrown: somebody saw what they showed


def test_a_dark_picture_of_nothing_is_nothing_while_no_roll_is_due(desk):
    desk.session.submit(Rolled(0, (Face(6), Face(6), Face(5))))
    desk.session.submit(Rolled(1, (Face(6), Face(6), Face(6))))
    while desk.session.facts()["phase"] != "discarding":
        turn = desk.session.facts()["waiting"][0]
        desk.session.submit(Rolled(turn, (Face(turn + 1), Face(6), Face(5))))
    desk.inbox.put(DiceSeen((), sure=False, why="the picture is too dark"))
    desk.tick()
    assert (desk.doubt, desk.notices) == (None, ())


def test_the_last_roll_is_corrected_with_its_own_picture(desk):
    desk.inbox.put(dice(6, 6, 2))
    desk.tick()
    read = desk.last_roll_seen()
    assert [die.value for die in read.dice] == [6, 6, 2]
    desk.inbox.put(replace(dice(1, 3), picture=b"later"))
    desk.tick()
    assert desk.seen.picture == b"later"
    assert desk.last_roll_seen() is read
    desk.undo()
    assert desk.last_roll_seen() is None
    desk.settle((Face(6), Face(5), Face(2)), read)
    assert desk.session.facts()["rolls"] == [13, None]
    assert desk.picture(desk.session.seq) == b"jpeg"


def test_a_game_that_another_app_has_gone_on_with_is_kept_while_it_cannot_be_read(desk, monkeypatch):
    def unread(*_):
        raise JournalError("the disk is away")

    other = Desk(desk.journal, shelf())
    other.resume("last")
    other.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    rows, left = desk.journal.rows, [2]

    def second_fails(session):
        left[0] -= 1
        return rows(session) if left[0] else unread()

    monkeypatch.setattr(desk.journal, "rows", second_fails)
    desk.touch(Rolled(0, (Face(4), Face(4), Face(3))))
    assert desk.session is not None
    assert desk.paused
    monkeypatch.undo()
    desk.retry()
    assert isinstance(desk.touch(Rolled(0, (Face(4), Face(4), Face(3)))), Ignored)
    assert desk.session.facts()["rolls"] == [6, None]


def test_a_hand_that_passes_over_dice_already_read_is_no_roll(desk):
    desk.inbox.put(dice(3, 4, 5))
    desk.inbox.put(DiceMoving())
    desk.tick()
    assert desk.moving
    desk.inbox.put(DiceMoving(moving=False))
    desk.tick()
    assert not desk.moving
    assert desk.session.seq == 1
    assert desk.notices == ()


def test_a_doubt_waits_until_it_is_settled(desk):
    desk.inbox.put(dice(3, 4, 5, sure=False, why="too dark"))
    desk.tick()
    assert "too dark" in str(desk.doubt.why)
    assert isinstance(desk.settle((Face(3), Face(4), Face(4))), Accepted)
    assert desk.doubt is None
    assert desk.history()[0].has_picture
    assert desk.picture(1) == b"jpeg"


def test_dice_thrown_again_settle_a_doubt_too(desk):
    desk.inbox.put(dice(3, 4, 5, sure=False))
    desk.tick()
    desk.inbox.put(dice(1, 1, 2))
    desk.tick()
    assert desk.doubt is None
    assert desk.session.facts()["rolls"] == [4, None]


def test_a_wrong_number_of_dice_is_said_and_not_applied(desk):
    desk.inbox.put(dice(3, 4))
    desk.tick()
    assert desk.session.seq == 0
    assert said(desk)[0].startswith("ignored: 3 dice wanted, 2 dice seen")


def test_an_emptied_tray_is_nothing_to_speak_of(desk):
    desk.inbox.put(DiceSeen((), sure=True))
    desk.tick()
    assert desk.notices == ()


def test_a_lost_device_is_said_calmly_and_play_goes_on(desk):
    desk.inbox.put(DeviceChanged("tray", ok=True))
    desk.tick()
    desk.inbox.put(DeviceChanged("tray", ok=False, why="usb:0 was unplugged"))
    desk.tick()
    assert said(desk)[0] == "device: Usb:0 was unplugged. Play goes on by touch."
    assert not desk.tray.ok
    assert isinstance(desk.touch(Rolled(0, (Face(1), Face(2), Face(3)))), Accepted)
    desk.inbox.put(DeviceChanged("tray", ok=True))
    desk.tick()
    assert desk.tray.ok


def test_a_full_disk_pauses_play_and_keeps_what_was_refused(desk, monkeypatch):
    append = desk.journal.append

    def full(*_):
        raise JournalError("the disk is full")

    monkeypatch.setattr(desk.journal, "append", full)
    desk.inbox.put(dice(3, 4, 5))
    desk.tick()
    assert desk.paused == "The disk is full."
    assert desk.session.seq == 0
    assert isinstance(desk.touch(Rolled(0, (Face(1), Face(1), Face(1)))), Ignored)
    assert isinstance(desk.retry(), Ignored)
    monkeypatch.setattr(desk.journal, "append", append)
    assert isinstance(desk.retry(), Accepted)
    assert desk.paused == ""
    assert desk.session.facts()["rolls"] == [12, None]
    assert desk.picture(1) == b"jpeg"


def test_a_game_that_another_app_has_gone_on_with_is_gone_on_with_from_there(desk):
    other = Desk(desk.journal, shelf())
    other.resume("last")
    other.touch(Rolled(0, (Face(6), Face(6), Face(5))))
    assert isinstance(desk.touch(Rolled(0, (Face(1), Face(2), Face(3)))), Ignored)
    assert desk.paused == ""
    assert desk.session.facts()["rolls"] == [17, None]
    assert "another app" in said(desk)[0]
    assert isinstance(desk.touch(Rolled(1, (Face(1), Face(2), Face(3)))), Accepted)


def test_a_game_that_another_app_has_gone_on_with_may_not_be_readable_just_then(desk, monkeypatch):
    other = Desk(desk.journal, shelf())
    other.resume("last")
    other.touch(Rolled(0, (Face(6), Face(6), Face(5))))

    def unreadable(*_):
        raise JournalError("the disk does not answer")

    with monkeypatch.context() as patched:
        patched.setattr(desk.journal, "rows", unreadable)
        desk.touch(Rolled(0, (Face(1), Face(2), Face(3))))
        assert desk.paused == "The disk does not answer."
    desk.retry()
    desk.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    assert (desk.paused, desk.session.facts()["rolls"]) == ("", [17, None])


def test_dice_meant_for_another_game_do_not_count_in_this_one(desk):
    desk.inbox.put(dice(3, 4, 5))
    desk.inbox.put(DeviceChanged("box", ok=True))
    desk.begin("catch-up", TABLE)
    desk.tick()
    assert desk.session.seq == 0
    assert desk.box.ok


def test_undo_beyond_the_beginning_says_so(desk):
    assert isinstance(desk.undo(), Ignored)
    assert desk.notices[0].kind == "ignored"


def test_history_is_newest_first_and_shows_what_was_taken_back(desk):
    for seat in (0, 1):
        desk.touch(Rolled(seat, (Face(6 - seat), Face(2), Face(3))))
    desk.undo()
    lines = desk.history()
    assert [(line.seq, line.undone) for line in lines] == [(2, True), (1, False)]
    assert "Ann rolled 6 2 3" in str(lines[1].text)


def test_a_session_can_be_left_and_gone_on_with(desk):
    desk.touch(Rolled(0, (Face(6), Face(2), Face(3))))
    session = desk.session.id
    desk.leave()
    assert desk.session is None
    (listed,) = desk.sessions()
    assert (listed.id, listed.events, listed.over, listed.players) == (session, 1, False, ("Ann", "Bo"))
    desk.resume(session)
    assert desk.session.facts()["rolls"] == [11, None]


@pytest.mark.parametrize("newer", [False, True])
def test_a_game_begun_by_other_rules_is_gone_on_with_and_said_to_be(desk, newer):
    session = desk.session.id
    desk.touch(Rolled(0, (Face(3), Face(4), Face(5))))
    desk.leave()
    if newer:
        game = desk.games["catch-up"]
        desk.games = {"catch-up": replace(game, rules_version=game.rules_version + 1)}
    desk.resume(session)
    assert desk.session.facts()["rolls"] == [12, None]
    assert any(line.startswith("trouble: Rules have changed") for line in said(desk)) == newer


def test_refused_touches_quote_their_rule(desk):
    verdict = desk.touch(Discarded(0, (3,)))
    assert isinstance(verdict, Ignored)
    assert desk.notices[0].kind == "refused"
    assert desk.notices[0].rule.startswith("R")


def test_the_dice_asked_for_have_their_thrower_s_colour(desk):
    assert dice_asked(desk.session) == ("red", "red", "red")


@pytest.mark.parametrize("size", [(720, 1280), (2160, 3840), (480, 640)])
def test_an_evidence_picture_is_small_even_of_pure_noise(size):
    noise = np.random.default_rng(1).integers(0, 256, (*size, 3), dtype=np.uint8)
    jpeg = evidence_jpeg(noise)
    assert jpeg is not None
    assert 1000 < len(jpeg) <= LARGEST_PICTURE
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is not None


def sits_again(desk, session, *presses, began=100.0):
    """An app that begins anew, with presses its box still had, and goes on with this session."""
    again = Desk(desk.journal, shelf(), now=lambda: began)
    for press in presses:
        again.inbox.put(press)
    again.tick()
    again.resume(session)
    return again


@pytest.fixture
def owing(desk):
    """A game in which Ann can give up one card only: a press of hers decides it."""
    desk.begin("catch-up", TABLE, facts={"phase": "discarding", "faces": [[6, 6, 3], [6, 6, 4]], "starter": 0})
    return desk


def test_a_press_a_killed_app_had_not_judged_counts_when_its_game_goes_on(owing):
    press = KeyPressed(0, Key.YES, 98.0, PressMark("b0", 1, 0))
    again = sits_again(owing, "last", press)
    assert [entry.origin for entry in again.session.entries] == ["box"]
    third = sits_again(owing, owing.session.id, press)
    assert len(third.session.entries) == 1
    assert "counted already" in said(third)[0]


@pytest.mark.parametrize("at", [60.0, 100.5])
def test_an_old_press_or_one_made_at_home_is_nobodys(owing, at):
    again = sits_again(owing, "last", KeyPressed(0, Key.YES, at, PressMark("b0", 1, 0)))
    assert again.session.entries == []


def test_a_press_made_in_another_game_does_not_count_in_this_one(owing):
    first = owing.session.id
    owing.begin("catch-up", TABLE)
    press = KeyPressed(0, Key.YES, 98.0, PressMark("b0", 1, 0))
    assert sits_again(owing, first, press).session.entries == []
    fresh = Desk(owing.journal, shelf(), now=lambda: 100.0)
    fresh.inbox.put(press)
    fresh.tick()
    fresh.begin("catch-up", TABLE, facts={"phase": "discarding", "faces": [[6, 6, 3], [6, 6, 4]], "starter": 0})
    assert fresh.session.entries == []
    fresh.resume("last")
    assert fresh.session.entries == []

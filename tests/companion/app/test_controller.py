"""One table: what people are notified of, what pauses play, what a lost device does."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.app.controller import TableController
from companion.core.asks import Key
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.devices.tray import evidence_jpeg
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.record.journal import LARGEST_PICTURE, Journal, JournalError
from companion.referee.dice_matching import dice_asked
from companion.referee.signals import (
    DeviceChanged,
    DiceSeen,
    KeyPressed,
    PressMark,
    ReviewReason,
    SeenDie,
    TrayMoved,
    TraySettled,
)
from companion.referee.verdicts import Accepted, Ignored
from companion.ui.presenter import table_view

TABLE = Table(("Ann", "Bo"), ("red", "blue"))


@pytest.fixture
def controller():
    controller = TableController(Journal(":memory:"), shelf())
    controller.begin("catch-up", TABLE)
    yield controller
    controller.stop()


def dice(*values, sure=True, reasons=()):
    return DiceSeen(tuple(SeenDie(value) for value in values), sure, reasons, picture=b"jpeg")


def said(controller):
    return [f"{notice.kind}: {notice.text}" for notice in controller.notifications]


def test_what_arrives_is_judged_at_the_next_tick(controller):
    told = []
    controller.changed = lambda: told.append(controller.tray.moving)
    controller.inbox.put(TrayMoved())
    controller.tick()
    assert told == [True]
    controller.inbox.put(dice(3, 4, 5))
    controller.tick()
    assert not told[-1]
    assert controller.session.facts()["rolls"] == [12, None]
    told.clear()
    controller.tick()
    assert told == []


def test_a_tray_without_dice_is_nothing_to_ask_about_but_a_picture_in_which_none_can_be_seen_is(controller):
    controller.inbox.put(DiceSeen((), sure=True, reasons=(ReviewReason("none_found"),)))
    controller.tick()
    assert (controller.pending_review, controller.notifications) == (None, ())
    dark = DiceSeen((), sure=False, reasons=(ReviewReason("too_dark"),), picture=b"jpeg")
    controller.inbox.put(dark)
    controller.tick()
    assert controller.pending_review.seen is dark
    assert str(controller.pending_review.why) == "the picture is too dark"
    assert len(table_view(controller).pending_review.slots) == 3
    controller.settle((Face(3), Face(4), Face(4)))
    assert controller.session.facts()["rolls"] == [11, None]


def test_a_review_about_an_empty_tray_ends_when_it_is_seen_to_be_empty(controller):
    controller.inbox.put(DiceSeen((), sure=False, reasons=(ReviewReason("too_dark"),)))
    controller.tick()
    assert controller.pending_review is not None
    controller.inbox.put(DiceSeen((), sure=True))
    controller.tick()
    assert controller.pending_review is None
    controller.inbox.put(dice(3, 4, 4, sure=False))
    controller.inbox.put(DiceSeen((), sure=True))
    controller.tick()
    assert controller.pending_review is not None  # these were thrown: somebody saw what they showed


def test_a_dark_picture_of_nothing_is_nothing_while_no_roll_is_due(controller):
    controller.session.submit(Rolled(0, (Face(6), Face(6), Face(5))))
    controller.session.submit(Rolled(1, (Face(6), Face(6), Face(6))))
    while controller.session.facts()["phase"] != "discarding":
        turn = controller.session.facts()["waiting"][0]
        controller.session.submit(Rolled(turn, (Face(turn + 1), Face(6), Face(5))))
    controller.inbox.put(DiceSeen((), sure=False, reasons=(ReviewReason("too_dark"),)))
    controller.tick()
    assert (controller.pending_review, controller.notifications) == (None, ())


def test_the_last_roll_is_corrected_with_its_own_picture(controller):
    controller.inbox.put(dice(6, 6, 2))
    controller.tick()
    read = controller.last_roll_seen()
    assert [die.value for die in read.dice] == [6, 6, 2]
    controller.inbox.put(replace(dice(1, 3), picture=b"later"))
    controller.tick()
    assert controller.seen.picture == b"later"
    assert controller.last_roll_seen() is read
    controller.undo()
    assert controller.last_roll_seen() is None
    controller.settle((Face(6), Face(5), Face(2)), read)
    assert controller.session.facts()["rolls"] == [13, None]
    assert controller.picture(controller.session.seq) == b"jpeg"


def test_a_game_that_another_app_has_gone_on_with_is_kept_while_it_cannot_be_read(controller, monkeypatch):
    def unread(*_):
        raise JournalError("the disk is away")

    other = TableController(controller.journal, shelf())
    other.resume("last")
    other.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    rows, left = controller.journal.rows, [2]

    def second_fails(session):
        left[0] -= 1
        return rows(session) if left[0] else unread()

    monkeypatch.setattr(controller.journal, "rows", second_fails)
    controller.touch(Rolled(0, (Face(4), Face(4), Face(3))))
    assert controller.session is not None
    assert controller.paused
    monkeypatch.undo()
    controller.retry()
    assert isinstance(controller.touch(Rolled(0, (Face(4), Face(4), Face(3)))), Ignored)
    assert controller.session.facts()["rolls"] == [6, None]


def test_a_hand_that_passes_over_dice_already_read_is_no_roll(controller):
    controller.inbox.put(dice(3, 4, 5))
    controller.inbox.put(TrayMoved())
    controller.tick()
    assert controller.tray.moving
    controller.inbox.put(TraySettled(DiceSeen((), sure=False)))
    controller.tick()
    assert not controller.tray.moving
    assert controller.session.seq == 1
    assert controller.notifications == ()


def test_a_review_waits_until_it_is_settled(controller):
    controller.inbox.put(dice(3, 4, 5, sure=False, reasons=(ReviewReason("too_dark"),)))
    controller.tick()
    assert "too dark" in str(controller.pending_review.why)
    assert isinstance(controller.settle((Face(3), Face(4), Face(4))), Accepted)
    assert controller.pending_review is None
    assert controller.history()[0].has_picture
    assert controller.picture(1) == b"jpeg"


def test_dice_thrown_again_settle_a_review_too(controller):
    controller.inbox.put(dice(3, 4, 5, sure=False))
    controller.tick()
    controller.inbox.put(dice(1, 1, 2))
    controller.tick()
    assert controller.pending_review is None
    assert controller.session.facts()["rolls"] == [4, None]


def test_a_wrong_number_of_dice_is_said_and_not_applied(controller):
    controller.inbox.put(dice(3, 4))
    controller.tick()
    assert controller.session.seq == 0
    assert said(controller)[0].startswith("ignored: 3 dice wanted, 2 dice seen")


def test_an_emptied_tray_is_nothing_to_speak_of(controller):
    controller.inbox.put(DiceSeen((), sure=True))
    controller.tick()
    assert controller.notifications == ()


def test_a_lost_device_is_said_calmly_and_play_goes_on(controller):
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.tick()
    controller.inbox.put(DeviceChanged("tray", ok=False, why=say("usb:0 was unplugged")))
    controller.tick()
    assert said(controller)[0] == "device: Usb:0 was unplugged. Play goes on by touch."
    assert not controller.devices.tray.ok
    assert isinstance(controller.touch(Rolled(0, (Face(1), Face(2), Face(3)))), Accepted)
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.tick()
    assert controller.devices.tray.ok


def test_a_full_disk_pauses_play_and_keeps_what_was_refused(controller, monkeypatch):
    append = controller.journal.append

    def full(*_):
        raise JournalError("the disk is full")

    monkeypatch.setattr(controller.journal, "append", full)
    controller.inbox.put(dice(3, 4, 5))
    controller.tick()
    assert str(controller.paused) == "The disk is full."
    assert controller.session.seq == 0
    assert isinstance(controller.touch(Rolled(0, (Face(1), Face(1), Face(1)))), Ignored)
    assert isinstance(controller.retry(), Ignored)
    monkeypatch.setattr(controller.journal, "append", append)
    assert isinstance(controller.retry(), Accepted)
    assert str(controller.paused) == ""
    assert controller.session.facts()["rolls"] == [12, None]
    assert controller.picture(1) == b"jpeg"


def test_a_game_that_another_app_has_gone_on_with_is_gone_on_with_from_there(controller):
    other = TableController(controller.journal, shelf())
    other.resume("last")
    other.touch(Rolled(0, (Face(6), Face(6), Face(5))))
    assert isinstance(controller.touch(Rolled(0, (Face(1), Face(2), Face(3)))), Ignored)
    assert str(controller.paused) == ""
    assert controller.session.facts()["rolls"] == [17, None]
    assert "another app" in said(controller)[0]
    assert isinstance(controller.touch(Rolled(1, (Face(1), Face(2), Face(3)))), Accepted)


def test_a_game_that_another_app_has_gone_on_with_may_not_be_readable_just_then(controller, monkeypatch):
    other = TableController(controller.journal, shelf())
    other.resume("last")
    other.touch(Rolled(0, (Face(6), Face(6), Face(5))))

    def unreadable(*_):
        raise JournalError("the disk does not answer")

    with monkeypatch.context() as patched:
        patched.setattr(controller.journal, "rows", unreadable)
        controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
        assert str(controller.paused) == "The disk does not answer."
    controller.retry()
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    assert (str(controller.paused), controller.session.facts()["rolls"]) == ("", [17, None])


def test_dice_meant_for_another_game_do_not_count_in_this_one(controller):
    controller.inbox.put(dice(3, 4, 5))
    controller.inbox.put(DeviceChanged("box", ok=True))
    controller.begin("catch-up", TABLE)
    controller.tick()
    assert controller.session.seq == 0
    assert controller.devices.box.ok


def test_undo_beyond_the_beginning_says_so(controller):
    assert isinstance(controller.undo(), Ignored)
    assert controller.notifications[0].kind == "ignored"


def test_history_is_newest_first_and_shows_what_was_taken_back(controller):
    for seat in (0, 1):
        controller.touch(Rolled(seat, (Face(6 - seat), Face(2), Face(3))))
    controller.undo()
    lines = controller.history()
    assert [(line.seq, line.undone) for line in lines] == [(2, True), (1, False)]
    assert "Ann rolled 6 2 3" in str(lines[1].text)


def test_a_session_can_be_left_and_gone_on_with(controller):
    controller.touch(Rolled(0, (Face(6), Face(2), Face(3))))
    session = controller.session.id
    controller.leave()
    assert controller.session is None
    (listed,) = controller.sessions()
    assert (listed.id, listed.events, listed.over, listed.players) == (session, 1, False, ("Ann", "Bo"))
    controller.resume(session)
    assert controller.session.facts()["rolls"] == [11, None]


@pytest.mark.parametrize("newer", [False, True])
def test_a_game_begun_by_other_rules_is_gone_on_with_and_said_to_be(controller, newer):
    session = controller.session.id
    controller.touch(Rolled(0, (Face(3), Face(4), Face(5))))
    controller.leave()
    if newer:
        game = controller.games["catch-up"]
        controller.games = {"catch-up": replace(game, rules_version=game.rules_version + 1)}
    controller.resume(session)
    assert controller.session.facts()["rolls"] == [12, None]
    assert any(line.startswith("trouble: The rules have changed") for line in said(controller)) == newer


def test_refused_touches_quote_their_rule(controller):
    verdict = controller.touch(Discarded(0, (3,)))
    assert isinstance(verdict, Ignored)
    assert controller.notifications[0].kind == "refused"
    assert controller.notifications[0].rule.startswith("R")


def test_the_dice_asked_for_have_their_player_s_colour(controller):
    assert dice_asked(controller.session) == ("red", "red", "red")


@pytest.mark.parametrize("size", [(720, 1280), (2160, 3840), (480, 640)])
def test_an_evidence_picture_is_small_even_of_pure_noise(size):
    noise = np.random.default_rng(1).integers(0, 256, (*size, 3), dtype=np.uint8)
    jpeg = evidence_jpeg(noise)
    assert jpeg is not None
    assert 1000 < len(jpeg) <= LARGEST_PICTURE
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is not None


def sits_again(controller, session, *presses, began=100.0):
    """An app that begins anew, with presses its box still had, and resumes this session."""
    again = TableController(controller.journal, shelf(), now=lambda: began)
    for press in presses:
        again.inbox.put(press)
    again.tick()
    again.resume(session)
    return again


@pytest.fixture
def owing(controller):
    """A game in which Ann can give up one card only: a press of hers decides it."""
    controller.begin("catch-up", TABLE, facts={"phase": "discarding", "faces": [[6, 6, 3], [6, 6, 4]], "starter": 0})
    return controller


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
    fresh = TableController(owing.journal, shelf(), now=lambda: 100.0)
    fresh.inbox.put(press)
    fresh.tick()
    fresh.begin("catch-up", TABLE, facts={"phase": "discarding", "faces": [[6, 6, 3], [6, 6, 4]], "starter": 0})
    assert fresh.session.entries == []
    fresh.resume("last")
    assert fresh.session.entries == []

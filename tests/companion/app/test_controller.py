"""One table: what people are notified of, what pauses play, what a lost device does."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.app.controller import TableController
from companion.core.asks import Key
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import NOTHING, say
from companion.devices.tray_signals import evidence_jpeg, signal_of
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
from companion.views.presenter import table_view
from vision import Unsettled
from vision.reading import Reason, ReasonKind

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


def test_signals_are_judged_at_the_next_tick(controller):
    told = []
    controller.followers.append(lambda: told.append(controller.tray.moving))
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


def test_empty_tray_is_sure_but_unreadable_picture_is_asked_about(controller):
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


@pytest.mark.parametrize("device", ["tray", "box"])
def test_a_device_lost_in_a_review_leaves_it_open(controller, device):
    controller.inbox.put(dice(3, 4, 4, sure=False))
    controller.tick()
    asked = controller.pending_review
    for ok, why in ((False, "unplugged"), (True, "")):
        controller.inbox.put(DeviceChanged(device, ok=ok, why=say("{why}", why=why) if why else NOTHING))
        controller.tick()
        assert controller.pending_review is asked
    assert isinstance(controller.settle((Face(3), Face(4), Face(4))), Accepted)
    assert controller.session.facts()["rolls"] == [11, None]


def test_review_of_an_empty_tray_ends(controller):
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


def test_dark_picture_without_a_roll_due_is_ignored(controller):
    controller.session.submit(Rolled(0, (Face(6), Face(6), Face(5))))
    controller.session.submit(Rolled(1, (Face(6), Face(6), Face(6))))
    while controller.session.facts()["phase"] != "discarding":
        turn = controller.session.facts()["waiting"][0]
        controller.session.submit(Rolled(turn, (Face(turn + 1), Face(6), Face(5))))
    controller.inbox.put(DiceSeen((), sure=False, reasons=(ReviewReason("too_dark"),)))
    controller.tick()
    assert (controller.pending_review, controller.notifications) == (None, ())


def test_correct_the_last_roll(controller):
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


def test_unreadable_game_of_another_app_stays_open(controller, monkeypatch):
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


def test_passing_hand_is_no_roll(controller):
    controller.inbox.put(dice(3, 4, 5))
    controller.inbox.put(TrayMoved())
    controller.tick()
    assert controller.tray.moving
    controller.inbox.put(TraySettled(DiceSeen((), sure=False)))
    controller.tick()
    assert not controller.tray.moving
    assert controller.session.seq == 1
    assert controller.notifications == ()


def test_review_waits_for_an_answer(controller):
    controller.inbox.put(dice(3, 4, 5, sure=False, reasons=(ReviewReason("too_dark"),)))
    controller.tick()
    assert "too dark" in str(controller.pending_review.why)
    assert isinstance(controller.settle((Face(3), Face(4), Face(4))), Accepted)
    assert controller.pending_review is None
    assert controller.history()[0].has_picture
    assert controller.picture(1) == b"jpeg"


def test_new_throw_replaces_a_review(controller):
    controller.inbox.put(dice(3, 4, 5, sure=False))
    controller.tick()
    controller.inbox.put(dice(1, 1, 2))
    controller.tick()
    assert controller.pending_review is None
    assert controller.session.facts()["rolls"] == [4, None]


def test_wrong_number_of_dice_does_not_count(controller):
    controller.inbox.put(dice(3, 4))
    controller.tick()
    assert controller.session.seq == 0
    assert said(controller)[0].startswith("ignored: 3 dice wanted, 2 dice seen")


def test_emptied_tray_is_silent(controller):
    controller.inbox.put(DiceSeen((), sure=True))
    controller.tick()
    assert controller.notifications == ()


def test_lost_device_does_not_stop_play(controller):
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


def test_full_disk_pauses_play(controller, monkeypatch):
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


def test_game_continued_by_another_app(controller):
    other = TableController(controller.journal, shelf())
    other.resume("last")
    other.touch(Rolled(0, (Face(6), Face(6), Face(5))))
    assert isinstance(controller.touch(Rolled(0, (Face(1), Face(2), Face(3)))), Ignored)
    assert str(controller.paused) == ""
    assert controller.session.facts()["rolls"] == [17, None]
    assert "another app" in said(controller)[0]
    assert isinstance(controller.touch(Rolled(1, (Face(1), Face(2), Face(3)))), Accepted)


def test_game_of_another_app_temporarily_unreadable(controller, monkeypatch):
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


def test_dice_of_another_game_do_not_count(controller):
    controller.inbox.put(dice(3, 4, 5))
    controller.inbox.put(DeviceChanged("box", ok=True))
    controller.begin("catch-up", TABLE)
    controller.tick()
    assert controller.session.seq == 0
    assert controller.devices.box.ok


def test_undo_beyond_the_beginning(controller):
    assert isinstance(controller.undo(), Ignored)
    assert controller.notifications[0].kind == "ignored"


def test_history_order(controller):
    for seat in (0, 1):
        controller.touch(Rolled(seat, (Face(6 - seat), Face(2), Face(3))))
    controller.undo()
    lines = controller.history()
    assert [(line.seq, line.undone) for line in lines] == [(2, True), (1, False)]
    assert "Ann rolls 6 2 3" in str(lines[1].text)


def test_leave_and_resume_a_session(controller):
    controller.touch(Rolled(0, (Face(6), Face(2), Face(3))))
    session = controller.session.id
    controller.leave()
    assert controller.session is None
    (listed,) = controller.sessions()
    assert (listed.id, listed.events, listed.over, listed.players) == (session, 1, False, ("Ann", "Bo"))
    controller.resume(session)
    assert controller.session.facts()["rolls"] == [11, None]


@pytest.mark.parametrize("newer", [False, True])
def test_resume_a_game_of_other_rules(controller, newer):
    session = controller.session.id
    controller.touch(Rolled(0, (Face(3), Face(4), Face(5))))
    controller.leave()
    if newer:
        game = controller.games["catch-up"]
        controller.games = {"catch-up": replace(game, rules_version=game.rules_version + 1)}
    controller.resume(session)
    assert controller.session.facts()["rolls"] == [12, None]
    assert any(line.startswith("trouble: The rules have changed") for line in said(controller)) == newer


def test_refused_touch_quotes_its_rule(controller):
    verdict = controller.touch(Discarded(0, (3,)))
    assert isinstance(verdict, Ignored)
    assert controller.notifications[0].kind == "refused"
    assert controller.notifications[0].rule.startswith("R")


def test_asked_dice_have_the_player_s_colour(controller):
    assert dice_asked(controller.session) == ("red", "red", "red")


@pytest.mark.parametrize("size", [(720, 1280), (2160, 3840), (480, 640)])
def test_evidence_picture_of_noise_is_small(size):
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


def test_press_of_a_killed_app_counts_after_resuming(owing):
    press = KeyPressed(0, Key.YES, 98.0, PressMark("b0", 1, 0))
    again = sits_again(owing, "last", press)
    assert [entry.origin for entry in again.session.entries] == ["box"]
    third = sits_again(owing, owing.session.id, press)
    assert len(third.session.entries) == 1
    assert "already been counted" in said(third)[0]


@pytest.mark.parametrize("at", [60.0, 100.5])
def test_old_press_does_not_count(owing, at):
    again = sits_again(owing, "last", KeyPressed(0, Key.YES, at, PressMark("b0", 1, 0)))
    assert again.session.entries == []


def test_press_of_another_game_does_not_count(owing):
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


class Rendered:
    """A tray that the program can throw dice into; `thrown` are the throws it was asked for."""

    name, says, stirs, hopeless, preview, hand = "sim:", NOTHING, None, NOTHING, None, object()

    def __init__(self):
        self.thrown, self.others = [], 0

    def throw(self, colours, again):
        self.thrown.append(colours)
        self.again = again

    def expect(self, colours):
        del colours

    def other_dice_may_come(self):
        self.others += 1

    answered = stop = lambda *_: None


@pytest.fixture
def rendered(controller):
    controller.devices.tray_device = Rendered()
    return controller.devices.tray_device


def test_second_throw_waits_until_the_first_is_decided(controller, rendered):
    controller.throw(0)
    controller.inbox.put(TrayMoved())
    controller.throw(0)
    controller.tick()
    controller.throw(0)
    controller.inbox.put(dice(3, 4, 5))
    controller.throw(0)
    assert (len(rendered.thrown), controller.session.seq) == (1, 1)
    controller.throw(0)
    assert len(rendered.thrown) == 1, "the first player is no longer asked"
    controller.throw(1)
    assert len(rendered.thrown) == 2


def test_tap_on_throw_is_no_throw_for_the_question_after_it(controller, rendered):
    controller.inbox.put(dice(3, 4, 5))
    controller.throw()
    assert (rendered.thrown, controller.session.seq) == ([], 1)


def test_nothing_is_thrown_under_a_review(controller, rendered):
    controller.inbox.put(dice(3, 4, 5, sure=False))
    controller.tick()
    assert controller.pending_review is not None
    controller.throw(0)
    assert rendered.thrown == []
    controller.dismiss()
    controller.throw(0)
    assert len(rendered.thrown) == 1


def test_what_is_taken_back_before_the_camera_sees_a_throw_is_noticed(controller, rendered):
    controller.touch(Rolled(0, (Face(1),) * 3))
    controller.throw(1)
    controller.undo()
    controller.inbox.put(TrayMoved())
    controller.inbox.put(dice(3, 4, 5))
    controller.tick()
    assert len(rendered.thrown) == 1
    assert controller.session.entries == [], "Bo's dice are not Ann's roll"
    assert "taken back before these dice came to rest" in str(controller.pending_review.why)


THREE = Table(("Ann", "Bo", "Cy"), ("red", "blue", "green"))


@pytest.mark.parametrize(
    ("opens", "others"),
    [
        (lambda table: table.resume("last"), 0),
        (lambda table: table.begin("catch-up", THREE), 0),
        (lambda table: table.begin("catch-up", TABLE), 0),
        (lambda table: table.begin("catch-up", Table(TABLE.players, ("red", "purple"))), 1),
        (lambda table: table.begin("catastrophe", THREE), 1),
    ],
    ids=["resumed", "played again", "one player fewer", "a die in another colour", "another game"],
)
def test_the_camera_is_told_if_other_dice_may_come(controller, rendered, opens, others):
    controller.begin("catch-up", THREE)
    before = rendered.others
    controller.leave()
    opens(controller)
    assert rendered.others - before == others


@pytest.fixture(name="asked")
def _asked(controller):
    """Dice of Ann's that people are asked about."""
    controller.inbox.put(at_places(3, 4, 5, sure=False))
    controller.tick()
    assert controller.pending_review is not None
    return controller


def at_places(*values, sure=True):
    return DiceSeen(
        tuple(SeenDie(value, box=(0.2 * at, 0.1, 0.2 * at + 0.1, 0.2)) for at, value in enumerate(values)), sure
    )


def test_question_about_dice_is_asked_again_when_people_come_back_to_their_game(asked):
    review, first = asked.pending_review, asked.session.id
    asked.leave()
    assert asked.pending_review is None
    asked.begin("catch-up", TABLE)
    assert asked.pending_review is None
    arrive(asked, TrayMoved(), TraySettled(at_places(3, 4, 5, sure=False)))  # a hand
    asked.resume(first)
    assert asked.pending_review == review
    assert isinstance(asked.settle((Face(3), Face(4), Face(6))), Accepted)
    assert [entry.event for entry in asked.session.entries] == [Rolled(0, (Face(3), Face(4), Face(6)))]
    asked.leave()
    asked.resume(first)
    assert asked.pending_review is None


def test_a_better_view_of_dice_answers_the_question_after_coming_back(asked):
    asked.leave()
    asked.resume("last")
    arrive(asked, TrayMoved(), TraySettled(at_places(3, 4, 5)))
    assert asked.pending_review is None
    assert [entry.event for entry in asked.session.entries] == [Rolled(0, (Face(3), Face(4), Face(5)))]


@pytest.mark.parametrize("seen", [at_places(6, 6, 1), at_places(), TraySettled(at_places()), TraySettled(at_places(3))])
@pytest.mark.parametrize("between", [True, False], ids=["in another game", "at home"])
def test_nothing_is_asked_about_dice_that_no_longer_lie_there(asked, seen, between):
    first = asked.session.id
    asked.leave()
    if between:
        asked.begin("catch-up", TABLE)
    arrive(asked, TrayMoved(), seen)
    asked.resume(first)
    assert asked.pending_review is None
    assert asked.session.entries == []


def test_what_was_no_throw_is_not_asked_about_again(asked):
    asked.leave()
    asked.resume("last")
    asked.dismiss()
    asked.leave()
    asked.resume("last")
    assert asked.pending_review is None


def test_dice_thrown_one_by_one_go_on_after_coming_back(controller):
    controller.throw_one_by_one(begins=True)
    arrive(controller, at_places(3))
    controller.leave()
    controller.resume("last")
    arrive(controller, at_places(3, 4))
    arrive(controller, at_places(3, 4, 5))
    assert [entry.event for entry in controller.session.entries] == [Rolled(0, (Face(3), Face(4), Face(5)))]


def test_only_the_die_that_leans_is_thrown_after_coming_back(asked):
    asked.throw_again([die.box for die in asked.pending_review.seen.dice[:1]])
    before = asked.tray.leaning_part(asked.session)
    asked.leave()
    asked.resume("last")
    assert asked.tray.leaning_part(asked.session) == before == 1


def arrive(controller, *signals):
    for signal in signals:
        controller.inbox.put(signal)
        controller.tick()


def test_only_the_die_that_leans_is_thrown_again(controller, rendered):
    places = [(0.1, 0.1, 0.2, 0.2), (0.3, 0.1, 0.4, 0.2), (0.5, 0.1, 0.6, 0.2)]
    lying = [SeenDie(value, box=box) for value, box in zip((3, 4, 5), places, strict=True)]
    controller.inbox.put(DiceSeen((replace(lying[0], cocked=True), *lying[1:]), sure=False))
    controller.tick()
    controller.throw_again(places[:1])
    assert controller.pending_review is None
    view = table_view(controller)
    assert view.notices[0].text == "Throw only the die that leans again: the others stay as they lie."
    told = ["Throw only the die that leans"] * 2
    assert [view.seats[0].prompt, view.headline.removeprefix("Ann: ")] == told, "nobody is asked to roll them all"
    controller.throw(0)
    assert list(rendered.again) == places[:1]
    controller.inbox.put(TrayMoved())
    controller.tick()
    assert table_view(controller).seats[0].prompt == told[0], "a hand that takes the die changes nothing"
    controller.inbox.put(DiceSeen((SeenDie(6, box=(0.7, 0.1, 0.8, 0.2)), *lying[1:]), sure=True))
    controller.tick()
    (entry,) = controller.session.entries
    assert sorted(face.value for face in entry.event.faces) == [4, 5, 6]
    controller.throw(1)
    assert list(rendered.again) == [], "the next roll is thrown whole"


def test_nothing_is_thrown_during_set_up_or_a_pause(controller, rendered, monkeypatch):
    controller.tray.setting_up = True
    controller.throw(0)
    controller.tray.setting_up = False
    with monkeypatch.context() as disk:
        disk.setattr(controller.journal, "append", refuse_to_write)
        controller.touch(Rolled(0, (Face(3), Face(4), Face(5))))
    assert controller.paused
    assert [(seat.asked, seat.roll) for seat in table_view(controller).seats] == [(False, None)] * 2, "nobody can act"
    controller.throw(0)
    assert rendered.thrown == []


def refuse_to_write(*_args, **_more):
    raise JournalError(say("the disk is full"))


@pytest.mark.parametrize("end", [dice(3, 4, 5), TraySettled(dice()), DeviceChanged("tray", ok=False, why=say("gone"))])
def test_notice_of_motion_ends_with_the_motion(controller, end):
    controller.inbox.put(TrayMoved())
    controller.inbox.put(signal_of(Unsettled(Reason(ReasonKind.KEEPS_MOVING), 9, in_outline=False)))
    controller.tick()
    assert "keeps moving" in said(controller)[0]
    controller.inbox.put(end)
    controller.tick()
    assert not any("keeps moving" in each for each in said(controller))

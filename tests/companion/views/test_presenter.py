"""What the screen says, computed without a screen."""

from companion.core.asks import Ask, Key, RollCall
from companion.core.events import Corrected, Face, Rolled
from companion.core.game import Outcome
from companion.core.table import Table
from companion.core.text import say
from companion.games.catch_up.events import Discarded
from companion.record.journal import JournalError
from companion.referee.signals import DeviceChanged, DiceSeen, KeyPressed, SeenDie, TrayMoved
from companion.referee.verdicts import Ignored
from companion.views.board_scene import board_scene
from companion.views.dice_views import DieView, dice_of, faces_of, review_view
from companion.views.presenter import PanelParts, score_sheet, table_view
from tests.support.recorded_drawing import Recording

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


def test_the_seat_that_is_asked_has_the_prompt_without_its_name(begin):
    view = table_view(begin(3))
    assert [seat.asked for seat in view.seats] == [True, False, False]
    assert view.seats[0].prompt == "Roll 3 dice to see who begins"
    assert view.headline == "Ann: Roll 3 dice to see who begins"


def test_several_who_are_asked_are_named_together(begin):
    view = table_view(begin(3, facts=DISCARDING))
    assert view.headline == "Waiting for Ann and Cyril"
    assert [button.words for button in view.seats[2].buttons] == ["4", "A+3"]
    assert view.seats[0].forms == ()


def test_what_a_panel_offers_itself_is_left_out_of_the_strip_but_still_pointed_at(begin):
    controller = begin(3, facts=DISCARDING)
    controller.inbox.put(KeyPressed(2, Key.NEXT))
    controller.inbox.put(KeyPressed(2, Key.NEXT))
    controller.tick()
    view = table_view(controller, PanelParts(covers=lambda _ask: True))
    assert view.seats[2].buttons == ()
    assert view.seats[2].pointed.event == Discarded(2, (1, 3))


def test_equal_sessions_give_equal_views(begin):
    controller = begin(3)
    assert table_view(controller) == table_view(controller)
    before = controller.session.seq
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    after = table_view(controller)
    assert after.can_undo
    assert not after.can_redo
    assert after.seq == before + 1


def test_what_was_said_is_newest_first_with_its_kind_and_rule(begin):
    controller = begin(3, facts=DISCARDING)
    controller.touch(Discarded(0, (5,)))
    controller.inbox.put(DiceSeen((SeenDie(1), SeenDie(2)), sure=True))
    controller.tick()
    assert [notice.kind for notice in table_view(controller).notices] == ["ignored"]


def test_whoever_is_refused_at_the_screen_is_told_there_and_not_in_the_line(begin):
    controller = begin(3, facts=DISCARDING)
    controller.touch(Discarded(0, (10,)))
    assert controller.notifications[0].rule == "R4.2"
    assert table_view(controller).notices == ()


def test_whoever_changes_or_answers_in_vain_is_told_there_and_not_in_the_line(begin):
    controller = begin(3)
    controller.inbox.put(DiceSeen(tuple(SeenDie(6, box=(x, 0.1, x + 0.1, 0.2)) for x in (0.1, 0.3, 0.5)), sure=True))
    controller.tick()
    entry = controller.session.entries[-1]
    refused = (
        controller.correct((Face(6), Face(6)), controller.last_roll_seen()),
        controller.settle((Face(6),), controller.last_roll_seen()),
        controller.amend({entry.seq: Rolled(0, (Face(6),))}),
    )
    assert all(isinstance(each, Ignored) for each in refused)
    assert table_view(controller).notices == ()


def test_beside_a_name_stands_only_what_the_last_event_brought(begin):
    controller = begin(2)
    controller.touch(Rolled(0, (Face(6), Face(6), Face(6))))
    controller.touch(Rolled(1, (Face(1), Face(1), Face(2))))
    assert table_view(controller).seats[0].said == "Ann begins"
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    view = table_view(controller)
    assert [seat.said for seat in view.seats] == ["", ""]
    assert view.notices == ()
    controller.undo()
    assert table_view(controller).seats[0].said == "Ann begins"


def test_the_tray_says_whether_a_roll_can_be_described(begin):
    assert str(table_view(begin(3)).tray.wants) == "Tap to enter a roll"
    assert str(table_view(begin(3, facts=DISCARDING)).tray.wants) == "No roll is due"


def test_a_lost_camera_is_wrong_and_one_that_nobody_chose_is_not(begin):
    controller = begin(2)
    assert [glyph.ok for glyph in table_view(controller).glyphs] == [True, True, True]
    controller.devices.tray = type(controller.devices.tray)("usb:0", ok=True)
    controller.inbox.put(DeviceChanged("tray", ok=False, why=say("the camera was unplugged")))
    controller.tick()
    camera = table_view(controller).glyphs[0]
    assert (camera.ok, camera.why) == (False, "the camera was unplugged")


def test_moving_dice_and_a_pause_are_shown(begin, monkeypatch):
    def full(*_):
        raise JournalError("the disk is full")

    controller = begin(2)
    controller.inbox.put(TrayMoved())
    controller.tick()
    assert table_view(controller).tray.moving
    monkeypatch.setattr(controller.journal, "append", full)
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    view = table_view(controller)
    assert view.paused == "The disk is full."
    assert not view.glyphs[2].ok


def test_a_review_has_a_slot_for_every_die_that_is_due():
    seen = DiceSeen((SeenDie(4, "red", 0.6), SeenDie(2, "red", 0.99)), sure=False)
    asks = (Ask(1, say("{name}: roll", name="Bo"), roll=RollCall(3, ("red", "blue", "white"))),)
    pending_review = review_view(seen, 1, "?", asks)
    assert [slot.value for slot in pending_review.slots] == [4, 2, 0]
    assert [slot.sure for slot in pending_review.slots] == [False, True, False]
    assert pending_review.slots[2].colour == "blue"
    assert faces_of(pending_review.slots) is None


def test_a_surplus_die_that_leans_is_left_out():
    seen = DiceSeen((SeenDie(1, cocked=True), SeenDie(5), SeenDie(6)), sure=False)
    asks = (Ask(0, say("roll"), roll=RollCall(2)),)
    assert [slot.value for slot in review_view(seen, 0, "", asks).slots] == [5, 6]


def test_of_several_throwers_only_the_dice_that_lie_there_have_slots():
    seen = DiceSeen((SeenDie(4, "red", 0.6), SeenDie(2, "blue", 0.99)), sure=False)
    asks = tuple(
        Ask(seat, say("roll"), roll=RollCall(1, (colour,))) for seat, colour in enumerate(("red", "blue", "green"))
    )
    pending_review = review_view(seen, 0, "", asks)
    assert [(slot.value, slot.colour) for slot in pending_review.slots] == [(4, "red"), (2, "blue")]
    assert pending_review.colours == ("red", "blue", "green")


def test_a_roll_finds_its_dice_on_the_picture():
    seen = DiceSeen((SeenDie(4, "red"), SeenDie(2, "blue"), SeenDie(6, "red")), sure=True)
    assert [die.colour for die in dice_of((Face(2, "blue"),), seen)] == ["blue"]
    assert [die.value for die in dice_of((Face(6, "red"), Face(5, "red")), seen)] == [6, 4]
    assert dice_of((Face(1),) * 4, seen) == ()


def test_the_faces_of_settled_slots_are_what_they_show():
    assert faces_of((DieView(3, "red"), DieView(1))) == (Face(3, "red"), Face(1))


def test_equal_players_share_a_place():
    outcome = Outcome(((2,), (0, 1), (3,)), {0: 5, 1: 5, 2: 9, 3: 1})
    assert [outcome.place(seat) for seat in range(4)] == [2, 2, 1, 4]
    rows = score_sheet(outcome, Table(("A", "B", "C", "D")))
    assert [(row.place, row.names, row.scores) for row in rows] == [
        (1, "C", "9"),
        (2, "A", "5"),
        (2, "B", "5"),
        (4, "D", "1"),
    ]


def test_a_game_that_nobody_won_has_a_sheet_too():
    rows = score_sheet(Outcome((), {0: 3}), Table(("A", "B")))
    assert [(row.place, row.scores) for row in rows] == [(0, "3"), (0, "")]


def test_nobody_has_won_a_game_that_was_stopped():
    stopped = Outcome(((1,), (0, 2)), {0: 2, 1: 5, 2: 2}, stopped=True, why="late")
    table = Table(("Ann", "Bo", "Cy"))
    assert stopped.winners == ()
    assert str(stopped.in_words(table, say("Nobody won"))) == "Stopped: Bo is ahead"
    level = Outcome(((0, 1, 2),), {0: 2, 1: 2, 2: 2}, stopped=True)
    assert str(level.in_words(table, say("Nobody won"))) == "Stopped: nobody is ahead"
    assert [(row.place, row.names, row.scores) for row in score_sheet(stopped, table)] == [
        (0, "Bo", "5"), (0, "Ann", "2"), (0, "Cy", "2"),
    ]  # fmt: skip


def test_a_player_whose_things_were_set_right_is_marked_until_they_act(begin):
    def marked(controller):
        return [seat.set_right for seat in table_view(controller).seats]

    controller = begin(3, facts={"phase": "rolling", "round": 2, "starter": 0})
    controller.touch(Corrected({"round": 3}))
    assert marked(controller) == [False, False, False], "it is nobody's"
    controller.touch(Corrected({"cards": [[1, 2], [*range(1, 14)], [3]]}))
    assert marked(controller) == [True, False, True]
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    assert marked(controller) == [False, False, True]
    controller.undo(2)
    assert marked(controller) == [False, False, False]


def test_a_round_that_ends_by_itself_is_no_longer_news_once_the_next_has_begun(begin):
    facts = {"phase": "rolling", "round": 16, "rolls": [6, 9, None], "faces": [[1, 2, 3], [2, 1, 6], None]}
    controller = begin(3, facts=facts | {"cards": [[], [3], [11]], "starter": 0})
    controller.touch(Rolled(2, (Face(2), Face(6), Face(1))))
    assert [each.text for each in table_view(controller).notices] == [
        "Round 17: Bo begins",
        "Nobody has to catch up",
        "High roll: 9 by Bo and Cyril",
    ]


def test_a_round_in_which_nobody_has_rolled_shows_no_rolls(begin):
    controller = begin(3)
    for seat, last in enumerate((6, 2, 1)):
        controller.touch(Rolled(seat, (Face(3), Face(1), Face(last))))
    recording = Recording()
    board = controller.session.game.board
    board(recording, (0, 0, 800, 500), board_scene(controller.session, table_view(controller).seats, (0, 0, 0)))
    assert {"Round 1", "nobody has rolled yet", "to roll"} <= {*recording.words}
    assert not {"10", "6", "5"} & {*recording.words}


def test_what_belongs_to_the_table_is_marked_until_it_changes_or_everybody_acted(begin):
    def marked(controller):
        scene = board_scene(controller.session, table_view(controller).seats, (0, 0, 0))
        return scene.is_set_right("round"), scene.is_set_right("cards")

    controller = begin(3, facts={"phase": "rolling", "round": 2, "starter": 0})
    assert marked(controller) == (False, False)
    controller.touch(Corrected({"round": 3}))
    assert marked(controller) == (True, False)
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    controller.touch(Rolled(1, (Face(1), Face(2), Face(3))))
    assert marked(controller) == (True, False)
    controller.undo()
    controller.touch(Corrected({"round": 2}))
    assert marked(controller) == (True, False), "it was set right again"
    controller.undo(3)
    assert marked(controller) == (False, False)


def test_whose_turn_it_is_marks_that_player(begin):
    controller = begin(3, game="catastrophe", facts={"phase": "claw", "turn": 0})
    controller.touch(Corrected({"turn": 2}))
    assert [seat.set_right for seat in table_view(controller).seats] == [False, False, True]

"""A seat that a bot plays is marked on the table."""

import pytest
from kivy.metrics import dp

from companion import i18n
from companion.app.device_manager import DeviceManager
from companion.app.settings import Settings
from companion.core.events import Event, Face, Rolled
from companion.core.table import Table
from companion.drawing.scene import Refused
from companion.ui.drawing import canvas
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.seat_strip import SeatStrip
from tests.support.written_words import paint

LONG = ("Maximiliane-Jo", "Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friedericke-Lu")
COLOURS = ("red", "blue", "green", "yellow", "black", "white")


@pytest.fixture(name="marked")
def _marked(monkeypatch):
    """The signs that are drawn, and what is written in strips: (words, whether all of it has room)."""
    signs, written = [], []
    text = canvas.text

    def note(words, box, size, *role, bold=False, **more):
        written.append((words, canvas.fits(words, box[2], box[3], bold=bold)))
        text(words, box, size, *role, bold=bold, **more)

    monkeypatch.setattr(canvas, "text", note)
    monkeypatch.setattr(canvas, "icon", lambda name, box, role: signs.append(name))
    return signs, written


def table_with_bots(controller, show, bots, game="catch-22", seats=6, **settings):
    shown = show(controller, (1280, 800), Settings(**settings))
    controller.begin(game, Table(LONG[:seats], COLOURS[:seats]))
    shown.app.bots.choose(controller.session.id, bots)
    shown.app.go("table")
    shown.frames(3)
    return shown


def test_strips_of_bots_have_a_sign_and_a_word(controller, show, marked):
    signs, written = marked
    shown = table_with_bots(controller, show, [1, 2], seats=3)
    assert [seat.bot for seat in shown.app.screen.view.seats] == [False, True, True]
    signs.clear()
    written.clear()
    for strip in shown.all(SeatStrip):
        paint(strip)
    assert signs == ["bot", "bot"]
    assert [words for words, _ in written].count("Bot") == 2


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("game", ["catch-up", "catch-22"])
def test_the_word_has_room_at_the_largest_text(controller, show, marked, game, language):
    _, written = marked
    seats = 6 if game == "catch-22" else 4
    shown = table_with_bots(controller, show, range(seats), game, seats, language=language, text_size=1.5)
    written.clear()
    for strip in shown.all(SeatStrip):
        paint(strip)
    words = i18n.word("Bot")
    assert [fits for says, fits in written if says == words] == [True] * seats
    assert [says for says, fits in written if not fits and says not in LONG] == []


@pytest.mark.parametrize("game", ["catch-up", "catch-22"])
def test_seat_of_a_bot_offers_nothing(controller, show, monkeypatch, game):
    monkeypatch.setattr(DeviceManager, "can_throw", True)
    shown = table_with_bots(controller, show, [1, 2], game, seats=3)
    people, bots = set(), set()
    for _ in range(12):
        for strip in shown.all(SeatStrip):
            words = [each.words for each in strip.walk(restrict=True) if isinstance(each, Button)]
            (bots if strip.seat else people).update(words)
        play(controller, 1, 1)
        shown.frames(2)
    assert bots == set()
    assert "Throw" in people


def test_nobody_pays_from_the_hand_of_a_bot(controller, show):
    shown = table_with_bots(controller, show, [1], "catch-up", seats=2)
    for seat, faces in ((0, (3, 3, 3)), (1, (1, 1, 1)), (0, (6, 6, 6)), (1, (1, 1, 1))):
        if any(ask.seat == seat and ask.roll for ask in controller.session.asks()):
            controller.touch(Rolled(seat, tuple(Face(value) for value in faces)))
    shown.frames(3)
    assert controller.session.state.owes[1]
    assert shown.app.screen.hands[1].picker.give.parent is None


@pytest.mark.parametrize("game", ["catch-22", "catch-up"])
def test_taps_on_the_board_do_not_act_for_a_bot(controller, show, game):
    shown = table_with_bots(controller, show, [1], game, seats=2)
    panel, tapped = shown.app.screen.panel, 0
    for _ in range(30):
        offered = [t for t in panel.targets.all if isinstance(t.means, Event) and t.means.seat == 1]
        if offered:
            x, y, wide, high = map(dp, offered[0].box)
            seq, tapped = controller.session.seq, tapped + 1
            shown.tap(*panel.to_window(x + wide / 2, y + high / 2))
            shown.frames(2)
            assert controller.session.seq == seq
            assert [toast.words for toast in shown.all(Toast)] == [f"A bot plays for {LONG[1]}."]
        if controller.session.outcome() is not None:
            break
        play(controller, 1, 1)
        shown.frames(2)
    assert tapped or game != "catch-22"


def test_cubes_of_a_bot_are_not_lifted(controller, show):
    shown = show(controller, (1280, 800), Settings())
    facts = {"phase": "place", "turn": 0, "pawns": ["e3", "i9"]}
    controller.begin("catch-22", Table(("Ann", "Bo"), COLOURS[:2]), facts=facts)
    shown.app.go("table")
    shown.frames(3)
    place = shown.place_of("supply")
    session = controller.session.id
    shown.app.go("home")
    shown.app.bots.choose(session, [0])
    controller.resume(session)
    shown.app.go("table")
    shown.frames(3)
    shown.tap(*place)
    panel = shown.app.screen.panel
    meanings = [target.means for target in panel.targets.all]
    assert "supply" not in meanings
    assert not [means for means in meanings if isinstance(means, Event)]
    refused = next(means for means in meanings if isinstance(means, Refused))
    shown.tap_target(refused)
    assert (panel.picked, controller.session.seq) == (frozenset(), 0)
    assert "A bot plays for Ann" in next(shown.all(Toast)).words

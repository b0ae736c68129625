"""Sentences on the screen cover no targets, whoever they are turned to."""

import pytest
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.settings import Settings
from companion.core.events import Ended, Face, Rolled
from companion.drawing.geometry import overlap
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.referee.signals import DiceSeen, SeenDie, TrayMoved
from companion.referee.verdicts import Accepted
from companion.ui.drawing import canvas
from companion.ui.screens.setup.fact_forms import begun_elsewhere
from companion.ui.screens.setup.option_row import OptionRow
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import ChoicePages, Tappable
from companion.ui.widgets.picture import Picture
from companion.ui.widgets.refusal_note import Toast
from tests.support.waiting import until
from tests.support.written_words import paint, written

__all__ = ["written"]

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16], "faces": [[3, 3, 3], [6, 6, 4]]}
COLOURS = ("red", "blue", "green", "yellow", "black", "white")


def bounds(widget):
    (x, y), (right, top) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return min(x, right), min(y, top), max(x, right), max(y, top)


def under(shown, toast):
    left, low, right, high = bounds(toast)
    boxes = [(each, bounds(each)) for each in shown.all(Tappable) if each.width > 1 and each.height > 1]
    return [each for each, (x, y, far, top) in boxes if x < right and left < far and y < high and low < top]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_undo_message_covers_no_target(begin, driver, players, size):
    controller = begin(players, game="catastrophe", options={"first": 0}, colours=COLOURS[:players])
    play(controller, 6, 1)
    shown = driver(size)
    shown.tap_on(shown.app.screen.tools.undo)
    toast = next(shown.all(Toast))
    assert "Undone" in toast.words
    assert under(shown, toast) == []
    for frame in (strip.parent for strip in shown.app.screen.strips):
        assert frame.x >= toast.right or frame.right <= toast.x or frame.y >= toast.top or frame.top <= toast.y


def overlapping(one, other):
    (x, y, right, top), (left, low, far, high) = bounds(one), bounds(other)
    return x < far - 1 and left < right - 1 and y < high - 1 and low < top - 1


def targets(panel):
    """A widget for each target of a board that has a line of its own."""
    boxes = [tuple(map(dp, target.box)) for target in panel.targets.all]
    return [Widget(pos=panel.to_window(*box[:2]), size=box[2:]) for box in boxes]


@pytest.mark.parametrize("game", ["catch-up", "catch-22", "catastrophe", "catchy", "cat-in-the-box"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_refusal_covers_neither_board_nor_strips(begin, driver, game, players):
    if players not in shelf()[game].player_counts:
        return
    begin(players, game=game, colours=COLOURS[:players])
    shown = driver()
    screen = shown.app.screen
    for seat in range(players):
        screen.toast("Bo has rolled 9 already: it is Ann's turn to roll, and nobody else's before she has.", seat=seat)
        toast = next(shown.all(Toast))
        middle = [screen.panel.parent] if screen.panel.line() is None else targets(screen.panel)
        there = [*(strip.parent for strip in screen.strips), *shown.all(Tappable), *middle]
        assert not [each for each in there if each.width > 1 and overlapping(toast, each)]
        assert canvas.fits(toast.words, toast.width - dp(28), toast.height - dp(4))


@pytest.mark.parametrize("game", ["catch-up", "catch-22", "catastrophe", "catchy", "cat-in-the-box"])
def test_sentence_after_the_end_covers_no_target(begin, driver, game):
    players = min(3, max(shelf()[game].player_counts))
    controller = begin(players, game=game, colours=COLOURS[:players])
    controller.touch(Ended())
    shown = driver()
    shown.tap_on(shown.button("See the table"))
    shown.tap_on(shown.app.screen.tools.more)
    toast, result = next(shown.all(Toast)), shown.button("Result")
    assert "game is over" in toast.words
    there = [*shown.all(Tappable), *targets(shown.app.screen.panel)]
    assert not [each for each in there if each.width > 1 and overlapping(toast, each)]
    assert not [each for each in there if each is not result and each.width > 1 and overlapping(result, each)]
    assert canvas.fits(toast.words, toast.width - dp(28), toast.height - dp(4))


@pytest.mark.parametrize("seat", range(4))
def test_refusal_stands_in_the_title_of_an_open_card(begin, driver, seat):
    begin(4, game="catch-up", colours=COLOURS[:4])
    shown = driver()
    screen = shown.app.screen
    screen.open(ChoicePages([("one", lambda: None, False)] * 5), seat, "Choose")
    shown.frames(2)
    screen.toast("That cannot be: it is somebody else's turn.", seat=seat)
    toast = next(shown.all(Toast))
    assert toast.angle == screen.angle_of(seat)
    assert not [each for each in shown.app.screen.opened.children if overlapping(toast, each)]
    close = shown.button("✕")
    assert not overlapping(toast, close)


def test_refusal_ends_with_its_situation(begin, driver):
    controller = begin(2)
    shown = driver()
    screen = shown.app.screen
    assert not screen.submit(Rolled(1, (Face(1), Face(2), Face(7))))
    assert "too early" in next(shown.all(Toast)).words
    shown.frames(1)
    assert screen.view.notices == ()
    assert screen.submit(Rolled(0, (Face(1), Face(2), Face(3))))
    shown.frames(1)
    assert list(shown.all(Toast)) == []
    assert screen.view.notices == ()
    assert len(controller.session.entries) == 1


def test_uncounted_dice_are_reported_until_dice_move(begin, driver):
    controller = begin(2, facts=DISCARDING)
    shown = driver()
    controller.inbox.put(DiceSeen((SeenDie(1, box=(0.1, 0.1, 0.2, 0.2)),), sure=True))
    shown.frames(3)
    line = shown.app.screen.news.below
    assert "do not count" in line.words
    assert shown.app.screen.view.tray.came_to == "ignored"
    controller.inbox.put(TrayMoved())
    shown.frames(3)
    assert "do not count" not in line.words


def test_refusal_that_waits_for_a_confirmation_is_not_said_after_the_next_touch(begin, driver):
    begin(2)
    shown = driver()
    shown.app.go("devices")
    shown.frames(2)
    screen = shown.app.screen
    screen.toast("It is saved.", role="good")
    screen.toast("That is not done yet.")
    shown.frames(2)
    assert [each.words for each in shown.all(Toast)] == ["It is saved."]
    shown.tap(screen.center_x, screen.y + 4)
    until(lambda: not list(shown.all(Toast)) or "not done" in next(shown.all(Toast)).words, meanwhile=shown.frames)
    assert list(shown.all(Toast)) == []


def test_refusal_ends_at_the_next_touch(begin, driver):
    begin(2)
    shown = driver()
    shown.app.screen.toast("Tap the die first.")
    shown.frames(2)
    shown.tap(*shown.app.screen.panel.to_window(*shown.app.screen.panel.center))
    assert list(shown.all(Toast)) == []


OWING = {"phase": "discarding", "round": 1, "rolls": [9, 10, 16], "faces": [[3, 3, 3], [4, 4, 2], [6, 6, 4]]}


def test_sentence_for_one_player_outlasts_taps_of_others(begin, driver):
    begin(3, facts=OWING)
    shown = driver()
    screen = shown.app.screen
    assert not screen.submit(Discarded(0, (1,)))
    words = next(shown.all(Toast)).words
    shown.frames(2)
    shown.tap(*screen.strips[1].parent.center)
    assert [toast.words for toast in shown.all(Toast)] == [words]
    shown.tap(screen.strips[0].parent.x + dp(4), screen.strips[0].parent.center_y)
    assert list(shown.all(Toast)) == []


def test_refusal_outlasts_events_of_others(begin, driver):
    controller = begin(3, facts=OWING)
    shown = driver()
    screen = shown.app.screen
    assert not screen.submit(Discarded(0, (1,)))
    words = next(shown.all(Toast)).words
    assert isinstance(controller.touch(Discarded(1, (6,))), Accepted)
    shown.frames(2)
    assert [toast.words for toast in shown.all(Toast)] == [words]
    assert isinstance(controller.touch(Discarded(0, (7,))), Accepted)
    shown.frames(2)
    assert list(shown.all(Toast)) == []


def test_line_says_one_sentence_about_the_last_event(begin, driver):
    controller = begin(2)
    shown = driver()
    line = shown.app.screen.news.below
    controller.touch(Rolled(0, (Face(6), Face(6), Face(6))))
    controller.touch(Rolled(1, (Face(1), Face(1), Face(2))))
    shown.frames(2)
    assert line.words == "Ann begins"
    controller.touch(Rolled(0, (Face(1), Face(2), Face(3))))
    shown.frames(2)
    assert line.words == shown.app.screen.view.headline


LONG = "The unfinished set-up could not be saved: there is no room for it on this disk, and none can be made."


def screens(shown, controller):
    """Every screen beside the table, the rules of the setup and of a table that is taken over unfolded."""
    table = controller.session.table
    for name in ("history", "rules", "devices", "cameras", "buttons", "tray_outline", "tray_setup"):
        shown.app.go(name)
        yield name
    for game in shelf():
        shown.app.go("setup", game=game)
        shown.frames(2)
        shown.tap_on(shown.button("Change the rules"))
        yield game
    shown.app.go("take_over", form=begun_elsewhere(shown.app, shown.controller.games["catch-up"], table, {}))
    yield "take_over"
    shown.app.go("home")
    yield "home"


@pytest.mark.parametrize(("size", "text_size"), [((1280, 800), 1.0), ((1920, 1200), 1.0), ((1280, 800), 1.5)])
def test_sentence_on_any_screen_covers_neither_targets_nor_title(begin, driver, written, size, text_size):
    controller = begin(3)
    play(controller, 6, 1)
    shown = driver(size, Settings(text_size=text_size))
    for name in screens(shown, controller):
        shown.frames(2)
        shown.app.screen.toast(LONG)
        toast = next(shown.all(Toast))
        there = [*shown.all(Tappable), *shown.all(OptionRow), *shown.all(Picture)]
        assert not [each for each in there if each.width > 1 and overlapping(toast, each)], name
        assert canvas.fits(toast.words, toast.width - dp(28), toast.height - dp(4)), name
        written.clear()
        paint(shown.app.screen)
        place = canvas.in_units((*toast.pos, *toast.size))
        assert not [each for each in written if each.cut or overlap(each.box, place)], name


def test_reason_goes_once_the_button_works(begin, driver):
    controller = begin(2)
    shown = driver()
    shown.tap_on(shown.app.screen.tools.undo)
    assert [toast.words for toast in shown.all(Toast)] == ["Nothing to undo."]
    shown.app.go("history")
    shown.frames(2)
    shown.tap_on(shown.app.screen.newer)
    toast = next(shown.all(Toast))
    assert "newest" in toast.words
    shown.app.screen.newer.say(shown.app.screen.newer.words, why="")
    until(lambda: not list(shown.all(Toast)), meanwhile=lambda: shown.frames(1))
    assert controller.session.entries == []


def test_refused_option_is_explained_until_it_counts(begin, driver):
    begin(2)
    shown = driver()
    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    shown.tap_on(shown.button("Change the rules"))
    row = next(row for row in shown.app.screen.rules.options if row.why)
    shown.tap_on(row)
    assert next(shown.all(Toast)).words == row.why
    assert not [each for each in shown.app.screen.rules.options if overlapping(next(shown.all(Toast)), each)]
    row.disable("")
    until(lambda: not list(shown.all(Toast)), meanwhile=lambda: shown.frames(1))


@pytest.mark.parametrize("game", ["catch-up", "catch-22", "catastrophe", "catchy", "cat-in-the-box"])
def test_line_says_nothing_older_than_the_last_event(begin, driver, game):
    players = min(3, shelf()[game].player_counts[-1])
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown = driver()
    line = shown.app.screen.news.below
    for turn in range(30):
        entries = len(controller.session.entries)
        play(controller, 1, turn)
        shown.frames(1)
        if len(controller.session.entries) == entries:
            break
        notes = [str(note.text) for note in controller.session.entries[-1].notes]
        assert line.words in notes or (not notes and line.words == shown.app.screen.view.headline)

"""From home to the end of a game and back, by touch; every screen at both sizes keeps its targets big enough."""

from random import Random

import pytest
from kivy.metrics import dp

from companion.app.settings import Settings
from companion.core.events import Face, Rolled
from companion.core.text import say
from companion.drawing.theme import TOUCH
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.record.journal import JournalError
from companion.referee.signals import DeviceChanged, DiceSeen, SeenDie
from companion.ui.drawing import scale
from companion.ui.screens.home_tiles import GameTile, SessionTile
from companion.ui.screens.table.dialogs import PausedCard
from companion.ui.screens.table.over import OverCard
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.value_inputs import Segments, Toggle
from tests.support.written_words import sentences

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}
AT_THE_END = {
    "phase": "discarding", "round": 3, "rolls": [9, 14], "cards": [[4], [13]], "holders": [0, 1], "owes": [5, 0],
}  # fmt: skip


def tile(driver, title):
    return next(each for each in driver.all(GameTile) if each.game.title == title)


def test_home_offers_every_game_on_the_shelf(driver):
    shown = driver()
    assert [each.game.id for each in shown.all(GameTile)] != []
    assert {each.game.id for each in shown.all(GameTile)} == set(shelf())


def test_game_is_set_up_and_begun_by_touch(driver, controller):
    shown = driver()
    shown.tap_on(tile(shown, "Catch Up"))
    assert shown.app.screen_name == "setup"
    shown.tap_on(shown.button("4"))
    shown.tap_on(shown.button("Change the rules"))
    for name in ("short", "highest_below"):
        shown.tap_on(next(row for row in shown.app.screen.rules.options if row.name == name).editor)
    shown.tap_on(shown.button("the high roll"))
    shown.tap_on(next(row for row in shown.app.screen.rules.options if row.name == "highest_below").editor)
    assert "does not matter" in sentences(shown)
    shown.tap_on(shown.button("Begin"))
    assert shown.app.screen_name == "table"
    assert len(controller.session.table.players) == 4
    assert (controller.session.options.short, controller.session.options.below) == (True, "high-roll")


def test_options_come_from_the_games_own_fields(driver):
    shown = driver()
    for game in shelf().values():
        shown.app.go("setup", game=game.id)
        shown.frames(2)
        names = [row.name for row in shown.app.screen.rules.options]
        assert names == list(game.options.__dataclass_fields__)


def test_yes_or_no_is_a_toggle_and_words_are_side_by_side(driver):
    shown = driver()
    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    kinds = {row.name: type(row.editor) for row in shown.app.screen.rules.options}
    assert kinds["short"] is Toggle
    assert kinds["below"] is Segments


def test_every_game_can_be_begun_with_its_defaults(driver, controller):
    shown = driver()
    for game in shelf().values():
        shown.app.go("setup", game=game.id)
        shown.frames(2)
        shown.tap_on(shown.app.screen.begin)
        assert controller.session is not None, game.title
        assert controller.session.game is game


def name_the_first(shown, letters):
    """Sets up a game of Catch Up and types a name over Ann's."""
    shown.app.go("setup", game="catch-up")
    shown.frames(3)
    shown.tap_on(shown.button("Ann"))
    for letter in letters:
        shown.tap_on(shown.button(letter))
    shown.tap_on(shown.button("Done"))


def test_players_are_named_and_get_dice(driver, controller):
    shown = driver()
    name_the_first(shown, "ZOE")
    shown.tap_on(shown.button("a colour each"))
    shown.tap_on(shown.app.screen.people.map.chips[0].colour)
    shown.tap_on(shown.button("orange"))
    shown.tap_on(shown.app.screen.begin)
    assert controller.session.table.players[0] == "Zoe"
    assert len(set(controller.session.table.colours)) == 3
    assert controller.session.table.colours[0] == "orange"


def test_own_dice_are_proposed_only_where_usual(driver):
    """CATCH 22 uses one die, which would match neither Ann's red nor Bo's blue."""
    proposed = {}
    for game in ("catch-22", "catch-up", "catastrophe"):
        shown = driver()
        shown.app.go("setup", game=game)
        proposed[game] = shown.app.screen.people.own_dice
    assert proposed == {"catch-22": False, "catch-up": False, "catastrophe": True}


def test_two_players_cannot_have_one_name(driver):
    shown = driver()
    name_the_first(shown, "BO")
    assert "has that name" in next(shown.all(Toast)).words
    assert shown.app.screen.people.who.names[0] == "Ann"


def test_a_game_is_gone_on_with_from_home(begin, driver, controller):
    begin(3, facts=DISCARDING)
    controller.touch(Discarded(0, (7,)))
    controller.leave()
    shown = driver()
    shown.tap_on(next(shown.all(SessionTile)).resume)
    assert shown.app.screen_name == "table"
    assert controller.session.entries[-1].event == Discarded(0, (7,))


def test_home_reports_an_unreadable_journal(driver, controller, monkeypatch):
    def broken(_wanted):
        raise JournalError("the file is damaged")

    monkeypatch.setattr(controller, "sessions", broken)
    shown = driver()
    assert "damaged" in sentences(shown)


def test_the_end_is_shown_once_and_can_be_taken_back(begin, driver):
    controller = begin(2, facts=AT_THE_END)
    shown = driver()
    controller.touch(Discarded(0, (4,)))
    shown.app.screen.refresh()
    shown.frames(2)
    card = shown.app.screen.opened
    assert isinstance(card, OverCard)
    assert [(row.place, row.name) for row in card.sheet.rows] == [(1, "Bo"), (2, "Ann")]
    shown.tap_on(shown.button("See the table"))
    assert shown.app.screen.opened is None
    shown.tap_on(shown.app.screen.tools.undo)
    assert controller.session.outcome() is None
    shown.tap_on(shown.app.screen.tools.redo)
    assert isinstance(shown.app.screen.opened, OverCard)
    shown.tap_on(shown.button("New game"))
    assert shown.app.screen_name == "setup"
    assert shown.app.screen.game.id == "catch-up"


def test_pause_says_why_and_ends(begin, driver, monkeypatch):
    controller = begin(3, facts=DISCARDING)
    shown = driver()
    real = controller.journal.append

    def full(*_args, **_kwargs):
        raise JournalError("the disk is full")

    monkeypatch.setattr(controller.journal, "append", full)
    shown.app.screen.submit(Discarded(0, (7,)))
    shown.frames(2)
    assert isinstance(shown.app.screen.opened, PausedCard)
    assert controller.session.entries == []
    monkeypatch.setattr(controller.journal, "append", real)
    shown.tap_on(shown.button("Try again"))
    assert shown.app.screen.opened is None
    assert controller.session.entries[-1].event == Discarded(0, (7,))


def test_history_goes_back_to_a_line(begin, driver):
    controller = begin(3)
    play(controller, 9, 1)
    shown = driver()
    shown.tap_on(shown.app.screen.tools.history)
    screen = shown.app.screen
    assert [row.line.seq for row in screen.rows] == sorted((row.line.seq for row in screen.rows), reverse=True)
    shown.tap_on(screen.rows[3])
    wanted = screen.chosen.seq
    shown.tap_on(screen.go_here)
    assert controller.session.entries[-1].seq == wanted
    assert shown.app.screen_name == "table"


def test_history_takes_the_chosen_line_back_too(begin, driver):
    controller = begin(3)
    play(controller, 4, 1)
    shown = driver()
    shown.app.go("history")
    shown.frames(2)
    shown.tap_on(shown.app.screen.go_before)
    assert len(controller.session.entries) == 3


def test_long_histories_are_paged(begin, driver):
    controller = begin(3)
    play(controller, 40, 2)
    shown = driver()
    shown.app.go("history")
    shown.frames(2)
    first = shown.app.screen.rows[0].line.seq
    shown.tap_on(shown.app.screen.older)
    assert shown.app.screen.rows[0].line.seq < first
    shown.tap_on(shown.app.screen.newer)
    assert shown.app.screen.rows[0].line.seq == first
    shown.tap_on(shown.app.screen.newer)
    assert "newest" in next(shown.all(Toast)).words


def test_lost_device_is_explained_after_one_tap(begin, driver, controller):
    begin(2)
    controller.devices.box = type(controller.devices.box)("auto", ok=True)
    shown = driver()
    controller.inbox.put(DeviceChanged("box", ok=False, why=say("the button box was unplugged")))
    shown.frames(3)
    assert [glyph.ok for glyph in shown.app.screen.tools.signs.glyphs] == [True, False, True]
    assert "unplugged" in shown.app.screen.news.below.words
    shown.tap_on(shown.app.screen.tools.signs)
    assert shown.app.screen_name == "devices"
    shown.tap_on(shown.button("← Back"))
    assert shown.app.screen_name == "table"


def test_what_arrives_from_a_device_wakes_the_screen(begin, driver, controller):
    begin(3)
    shown = driver()
    controller.inbox.put(DiceSeen((SeenDie(1), SeenDie(2), SeenDie(3)), sure=True))
    shown.frames(2)
    assert controller.session.entries[-1].event == Rolled(0, (Face(1), Face(2), Face(3)))
    assert shown.app.screen.view.seats[1].asked


def test_a_changed_figure_leaves_its_change_beside_it(begin, driver, controller):
    begin(3, facts=DISCARDING)
    shown = driver()
    controller.touch(Discarded(0, (3, 4)))
    shown.app.screen.refresh()
    strip = shown.app.screen.strips[0]
    assert strip.changes.of(0) == "\N{MINUS SIGN}2"


def test_the_look_can_be_changed_and_is_kept(begin, driver, controller):
    begin(3)
    shown = driver(settings=Settings(theme="light"))
    assert scale.theme().name == "light"
    shown.app.go("devices")
    shown.frames(2)
    shown.tap_on(shown.button("High contrast"))
    assert scale.theme().name == "contrast"
    assert shown.app.settings.theme == "contrast"
    assert shown.app.screen_name == "devices"


def screens(shown, controller):
    yield "table"
    for name in ("history", "devices"):
        shown.app.go(name)
        shown.frames(3)
        yield name
    shown.app.go("table")
    shown.app.screen.dice.enter(controller.session.asks()[0].seat) if controller.session.asks()[0].roll else None
    shown.frames(3)
    yield "telling dice"
    for game in shelf():
        shown.app.go("setup", game=game)
        shown.frames(3)
        yield f"setup {game}"
    shown.app.screen.people.rename(0)
    shown.frames(3)
    yield "naming"
    shown.app.go("home")
    shown.frames(3)
    yield "home"


@pytest.mark.parametrize(("players", "size"), [(2, (1280, 800)), (3, (1920, 1200)), (4, (1280, 800))])
def test_everything_to_tap_is_nine_millimetres(begin, driver, controller, size, players):
    play(begin(players), Random(players).randint(3, 9), 4)
    shown = driver(size)
    small = []
    for name in screens(shown, controller):
        for each in shown.all(Tappable):
            least = min(each.width, each.height)
            if least < dp(TOUCH) - 1 and each.tapped is not None and each.parent is not None:
                words = getattr(each, "words", getattr(each, "face", ""))
                small.append((name, type(each).__name__, words, round(each.width / dp(1)), round(each.height / dp(1))))
    assert small == []

"""Home shows the games with their pictures, the last sessions and the archive, and reports what is missing."""

import pytest

from companion.app.controller import TableController
from companion.app.device_manager import NO_CAMERA, STARTING, Device
from companion.app.folders import DataFolder
from companion.app.settings import Settings
from companion.core.table import Table
from companion.core.text import NOTHING, say
from companion.drawing.geometry import overlap
from companion.drawing.theme import SMALL
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.i18n import LANGUAGES
from companion.record.journal import Journal, JournalError
from companion.referee.signals import DeviceChanged
from companion.referee.verdicts import Accepted
from companion.ui.drawing import canvas
from companion.ui.screens.home_tiles import SessionTile, standing_of
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast
from companion.views.local_time import wall
from tests.support.waiting import until
from tests.support.written_words import paint, sentences, written

__all__ = ["written"]

DISCARDING = {"phase": "discarding", "round": 3, "rolls": [9, 14], "owes": [5, 0]}


@pytest.fixture(name="screen")
def _screen(driver):
    shown = driver()
    shown.app.go("home")
    shown.frames(2)
    return shown.app.screen


def test_missing_camera_and_box_are_named(controller, screen):
    controller.devices.tray = Device("usb:0", ok=False, why=say("usb:0: no such camera here"))
    controller.devices.box = Device("auto", ok=False, why=say("no button box is plugged in"))
    screen.refresh()
    assert screen.trouble.words == "Camera: no such camera here\nButton box: no button box is plugged in"


@pytest.mark.parametrize("device", [Device("usb:0", ok=True), Device("usb:0", ok=False, why=STARTING, starting=True),
                                    Device("", ok=False, why=NO_CAMERA)])  # fmt: skip
def test_working_starting_or_unchosen_device_is_not_named(controller, screen, device):
    controller.devices.tray = device
    screen.refresh()
    assert screen.trouble.words == ""


def test_it_changes_as_the_device_does(controller, screen):
    controller.devices.tray = Device("usb:0", ok=True)
    for ok, why in ((False, say("the camera was unplugged")), (True, NOTHING)):
        controller.inbox.put(DeviceChanged("tray", ok=ok, why=why))
        controller.tick()
        screen.refresh()
        assert ("unplugged" in screen.trouble.words) == (not ok)


def test_what_the_settings_say_stands_first(controller, screen):
    screen.app.trouble = "The settings cannot be read."
    controller.devices.box = Device("auto", ok=True, why="one of two boxes is gone")
    screen.refresh()
    assert screen.trouble.words == "The settings cannot be read.\nButton box: one of two boxes is gone"


def archived_by(shown):
    return shown.app.settings.archived


def played(controller, *games):
    """Sessions of these games, each with an entry or more."""
    for game in games:
        controller.begin(game, Table(("Ann", "Bo"), ("red", "blue")))
        play(controller, 6, seed=1)
        controller.leave()


def shown_home(driver, size=(1280, 800)):
    shown = driver(size)
    shown.app.go("home")
    shown.frames(3)
    return shown


def test_a_session_says_who_plays_and_how_they_stand(controller):
    facts = {"phase": "rolling", "cards": [[1, 2, 3], [4]], "starter": 0}
    controller.begin("catch-up", Table(("Ann", "Bo")), None, facts)
    (listed,) = controller.sessions()
    assert str(standing_of(listed)) == "Ann 3 cards, Bo 1 card"
    controller.begin("catch-up", Table(("Ann", "Bo")), None, {**DISCARDING, "cards": [[4], [13]], "holders": [0, 1]})
    controller.touch(Discarded(0, (4,)))
    assert str(standing_of(controller.sessions()[0])) == "Ann 0 cards, ★\N{NO-BREAK SPACE}Bo 1 card"


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_games_of_one_day_are_told_apart_by_their_time(show, written, text_size, request):
    controller = TableController(Journal(":memory:", now=lambda: "2026-03-14T19:30:00+00:00"), shelf())
    request.addfinalizer(controller.stop)
    for game in ("cat-in-the-box", "catastrophe", "catch-22"):
        controller.begin(game, Table(("Ann", "Bo", "Cy")))
    shown = show(controller, settings=Settings(text_size=text_size))
    shown.app.go("home")
    until(lambda: len(shown.app.screen.sessions) == 3, meanwhile=shown.frames)
    for each in controller.sessions():
        assert any(words.words.endswith(wall(each.began, "%m-%d  %H:%M")) and not words.cut for words in written)
    assert not [words for words in written if words.words == wall(each.began, "%Y-%m-%d")]


def test_a_session_goes_into_the_archive_and_comes_back(controller, driver):
    played(controller, "catch-up", "catchy")
    shown = shown_home(driver)
    first, other = (tile.listed.id for tile in shown.app.screen.sessions)
    shown.tap_on(next(shown.all(SessionTile)).put_away)
    shown.frames(2)
    assert [tile.listed.id for tile in shown.app.screen.sessions] == [other]
    assert archived_by(shown) == [first]
    assert len(controller.journal.sessions()) == 2, "nothing is erased"
    shown.tap_on(shown.button("Archive (1)"))
    shown.frames(2)
    assert [tile.listed.id for tile in shown.app.screen.sessions] == [first]
    assert "only hidden" in sentences(shown)
    assert controller.journal.path not in sentences(shown)
    shown.tap_on(next(shown.all(SessionTile)).put_away)
    shown.frames(2)
    assert archived_by(shown) == []
    assert [tile.listed.id for tile in shown.app.screen.sessions] == [first, other]


def test_a_game_that_is_put_away_says_how_it_comes_back(controller, driver):
    played(controller, "catch-up", "catchy")
    shown = shown_home(driver)
    tile = next(shown.all(SessionTile))
    assert tile.put_away.words not in "Archive (1)", "that opens the archive"
    shown.tap_on(tile.put_away)
    shown.frames(2)
    (said,) = shown.all(Toast)
    assert said.words.startswith("Put away")
    assert shown.app.screen.children[0] is said, "no game lies on it"
    shown.tap_on(shown.button("Archive (1)"))
    shown.frames(2)
    assert next(shown.all(SessionTile)).put_away.words in said.words, "it names the button that does it"
    assert said.parent is not None, "it stays until it could be read"


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_word_that_a_game_is_put_away_covers_nothing(controller, show, written, language, text_size):
    played(controller, "catch-up", "catchy")
    shown = show(controller, settings=Settings(language=language, text_size=text_size))
    shown.app.go("home")
    shown.frames(3)
    shown.tap_on(next(shown.all(SessionTile)).put_away)
    shown.frames(2)
    (said,) = shown.all(Toast)
    written.clear()
    paint(shown.app.screen)
    paint(said.bubble)
    place = canvas.in_units((*said.pos, *said.size))
    assert "Cat's Eye" in [each.words for each in written]
    assert not [each for each in written if each.cut or (each.words != said.words and overlap(each.box, place))]
    there = [each for each in shown.all(Tappable) if each.width > 1]
    assert not [each for each in there if overlap(canvas.in_units((*each.pos, *each.size)), place)]


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_a_long_sentence_stands_in_place_of_the_whole_title(controller, show, written, text_size):
    shown = show(controller, settings=Settings(text_size=text_size))
    shown.app.go("home")
    shown.frames(2)
    shown.app.screen.toast("This game cannot be resumed: " + "the journal holds what nobody can read. " * 3)
    shown.frames(2)
    written.clear()
    paint(shown.app.screen)
    assert "Cat's Eye" not in [each.words for each in written]
    next(shown.all(Toast)).go()
    paint(shown.app.screen)
    assert "Cat's Eye" in [each.words for each in written]


def test_escape_leaves_the_archive(controller, driver):
    played(controller, "catch-up", "catchy")
    shown = shown_home(driver)
    shown.tap_on(next(shown.all(SessionTile)).put_away)
    shown.frames(2)
    other = [tile.listed.id for tile in shown.app.screen.sessions]
    shown.tap_on(shown.button("Archive (1)"))
    shown.frames(2)
    assert [tile.listed.id for tile in shown.app.screen.sessions] != other
    shown.app.screen.escape()
    shown.frames(2)
    assert [tile.listed.id for tile in shown.app.screen.sessions] == other


def test_a_double_tap_on_archive_does_nothing_else(controller, driver):
    played(controller, "catch-up", "catchy")
    shown = shown_home(driver)
    button = next(shown.all(SessionTile)).put_away
    place = button.to_window(*button.center)
    shown.tap(*place)
    shown.tap(*place, at_once=True)
    shown.frames(2)
    assert len(archived_by(shown)) == 1
    assert shown.app.screen_name == "home"


def test_a_game_is_deleted_from_the_archive_after_a_question(controller, driver, tmp_path):
    played(controller, "catch-up", "catch-22")
    gone, kept = (each.id for each in reversed(controller.sessions()))
    shown = driver()
    shown.app.folder = DataFolder(tmp_path)
    pictures = tmp_path / "evidence"
    pictures.mkdir()
    for session in (gone, kept):
        (pictures / f"{session}-0003.jpg").write_bytes(b"picture")
    shown.app.bots.choose(gone, (1,))
    shown.app.change(archived=[gone])
    shown.app.go("home")
    shown.frames(3)
    with pytest.raises(LookupError):
        shown.button("Delete")
    shown.tap_on(shown.button("Archive (1)"))
    shown.frames(2)
    shown.tap_on(shown.button("Delete"))
    when = wall(next(each.began for each in controller.sessions() if each.id == gone), "%Y-%m-%d %H:%M")
    assert f"{when}, Ann and Bo" in sentences(shown), "the same people may have played twice that day"
    shown.tap_on(shown.button("Cancel: change nothing"))
    assert shown.app.screen.opened is None
    assert len(controller.sessions()) == 2
    shown.tap_on(shown.button("Delete"))
    shown.tap_on(shown.button("Delete for good"))
    shown.frames(2)
    assert [each.id for each in controller.sessions()] == [kept]
    assert [picture.name for picture in pictures.iterdir()] == [f"{kept}-0003.jpg"]
    assert (archived_by(shown), shown.app.bots.of(gone)) == ([], ())
    assert [tile.listed.id for tile in shown.app.screen.sessions] == [kept]


def test_what_was_played_before_the_table_changed_is_deleted_with_a_game(controller, driver, tmp_path):
    played(controller, "catch-up")
    (first,) = (each.id for each in controller.sessions())
    controller.begin("catch-up", Table(("Ann", "Cy")), continues=first)
    controller.leave()
    (last,) = (each.id for each in controller.sessions())
    shown = driver()
    shown.app.folder = DataFolder(tmp_path)
    shown.app.change(archived=[last])
    shown.app.go("home")
    shown.frames(3)
    shown.tap_on(shown.button("Archive (1)"))
    shown.frames(2)
    shown.tap_on(shown.button("Delete"))
    shown.tap_on(shown.button("Delete for good"))
    shown.frames(2)
    assert controller.journal.sessions() == []
    assert shown.app.screen.sessions == []


def test_a_game_that_cannot_be_deleted_stays(controller, driver, monkeypatch):
    played(controller, "catch-up")
    (session,) = (each.id for each in controller.sessions())
    shown = driver()
    shown.app.change(archived=[session])
    shown.app.go("home")
    shown.frames(3)
    shown.tap_on(shown.button("Archive (1)"))
    shown.frames(2)

    def full(*_):
        raise JournalError("the disk is full")

    monkeypatch.setattr(type(controller.journal), "erase", full)
    shown.tap_on(shown.button("Delete"))
    shown.tap_on(shown.button("Delete for good"))
    shown.frames(2)
    assert "the disk is full" in next(shown.all(Toast)).words
    assert archived_by(shown) == [session]


def test_an_archived_game_can_still_be_resumed(controller, driver):
    played(controller, "catch-up")
    shown = shown_home(driver)
    shown.tap_on(next(shown.all(SessionTile)).put_away)
    shown.frames(2)
    shown.tap_on(shown.button("Archive (1)"))
    shown.frames(2)
    shown.tap_on(next(shown.all(SessionTile)).resume)
    assert shown.app.screen_name == "table"


def test_a_game_that_is_played_on_leaves_the_archive(controller, driver):
    played(controller, "catch-up", "catchy")
    first, other = (each.id for each in controller.sessions())
    shown = driver()
    shown.app.change(archived=[other, first])
    controller.resume(first)
    shown.frames(2)
    controller.leave()
    assert archived_by(shown) == [other, first], "it was only looked at"
    controller.resume(first)
    assert isinstance(controller.undo(), Accepted)
    assert archived_by(shown) == [other]
    controller.leave()
    shown.app.go("home")
    until(lambda: [tile.listed.id for tile in shown.app.screen.sessions] == [first], meanwhile=shown.frames)
    shown.button("Archive (1)")


def test_a_game_that_goes_on_with_other_people_leaves_the_archive(controller, driver):
    played(controller, "catch-up")
    (first,) = (each.id for each in controller.sessions())
    shown = driver()
    shown.app.change(archived=[first])
    controller.begin("catch-up", Table(("Ann", "Cy")), continues=first)
    assert archived_by(shown) == []


def test_more_sessions_than_fit_are_turned_to(controller, driver):
    played(controller, *["catch-up"] * 9)
    shown = shown_home(driver)

    def seen():
        return {tile.listed.id for tile in shown.app.screen.sessions if tile.parent is not None}

    first = seen()
    assert 0 < len(first) < 9
    shown.tap_on(shown.button("▶ More games"))
    shown.frames(2)
    assert seen() - first
    assert len(seen() & first) == 1, "the game to play on stays"


def test_theme_and_text_size_are_one_tap_each(driver):
    shown = shown_home(driver)
    shown.tap_on(shown.app.screen.gear)
    shown.tap_on(shown.button("Light"))
    shown.frames(2)
    assert shown.app.settings.theme == "light"
    small = canvas.text_width("Ann", 24)
    shown.tap_on(shown.button("150%"))
    shown.frames(2)
    assert shown.app.settings.text_size == 1.5
    assert canvas.text_width("Ann", 24) > 1.4 * small


@pytest.mark.parametrize("change", ["Light", "150%", "Deutsch"])
def test_the_settings_stay_on_top_of_the_games_when_the_look_changes(controller, driver, change):
    played(controller, "catch-up", "catch-up")
    shown = shown_home(driver)
    shown.tap_on(shown.app.screen.gear)
    shown.tap_on(shown.button(change))
    shown.frames(3)
    assert [tile for tile in shown.app.screen.sessions if tile.parent is not None]
    shown.tap_on(shown.button("✕"))
    shown.frames(2)
    assert shown.app.screen_name == "home"
    assert shown.app.screen.opened is None


def test_a_text_size_that_is_not_there_is_said(controller, show):
    shown = show(controller, settings=Settings(text_size=9.0))
    assert "no text size 9.0" in shown.app.screen.trouble.words
    assert shown.app.settings.text_size == 1.0


def test_the_way_to_more_games_lies_on_nothing(controller, driver):
    played(controller, *["catch-up"] * 9)
    shown = shown_home(driver)
    shown.tap_on(next(shown.all(SessionTile)).put_away)
    shown.frames(2)
    screen = shown.app.screen
    others = [*screen.tiles, *(tile for tile in screen.sessions if tile.parent is not None)]
    for button in (screen.more, screen.archive):
        assert button.parent is not None
        assert not [each for each in others if button.collide_widget(each)]


def test_no_heading_stands_over_nothing(controller, driver):
    controller.begin("catch-up", Table(("Ann", "Bo")))
    shown = driver()
    shown.app.go("home")
    shown.frames(3)
    assert [tile.listed.over for tile in shown.app.screen.sessions] == [False]
    assert shown.app.screen.heading == "", "the only game stands above"
    controller.begin("catch-up", Table(("Ann", "Bo")))
    shown.app.go("home")
    shown.frames(3)
    assert shown.app.screen.heading == "Diary"


@pytest.mark.parametrize("language", LANGUAGES)
def test_heading_breaks_no_word_on_an_upright_screen(driver, language):
    shown = driver(settings=Settings(language=language), size=(800, 1280))
    shown.app.go("home")
    shown.frames(2)
    for button in (shown.app.screen.phones, shown.app.screen.devices):
        for each in button.words.split():
            assert canvas.text_width(each, SMALL, bold=True) <= button.width - 16, each


def test_a_game_that_was_left_is_never_taken_for_a_first_visit(controller, driver):
    shown = driver()
    controller.begin("catch-22", Table(("Ann", "Bo")))
    shown.app.go("table")
    shown.frames(1)
    shown.app.go("home")
    screen = shown.app.screen
    assert screen.heading != "How it goes"
    shown.frames(3)
    assert [tile.listed.game for tile in screen.sessions] == ["catch-22"]

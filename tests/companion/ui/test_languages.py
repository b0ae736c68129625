"""Every screen in other languages: nothing stays English, nothing is cut, and the language changes at once."""

import pytest
from kivy.metrics import dp

from companion import i18n
from companion.app.phones import Phones
from companion.app.settings import Settings
from companion.core.table import Table
from companion.games import shelf
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui import kivy_app
from companion.ui.screens import rules
from companion.ui.testing.screenshots import play
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.painted import Drawn
from companion.views.rules_text import Block
from tests.support.phones import ServedWithoutPort
from tests.support.pseudo_language import PseudoLanguage, untranslated
from tests.support.written_words import paint, written

__all__ = ["written"]

PLAYERS = ("Ann", "Bo", "Cyril", "Dot")
NAMES = {*PLAYERS, "Cy", "Eli", "Fay", "Gus", "Hal", *i18n.LANGUAGES.values(), "Cat's Eye", "Four gates"}


@pytest.fixture(autouse=True)
def _no_rules(monkeypatch):
    """The rules are written in English."""
    monkeypatch.setattr(rules, "rules_of", lambda *_, **_named: (Block("1", level=2),))


@pytest.fixture
def pseudo(monkeypatch):
    monkeypatch.setattr(kivy_app, "set_language", lambda _language, _games: i18n.use(PseudoLanguage()) or True)


def repaint(shown, written):
    """Paint everything once more and record only that: a frame would also paint what timers of other tests ask for."""
    shown.frames(2)
    written.clear()
    for widget in list(shown.all(Drawn)):
        paint(widget)


def screens(shown, controller, written):
    """Go to every screen and open every card of the app."""
    for name in ("home", *(("setup", game) for game in shelf())):
        shown.app.go("home") if name == "home" else shown.app.go("setup", game=name[1])
        repaint(shown, written)
        yield name if name == "home" else f"setup of {name[1]}"
    rules = shown.app.screen.rules
    shown.tap_on(rules.fold)
    repaint(shown, written)
    while (page := rules.page) is not None and rules.turn.parent is not None:
        shown.tap_on(rules.turn)
        repaint(shown, written)
        if rules.page <= page:
            break
    shown.app.screen.people.rename(0)
    next(shown.all(Keyboard)).type("\u05d0")
    repaint(shown, written)
    yield "a name"
    controller.begin("catch-up", Table(PLAYERS))
    shown.app.go("table")
    repaint(shown, written)
    yield "table"
    shown.app.screen.dice.open_tray()
    repaint(shown, written)
    yield "a roll to enter"
    shown.app.screen.close()
    controller.inbox.put(DiceSeen((SeenDie(3), SeenDie(4, cocked=True), SeenDie(1)), sure=False))
    shown.frames(3)
    repaint(shown, written)
    yield "a reading to settle"
    shown.app.screen.dice.dismiss()
    play(controller, 9, 1)
    shown.app.screen.refresh()
    shown.app.screen.undoing.undo()
    repaint(shown, written)
    yield "undone"
    shown.app.screen.undoing.redo()
    repaint(shown, written)
    yield "redone"
    shown.app.phones = Phones(ServedWithoutPort, controller.inbox)
    shown.app.phones.open()
    for name in ("history", "devices", "buttons", "phones"):
        shown.app.go(name)
        repaint(shown, written)
        yield name
    shown.app.go("rules")
    repaint(shown, written)
    yield "rules"


@pytest.mark.usefixtures("pseudo")
def test_every_text_on_the_screens_can_be_translated(driver, controller, written):
    shown = driver()
    known = NAMES | {game.title for game in shelf().values()}
    left = {}
    for name in screens(shown, controller, written):
        address = {"http", "code", "catseye", "local", shown.app.phones.code("player")}
        words = {word for each in written for word in untranslated(each.words, known | address)}
        if words:
            left[name] = words
    assert left == {}


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", shelf())
def test_every_text_on_the_tables_can_be_translated(driver, controller, written, game):
    counts = shelf()[game].player_counts
    players = 3 if 3 in counts else counts[0]
    controller.begin(game, Table(PLAYERS[:players], ("red", "blue", "green")[:players]))
    shown = driver()
    known = NAMES | {each.title for each in shelf().values()}
    left = set()
    for number in range(13):
        play(controller, 9, 5)
        shown.app.screen.refresh()
        if number == 12:
            shown.app.go("history")
        repaint(shown, written)
        left |= {word for each in written for word in untranslated(each.words, known)}
    assert left == set()


@pytest.mark.usefixtures("pseudo")
def test_the_end_is_translated(driver, controller, written):
    controller.begin("catch-up", Table(PLAYERS[:2]))
    shown = driver()
    play(controller, 400, 3)
    shown.app.screen.refresh()
    repaint(shown, written)
    assert controller.session.outcome() is not None
    assert {word for each in written for word in untranslated(each.words, NAMES | {"Catch Up"})} == set()


@pytest.mark.parametrize("language", [code for code in i18n.LANGUAGES if code])
def test_every_text_finds_room(driver, controller, written, language):
    shown = driver(settings=Settings(language=language))
    cut = {}
    for name in screens(shown, controller, written):
        if words := {each.words for each in written if each.cut}:
            cut[name] = words
    assert cut == {}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_a_button_opens_is_called_as_the_button(driver, controller, language):
    shown = driver(settings=Settings(language=language))
    for screen, names in (("home", ("gear", "phones", "devices")), ("table", ("history", "rules", "signs"))):
        for name in names:
            if controller.session is None:
                controller.begin("catch-up", Table(PLAYERS))
            shown.app.go(screen)
            shown.frames(2)
            button = getattr(getattr(shown.app.screen, "tools", shown.app.screen), name)
            says = getattr(button, "words", "") or i18n.word("devices")
            shown.tap_on(button)
            card = next((each.title for each in shown.all(Sheet)), "")
            assert says.casefold() in (card or i18n.translate(shown.app.screen.title)).casefold()


def test_the_language_is_chosen_at_home_and_kept(driver):
    shown = driver()
    assert shown.button("Camera and buttons").width > dp(100)
    shown.tap_on(shown.app.screen.gear)
    shown.tap_on(shown.button("Deutsch"))
    assert shown.app.settings.language == "de"
    assert shown.app.screen_name == "home"
    assert shown.button("Kamera und Knöpfe") is not None
    shown.tap_on(shown.button("English"))
    assert shown.app.settings.language == ""
    assert shown.button("Camera and buttons") is not None

"""No refusal is cut, wherever it is said: in any language, at any text size, turned to any player."""

import ast
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

import companion.games
from companion.app.settings import Settings
from companion.core.text import say
from companion.games import shelf
from companion.games.catch_22.board_map import Kind
from companion.games.catch_22.events import StarChosen
from companion.i18n import LANGUAGES, translator
from companion.referee.messages import no_longer_fits
from companion.ui.appearance import catalogues
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.refusal_note import Toast
from companion.views.notices import Notice
from tests.support.written_words import paint, written

__all__ = ["written"]

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
GAP = "Maximilian"
"""Fills each gap of a sentence: a long name."""
LONGEST = 1
"""The longest sentences of each game and language that are tried."""


def templates(game):
    """Return every sentence of a game that its rules can say, as English templates."""
    for file in sorted((Path(companion.games.__path__[0]) / game.replace("-", "_")).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args:
                for words in node.args[:2]:
                    if isinstance(words, ast.Constant) and isinstance(words.value, str):
                        yield words.value


@pytest.fixture(scope="module")
def refusals():
    """The longest refused corrections of all games in all languages, each with the paragraph of the rules."""
    found = []
    event = say("{name} rolls {faces}", name=GAP, faces="6, 6 and 6")
    for language in LANGUAGES:
        translate = translator(language, catalogues())
        for game in shelf():
            said = []
            for template in set(templates(game)):
                gaps = {name: GAP for _, name, _, _ in Formatter().parse(template) if name}
                said.append(translate(no_longer_fits(event, say(template, **gaps))) + "  (R12.34)")
            found += sorted(said, key=len)[-LONGEST:]
    return found


def cut(written, widget):
    written.clear()
    paint(widget)
    return [each.words for each in written if each.cut]


def assert_whole(shown, written, where):
    toast = next(shown.all(Toast))
    wide, high = shown.app.stage.size
    assert cut(written, toast.bubble) == [], where
    assert toast.x >= 0, where
    assert toast.y >= 0, where
    assert toast.right <= wide, where
    assert toast.top <= high, where


@pytest.mark.parametrize(("size", "text_size"), [((1280, 800), 1.0), ((1280, 800), 1.5), ((800, 1280), 1.5)])
@pytest.mark.parametrize("extreme", [0, -1], ids=["fewest", "most"])
@pytest.mark.parametrize("game", sorted(shelf()))
def test_refusal_at_a_table_is_whole(begin, driver, written, refusals, game, extreme, size, text_size):
    players = shelf()[game].player_counts[extreme]
    begin(players, game=game, colours=COLOURS[:players] if shelf()[game].dice else ())
    shown = driver(size, Settings(text_size=text_size))
    screen = shown.app.screen
    for with_card in (False, True):
        for seat in range(players):
            if with_card:
                screen.open(ChoicePages([("one", lambda: None, False)] * 5), seat, "Instead of: Maximilian rolls 8")
            shown.frames(2)
            for words in refusals:
                screen.toast(words, seat)
                assert_whole(shown, written, (seat, with_card))


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_refusal_on_another_screen_is_whole(begin, driver, written, refusals, text_size):
    begin(3)
    shown = driver(settings=Settings(text_size=text_size))
    for name in ("history", "setup", "home"):
        shown.app.go(name, **({"game": "catch-up"} if name == "setup" else {}))
        shown.frames(2)
        for words in refusals:
            shown.app.screen.toast(words, role="danger")
            assert_whole(shown, written, name)


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", sorted(shelf()))
def test_line_of_news_is_whole(begin, driver, written, refusals, game, text_size):
    """What the camera or a button box was refused stands on the line below the board."""
    players = shelf()[game].player_counts[-1]
    begin(players, game=game, colours=COLOURS[:players] if shelf()[game].dice else ())
    shown = driver(settings=Settings(text_size=text_size))
    screen = shown.app.screen
    for words in refusals:
        screen.news.show(replace(screen.view, notices=(Notice(words, "refused", "R12.34", 0),)))
        for line in (screen.news.below, screen.news.above.inner):
            assert cut(written, line) == [], words
    screen.news.show(screen.view)
    assert cut(written, screen.news.below) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusal_begins_with_a_capital(begin, driver, language):
    controller = begin(2, game="catch-22")
    shown = driver(settings=Settings(language=language))
    board = controller.session.state.board
    jackpot = next(square.id for square in board.squares if square.kind is Kind.JACKPOT)
    assert not shown.app.screen.submit(StarChosen(controller.session.asks()[0].seat, jackpot))
    assert next(shown.all(Toast)).words[0].isupper()

"""What every game on the shelf must keep, whoever wrote it."""

import re
from collections import Counter
from dataclasses import fields
from importlib import import_module

import pytest

from companion.core.events import Event, IllegalEvent
from companion.core.schema import fields_of
from companion.i18n import LANGUAGES
from tests.contract.all_games import all_games, folder
from tests.contract.playing import bot_game

GAMES = all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def test_every_folder_of_games_is_on_the_shelf():
    assert {"catch-up", "catchy", "cat-in-the-box", "catastrophe", "catch-22", "pig"} <= {game.id for game in GAMES}


@each_game
def test_every_paragraph_that_code_quotes_stands_once_in_the_rules(game):
    rules = (folder(game) / "RULES.md").read_text(encoding="utf-8")
    numbered = re.findall(r"^(?:- )?\*\*(R\d+\.\d+)\*\*", rules, re.MULTILINE)
    quoted = {
        rule for path in folder(game).rglob("*.py") for rule in re.findall(r"\"(R\d+(?:\.\d+)*)\"", path.read_text())
    }
    assert quoted
    assert quoted <= set(numbered)
    assert len(numbered) == len(set(numbered))


def _numbers_and_code(page):
    """The headings' and paragraphs' numbers in order, and the names of options and facts that a page of rules has."""
    written = page.read_text(encoding="utf-8")
    numbers = re.findall(r"^(?:- )?\*\*(R\d+\.\d+)\*\*|^## (R\d+) ", written, re.MULTILINE)
    return numbers, Counter(re.findall(r"`[^`\n]+`", written)), Counter(re.findall(r"\bR\d+(?:\.\d+)?\b", written))


@each_game
def test_every_translated_page_of_rules_has_the_same_paragraphs_options_and_references(game):
    original = _numbers_and_code(folder(game) / "RULES.md")
    pages = sorted(folder(game).glob("RULES.*.md"))
    for page in pages:
        numbers, code, references = _numbers_and_code(page)
        assert numbers == original[0], page.name
        assert code == original[1], page.name
        assert references == original[2], page.name
    if game.id != "pig":
        assert [page.name for page in pages] == sorted(f"RULES.{code}.md" for code in LANGUAGES if code)


@each_game
def test_its_panel_and_its_bot_are_where_it_says(game):
    from companion.ui.game_panel import Panel, panel_of  # noqa: PLC0415  Kivy opens its window when it is imported

    if game.panel is not None:
        assert issubclass(import_module(game.panel).Panel, Panel)
        assert panel_of(game.panel) is import_module(game.panel).Panel
    assert callable(import_module(game.bot).make)


@each_game
def test_options_describe_themselves(game):
    for name, known in fields_of(game.options).items():
        assert known.labelled.label, name
        assert known.labelled.help, name


@each_game
def test_a_seat_that_does_not_exist_is_refused(game):
    seats = game.player_counts[0]
    for state, event in bot_game(game, seats, seed=1, events=200):
        for seat in (-1, seats, 10**6):
            with pytest.raises(IllegalEvent) as refused:
                game.apply(state, moved(event, seat))
            assert refused.value.rule


def moved(event: Event, seat: int) -> Event:
    values = {entry.name: getattr(event, entry.name) for entry in fields(event)} | {"seat": seat}
    return type(event)(**values)

"""The written rules on the screen: every paragraph a refusal quotes can be looked up."""

import re

import pytest
from kivy.metrics import dp

from companion.core.table import Table
from companion.drawing.text_layout import fits
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.i18n import set_language
from companion.ui.screens.rules import MOST_CHAPTERS
from companion.views.rules_text import Block, parse, rules_of
from tests.contract.all_games import folder
from tests.support.written_words import paint, written

__all__ = ["written"]

WRITTEN = """# A game

Some words
over two lines.

## R1 The table
- **R1.1** First *thing*
  goes on.
**R1.2** Second.

| a | b |
|---|---|
| 1 | `two` |
"""


def test_rules_are_cut_into_blocks():
    assert parse(WRITTEN) == (
        Block("A game", 1),
        Block("Some words over two lines."),
        Block("R1 The table", 2),
        Block("First thing goes on.", rule="R1.1"),
        Block("Second.", rule="R1.2"),
        Block("a   ·   b"),
        Block("1   ·   `two`"),
    )


def test_rows_of_a_table_have_cells():
    assert [block.cells for block in parse(WRITTEN) if block.cells] == [("a", "b"), ("1", "`two`")]


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_every_game_has_numbered_rules(game):
    blocks = rules_of(game)
    numbered = [block.rule for block in blocks if block.rule]
    assert len(numbered) > 10
    assert len(set(numbered)) == len(numbered)
    assert not any("**" in block.text or "`" in block.text for block in blocks)


def test_rules_open_at_the_quoted_paragraph(begin, driver, controller):
    begin(
        3, facts={"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}
    )
    shown = driver()
    controller.touch(Discarded(0, (10,)))
    shown.app.screen.refresh()
    shown.tap_on(shown.app.screen.tools.rules)
    screen = shown.app.screen
    assert (shown.app.screen_name, screen.rule) == ("rules", "R4.2")
    shown.frames(2)
    assert "R4.2" in [screen.blocks[at].rule for at in screen.pages[screen.page]]
    assert sorted(at for page in screen.pages for at in page) == list(range(len(screen.blocks)))


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_no_page_overflows(game, controller, driver, written):
    controller.begin(game.id, Table(("Ann", "Bo")))
    shown = driver()
    shown.app.go("rules")
    shown.frames(3)
    screen = shown.app.screen
    assert screen.first_page is not None
    for _ in screen.pages:
        shown.tap_on(screen.later)
        written.clear()
        paint(screen)
        assert min(each.box[1] for each in written) * dp(1) >= screen.later.top - 1
    assert screen.page == len(screen.pages) - 1


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("de", "Catch Up: die Regeln"),
        ("fr", "Catch Up\N{NO-BREAK SPACE}: les règles"),
        ("no such", "Catch Up: the rules"),
    ],
)
def test_page_uses_the_language_of_the_app(language, title):
    game = shelf()["catch-up"]
    english = rules_of(game)
    set_language(language)
    page = rules_of(game)
    assert page[0].text == title
    assert [block.rule for block in page] == [block.rule for block in english]
    assert rules_of(game, None, "no such", str) == english


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_people_read_no_name_of_the_program_and_not_how_it_counts_seats(game, language):
    set_language(language, [folder(game) / "locale"])
    theirs = re.compile(r"[`\[{]|\w_\w|\b([Pp]rogram\w*|([Ss]eat|Platz|place|asiento) 0)\b")
    wrong = [block.text for block in rules_of(game) if theirs.search(block.text)]
    assert wrong == []


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_chapters_fit_on_their_buttons(game, language):
    set_language(language, [folder(game) / "locale"])
    chapters = [block.text for block in rules_of(game) if block.level == 2]
    assert len(chapters) < MOST_CHAPTERS
    assert [words for words in chapters if not fits(words, 230, 46, bold=True)] == []


def test_rules_name_options_and_values_as_the_form_does():
    game = shelf()["catch-22"]
    rules = rules_of(game, game.options(target=30, stars_safe=True))
    assert any("Option “Stars are safe”: nobody is robbed on a star." in block.text for block in rules)
    said = [block.text for block in rules]
    assert any(words.startswith("Stars are safe: yes. Nobody is robbed on a star.") for words in said)
    assert not any("Or: yes" in words or "Or: no." in words for words in said)
    assert any("Or: " in words for words in said)
    assert any(re.match(r"[^:.]+: 30\. ", words) for words in said)


def test_what_is_only_for_programs_is_not_shown():
    said = [block.text for game in ("catchy", "cat-in-the-box") for block in rules_of(shelf()[game])]
    assert not any("scoreboard" in words or ("holder" in words and "voids" in words) for words in said)

"""Words on the board and on the score sheet, in every language of the app."""

import pytest

from companion import i18n
from companion.app.settings import Settings
from companion.core.table import Table
from companion.games.cat_in_the_box.ui.board_parts import ROWS, ScoreSheet, letter
from companion.ui.drawing import canvas
from companion.ui.testing.screenshots import play

LANGUAGES = ("", "de", "fr", "es")


@pytest.fixture(autouse=True)
def _english_again():
    yield
    i18n.set_language("")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_colours_have_the_same_letters(language):
    i18n.set_language(language)
    letters = [letter(colour) for colour in ROWS]
    assert len(set(letters)) == len(ROWS)
    assert max(len(each) for each in letters) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_round_gave_is_not_cut_with_five_players(controller, show, monkeypatch, language):
    controller.begin("cat-in-the-box", Table(("Ann", "Bo", "Cyril", "Dorothea", "Eli")))
    play(controller, 220, 3)
    shown = show(controller, (1280, 800), Settings(language=language))
    shown.app.screen.panel._open_scores()
    shown.frames(3)
    written = []
    monkeypatch.setattr(canvas, "text", lambda words, box, *_, **more: written.append((words, box, more)))
    next(sheet for sheet in shown.all(ScoreSheet) if sheet.parent is not shown.app.screen.panel)._paint()
    assert len(written) > 20
    cut = [words for words, box, more in written if not canvas.fits(words, *box[2:], bold=more.get("bold", False))]
    assert cut == []

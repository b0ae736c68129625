"""The first page of each game's rules, in all languages, themes and text sizes: whole and legible."""

import pytest

from companion import i18n
from companion.core.text import say
from companion.drawing.first_page import paint_first_page
from companion.drawing.theme import TEXT_SIZES, THEMES, Look
from tests.contract.all_games import all_games, folder
from tests.support.recorded_drawing import Recording

GAMES = [game for game in all_games() if game.first_page is not None]
ROOMS = ((370.0, 92.0, 894.0, 616.0), (16.0, 92.0, 768.0, 820.0))
"""What the screen of the rules leaves for the page, lying and upright."""


@pytest.fixture(autouse=True)
def _english_again():
    yield
    i18n.set_language("")


@pytest.mark.parametrize("room", ROOMS, ids=("lying", "upright"))
@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_first_pages_are_whole_and_legible(game, language, room):
    i18n.set_language(language, [folder(game) / "locale"])
    wrong = {}
    page = game.first_page(game.options())
    for theme in THEMES:
        for size in TEXT_SIZES:
            recording = Recording(Look(THEMES[theme], size, i18n.translate))
            paint_first_page(recording, room, page)
            if faults := recording.faults(room):
                wrong[theme, size] = faults
    assert wrong == {}
    assert len({str(picture.words) for picture in (*page.turn, page.table)}) == 4
    assert say("On the table").template in map(str, recording.words) or language

"""Every icon and every game's picture stays in its box."""

import pytest

from companion.drawing.game_pictures import paint_picture
from companion.drawing.icons import STROKES, icon
from tests.contract.all_games import all_games
from tests.support.recorded_drawing import Recording


@pytest.mark.parametrize("name", STROKES)
@pytest.mark.parametrize("box", [(10, 20, 40, 24), (0, 0, 18, 60)])
def test_an_icon_stays_in_its_box(name, box):
    recording = Recording()
    icon(recording, name, box)
    assert recording.points
    assert all(box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3] for x, y in recording.points)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
@pytest.mark.parametrize("box", [(0, 0, 100, 100), (10, 20, 300, 90)])
def test_every_game_has_a_picture(game, box):
    recording = Recording()
    paint_picture(game, recording, box)
    assert len(recording.grounds) + len(recording.points) > 2
    assert recording.faults(box) == []

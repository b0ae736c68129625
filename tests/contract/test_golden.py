"""What a record means may only change on purpose."""

import pytest

from companion.games import shelf
from tests.golden import playthroughs, rendered


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_playthrough_still_means_the_same(path):
    golden = path.with_suffix(".txt")
    assert golden.exists(), f"{golden.name} is missing: make it with `make golden`"
    assert rendered(path) == golden.read_text(), "rules changed: look at the diff of `make golden`"


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
def test_every_game_on_the_shelf_has_a_playthrough(game):
    mine = [path for path in playthroughs() if path.parent.parent.name == game.id.replace("-", "_")]
    assert mine, f"record one in tests/games/{game.id.replace('-', '_')}/golden, then `make golden`"

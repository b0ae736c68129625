"""Every game's board while a table is set right: legible, large enough, and every target names facts there are."""

import json
from collections import Counter

import pytest

from companion import i18n
from companion.core.game import BadPosition
from companion.core.schema import fields_of
from companion.drawing.scene import Asks, Corrects, OpensRow, Scene, Takes
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import THEMES, Look
from companion.record.correcting import corrected
from tests.contract.all_games import folder
from tests.contract.test_boards import BOARDS, LOOKS, scenes
from tests.support.recorded_drawing import Recording

MIDDLE = (16.0, 106.0, 1248.0, 598.0)
"""The room that the screen leaves for the board."""


@pytest.fixture(autouse=True)
def _english_again():
    yield
    i18n.set_language("")


def plain(value):
    return json.loads(json.dumps(value))


def set_right(game, players, seed, every):
    """Scenes of a table that is set right: as it stands, then with each piece taken up that can be."""
    for number, scene in enumerate(scenes(game, players, seed)):
        if number % every:
            continue
        facts = plain(game.facts(scene.state))
        yield (whole := Scene(scene.state, facts=facts))
        canvas = SvgCanvas(1280, 800)
        game.board(canvas, MIDDLE, whole)
        taken = [target.means for target in canvas.targets.all if isinstance(target.means, Takes)]
        for means in taken[number % 3 :: 3]:
            yield Scene(scene.state, facts=facts, picked=frozenset({means}))


def targets(game, scene):
    canvas = SvgCanvas(1280, 800)
    game.board(canvas, MIDDLE, scene)
    return [target.means for target in canvas.targets.all]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_boards_to_set_right_are_whole_and_legible(game, look):
    language, theme, size = look
    i18n.set_language(language, [folder(game) / "locale"])
    wrong = {}
    for players in game.player_counts:
        for number, scene in enumerate(set_right(game, players, players, every=17)):
            recording = Recording(Look(THEMES[theme], size, i18n.translate))
            game.board(recording, MIDDLE, scene)
            if faults := recording.faults(MIDDLE):
                wrong[players, number] = faults
    assert wrong == {}


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_targets_name_facts_and_the_rules_judge_them(game):
    seen, known = Counter(), fields_of(game.facts_type)
    players = game.player_counts[-1]
    for scene in set_right(game, players, seed=7, every=9):
        state = scene.state
        named = []
        for means in targets(game, scene):
            if isinstance(means, OpensRow):
                assert means.key in known
            elif isinstance(means, Asks):
                named += [choice.facts for _, choice in means.choices]
            elif isinstance(means, Corrects):
                named.append(means.facts)
            else:
                assert isinstance(means, Takes), means
        before = plain(game.facts(state))
        for facts in named[:: max(1, len(named) // 12)]:
            assert facts.keys() <= known.keys()
            table = state.table if hasattr(state, "table") else state.setup.table
            options = state.options if hasattr(state, "options") else state.setup.options
            try:
                after = plain(game.facts(corrected(game, table, options, state, facts)))
            except BadPosition:
                seen["refused"] += 1
                continue
            assert {key: after[key] for key in facts} == plain(facts)
            seen["as it was" if after == before else "changed"] += 1
    assert seen["changed"], seen

"""Every game's board while a table is set right: legible, large enough, and every target names facts there are."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from companion import i18n
from companion.core.game import BadPosition
from companion.core.schema import fields_of
from companion.core.table import Table
from companion.drawing.scene import Asks, Corrects, OpensRow, Scene, Takes
from companion.drawing.theme import TEXT_SIZES, THEMES, Look
from companion.record.codec import position_from_plain
from companion.record.correcting import corrected
from tests.contract.all_games import folder
from tests.contract.test_boards import BOARDS, COLOURS, LOOKS, NAMES, scenes
from tests.support.recorded_drawing import Recording

LARGE = ("de", "dark", TEXT_SIZES[-1])
"""The look in which words need most room."""
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
    for number, scene in [*enumerate(scenes(game.id, players, seed))][::every]:
        facts = plain(game.facts(scene.state))
        yield (whole := Scene(scene.state, facts=facts))
        taken = [means for means in targets(game, whole) if isinstance(means, Takes)]
        for means in taken[number % 3 :: 3]:
            yield Scene(scene.state, facts=facts, picked=frozenset({means}))


def targets(game, scene):
    return [target.means for target in painted(game, scene).targets.all]


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


def everywhere(value, place):
    """Every place below one in facts."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        return [found for key, part in parts for found in everywhere(part, (*place, key))]
    return [place]


def has_pencil(game, scene, set_right):
    return "\u270e" in painted(game, replace(scene, set_right=set_right)).words


def painted(game, scene):
    recording = Recording()
    game.board(recording, MIDDLE, scene)
    return recording


ON_BOARD = {
    "catch-up": {"round"},
    "catch-22": {"pawns", "cubes", "jackpots"},
    "cat-in-the-box": {"board", "round"},
    "catchy": {"cat", "trick", "history", "round"},
    "catastrophe": {"life", "reapurr", "decks", "sanctuary", "stack", "rolls", "skips"},
}
"""What a board itself shows of the facts, beside what stands in the players' strips."""
RARE = {
    "catastrophe": {"phase": "claw", "turn": 0, "skips": [{"seat": 0, "phase": "paw"}]},
    "catch-22": {
        "phase": "roll",
        "turn": 1,
        "starter": 0,
        "pawns": ["a1", "q1", "b3", "g3", "p3", "i4"],
        "cubes": {"c1": 0},
        "supply": [4, 5, 5, 5, 5, 5],
    },
}
"""What bots do not come to in these games."""


@pytest.mark.parametrize("game", [game for game in BOARDS if game.id in ON_BOARD], ids=lambda game: game.id)
def test_what_was_set_right_has_a_pencil_where_the_board_shows_it(game):
    marked, players = set(), game.player_counts[-1]
    table = Table(NAMES[:players], COLOURS[:players])
    more = position_from_plain(game, table, game.options(), RARE.get(game.id, {}))
    for scene in [*scenes(game.id, players, seed=11), Scene(more)]:
        facts = plain(game.facts(scene.state))
        places = {key: frozenset(everywhere(facts[key], (key,))) for key in facts.keys() - marked}
        if has_pencil(game, scene, frozenset().union(*places.values())):
            marked |= {key for key, new in places.items() if has_pencil(game, scene, new)}
    assert marked == ON_BOARD[game.id]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_pencils_cover_nothing_that_is_written(game, look):
    """Pencils at everything at once; in the largest text also at one fact after the other."""
    language, theme, size = look
    i18n.set_language(language, [folder(game) / "locale"])
    wrong = {}
    for number, scene in enumerate(scenes(game.id, game.player_counts[-1], seed=5)[::11]):
        facts = plain(game.facts(scene.state))
        every = {key: frozenset(everywhere(value, (key,))) for key, value in facts.items()}
        alone = every if look == LARGE else {}
        for key, new in {**alone, "all": frozenset().union(*every.values())}.items():
            recording = Recording(Look(THEMES[theme], size, i18n.translate))
            game.board(recording, MIDDLE, replace(scene, set_right=new))
            if faults := recording.faults(MIDDLE):
                wrong[number, key] = faults[:3]
    assert wrong == {}

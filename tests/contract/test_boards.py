"""Every game's board in every phase a bot reaches, for all numbers of players, languages, themes and text sizes:
nothing is cut, pale, outside or overlapping, and what a finger is to hit is large enough.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from random import Random

import pytest

from companion import i18n
from companion.bots.players import thrown
from companion.core.bots import decided
from companion.core.events import IllegalEvent
from companion.core.table import Table
from companion.drawing.scene import Refused, Scene
from companion.drawing.theme import SMALL, TEXT_SIZES, THEMES, Look
from companion.games import shelf
from companion.views.seating import LONG, seating
from companion.web.pages import board_in
from tests.contract.all_games import folder
from tests.support.recorded_drawing import Recording

NAMES = ("Maximiliane-Jo", "Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friedericke-Lu")
COLOURS = ("red", "blue", "green", "yellow", "black", "white")
BOARDS = [game for game in shelf().values() if game.board is not None]
LOOKS = [
    *(("", theme, 1.0) for theme in THEMES),
    *(("de", "dark", size) for size in TEXT_SIZES),
    ("fr", "light", 1.5),
    ("es", "contrast", 1.5),
]


@cache
def scenes(name, players, seed=7, events=120):
    """The table after each event of a game that bots play."""
    return [*_scenes(shelf()[name], players, seed, events)]


def _scenes(game, players, seed, events):
    table, random = Table(NAMES[:players], COLOURS[:players]), Random(seed)
    options = game.options()
    state = game.start(table, options)
    bot = import_module(game.bot).make(table, options, random)
    entries = []
    angles = tuple(place.angle for place in seating(players, 1280, 800, 1).seats)
    for _ in range(events):
        asks = game.asks(state)
        due = [ask for ask in asks if not ask.optional] or list(asks)
        asked = tuple(sorted({ask.seat for ask in asks if not ask.optional}))
        yield Scene(state, asked, {}, entries, angles=angles)
        if not due:
            return
        ask = random.choice(due)
        event = decided(bot, state, ask) or thrown(ask, random)
        state = game.apply(state, event).state
        entries = [*entries, (event, state)]


@cache
def sampled(name, players):
    """A part of the table's scenes for each look: the first of each phase, and of the others every so manyth, so that
    together the looks see all of them.
    """
    played, phases = scenes(name, players, seed=players), {}
    for scene in played:
        phases.setdefault(scene.state.phase, scene)
    return [[*phases.values(), *played[part :: len(LOOKS)]] for part in range(len(LOOKS))]


def middle(game, players, size=(1280, 800)):
    """The room of the board; in a high one the table lays it along the longer side."""
    _, _, wide, high = room = seating(players, *size, 1, game.depths).board
    return (0, 0, high, wide) if high > LONG * wide else room


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=("lying", "upright"))
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_boards_are_whole_and_legible(game, look, size):
    language, theme, text_size = look
    i18n.set_language(language, [folder(game) / "locale"])
    wrong = {}
    for players in game.player_counts:
        room = middle(game, players, size)
        for number, scene in enumerate(sampled(game.id, players)[LOOKS.index(look)]):
            recording = Recording(Look(THEMES[theme], text_size, i18n.translate))
            game.board(recording, room, scene)
            if faults := recording.faults(room):
                wrong[players, number] = faults
    assert wrong == {}


@pytest.mark.parametrize("shape", ["wide", "tall", "narrow"])
@pytest.mark.parametrize("look", LOOKS[:4], ids=lambda look: "-".join(map(str, look)))
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_boards_are_whole_and_legible_in_browsers(game, look, shape):
    """A browser enlarges words itself."""
    language, theme, _ = look
    i18n.set_language(language, [folder(game) / "locale"])
    wrong = {}

    def sheet(wide, high):
        recording = Recording(Look(THEMES[theme], 1.0, i18n.translate))
        recording.room = (0, 0, wide, high)
        return recording

    for players in game.player_counts:
        for number, scene in enumerate(sampled(game.id, players)[LOOKS.index(look)]):
            recording = board_in(shape, sheet, game.board, replace(scene, angles=(0,) * players))
            faults = recording.faults(recording.room)
            if shape == "narrow":
                assert recording.room[2] <= 600, "words of 18 units are 10 pixels on a phone"
            if faults:
                wrong[players, number] = faults
    assert wrong == {}


@dataclass(frozen=True)
class Drawn:
    """What is on a board after an event: the pieces, what targets mean, what is written, and the news of the event."""

    state: object
    pieces: list
    targets: list
    words: set
    news: set


@pytest.fixture(scope="module", params=BOARDS, ids=lambda game: game.id)
def drawn(request):
    """A game, and its board after each event for all numbers of players."""
    game, boards = request.param, []
    for players in game.player_counts:
        before = None
        for scene in scenes(game.id, players):
            recording = Recording()
            game.board(recording, middle(game, players), scene)
            notes = () if before is None else game.apply(before.state, scene.entries[-1][0]).notes
            pieces = [name for name, _ in recording.pieces]
            targets = [target.means for target in recording.targets.all]
            news = {str(note.text) for note in notes}
            boards.append(Drawn(scene.state, pieces, targets, {*recording.words}, news))
            before = scene
    return game, boards


def test_each_piece_has_a_name_of_its_own(drawn):
    """Two pieces of one name would slide into each other's place; one that stays keeps its name."""
    _, boards = drawn
    assert [board.pieces for board in boards if len(board.pieces) > len({*board.pieces})] == []


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_numbers_are_larger_in_larger_text(game):
    """At size 1.5 no number stands in smaller type than the smallest step times 1.5."""
    for players in game.player_counts:
        room = middle(game, players)
        for scene in sampled(game.id, players)[0]:
            recording = Recording(Look(THEMES["dark"], TEXT_SIZES[-1], i18n.translate))
            game.board(recording, room, scene)
            small = {each.words for each in recording.texts if each.laid.size < TEXT_SIZES[-1] * SMALL}
            assert not [words for words in small if words.strip(".").isdigit()]


def test_what_a_target_means_is_accepted(drawn):
    game, boards = drawn
    for board in boards:
        for means in board.targets:
            if isinstance(means, game.events):
                game.apply(board.state, means)
            elif isinstance(means, Refused):
                with pytest.raises(IllegalEvent):
                    game.apply(board.state, means.event)


def test_the_board_does_not_repeat_the_news(drawn):
    _, boards = drawn
    assert [repeated for board in boards if (repeated := board.words & board.news)] == []


ASKS = re.compile(r"\bto (roll|beat)\b|\bmust\b|'s turn|^No reaction:|^Who begins|^.* decides$")
"""What a board may say only while a game goes on."""


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.id)
def test_a_game_that_was_stopped_offers_nothing_and_asks_for_nothing(game):
    """Nobody is asked: a tap may be refused, or shows something, as on a game that is over."""
    offered, asked = set(), set()
    for players in game.player_counts:
        for scene in scenes(game.id, players)[:40]:
            recording = Recording()
            game.board(recording, middle(game, players), replace(scene, asked=(), over=True))
            offered |= {target.means for target in recording.targets.all if isinstance(target.means, game.events)}
            asked |= {each.words for each in recording.texts if ASKS.search(each.words)}
    assert (offered, asked) == (set(), set())

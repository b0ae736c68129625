"""A broken game folder is reported and does not affect other games."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.core.asks import Ask, Choice, RollCall
from companion.core.bots import decided
from companion.core.events import Rolled
from companion.core.game import Outcome
from companion.core.text import say

SOUND = """
from companion.games.catch_up import GAME as CATCH_UP
from dataclasses import replace
GAME = replace(CATCH_UP, id="pig-pen", title="Pig Pen", panel={panel!r})
"""


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    """Put a folder on the shelf and return why it cannot be loaded."""
    before = set(sys.modules)

    def put(name, **files):
        folder = tmp_path / f"with {name}" / name
        folder.mkdir(parents=True)
        for file, text in ({"__init__": ""} | files).items():
            (folder / f"{file}.py").write_text(text)
        monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder.parent)])
        return games.broken().get(name)

    yield put
    for module in [name for name in sys.modules if name.startswith("companion.games.pig") and name not in before]:
        del sys.modules[module]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def x(:", "SyntaxError"),
        ("import nonsense", "nonsense"),
        ("{}['a']", "KeyError"),
        ("open('/nowhere/at/all')", "FileNotFoundError"),
        ("1 / 0", "ZeroDivisionError"),
        ("assert False", "AssertionError"),
        ("", "GAME"),
        ("GAME = dict()", "GAME is no Game but of type dict"),
        ("from companion.games.catchy import GAME", "the folder of the game 'catchy' must be named 'catchy'"),
    ],
)
def test_folder_without_a_game_is_left_out_and_reported(stranger, text, why):
    assert why in stranger("pig_pen", __init__=text)
    assert "catchy" in games.shelf()
    assert games.shelf()["catchy"].title == "Catchy!"
    assert "pig-pen" not in games.shelf()


def test_a_game_with_the_name_of_its_folder_is_found(stranger):
    assert stranger("pig_pen", __init__=SOUND.format(panel=None)) is None
    assert games.shelf()["pig-pen"].title == "Pig Pen"


@pytest.mark.parametrize("text", ["def x(:", "import nonsense", "app = 1", "raise OSError"])
def test_a_games_own_commands_may_be_broken(stranger, text):
    before = games.commands()
    stranger("pig_pen", __init__=SOUND.format(panel=None), cli=text)
    assert games.commands() == before


def test_command_line_works_beside_a_broken_folder(tmp_path):
    shelf = Path(games.__file__).parent
    (tmp_path / "pig_pen").mkdir()
    (tmp_path / "pig_pen" / "__init__.py").write_text("def x(:")
    code = (
        f"import companion.games as games; games.__path__ = [{str(shelf)!r}, {str(tmp_path)!r}];"
        "import runpy, sys; sys.argv = ['companion', 'referee']; runpy.run_module('companion', run_name='__main__')"
    )
    asked = b'{"show":"games"}\n'
    done = subprocess.run([sys.executable, "-c", code], input=asked, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    assert b'"catchy"' in done.stdout


@pytest.mark.parametrize("text", ["1 / 0", "import nonsense", "", "Panel = dict"])
def test_plain_panel_replaces_one_that_cannot_be_loaded(stranger, text):
    from companion.ui.game_panel import PlainPanel, panel_of  # noqa: PLC0415  Kivy opens its window when it is imported

    stranger("pig_pen", __init__=SOUND.format(panel="companion.games.pig_pen.panel"), panel=text)
    kind = panel_of("companion.games.pig_pen.panel")
    assert issubclass(kind, PlainPanel)
    assert kind.trouble


def test_home_names_the_folder_that_cannot_be_loaded(stranger, driver):
    stranger("pig_pen", __init__="1 / 0")
    shown = driver()
    assert "The game in pig_pen cannot be loaded: ZeroDivisionError" in shown.app.screen.trouble.words


class Pusher:
    """Throws whenever it may choose."""

    def choose(self, state, ask):
        del state, ask


def test_bot_may_throw_although_it_could_stop():
    hold = Choice(Rolled(0, ()), say("Hold"))
    both = Ask(0, say("Roll again, or hold"), (hold,), roll=RollCall(1))
    assert decided(Pusher(), None, both) is None
    with pytest.raises(ValueError, match="would throw dice where none are asked for: Hold now"):
        decided(Pusher(), None, Ask(0, say("Hold now"), (hold,)))


def test_people_throw_where_their_bot_says_so(begin, monkeypatch):
    from companion.bots.players import SimulatedPlayers  # noqa: PLC0415

    controller = begin(2)
    ask = controller.session.asks()[0]
    both = Ask(ask.seat, ask.text, (Choice(Rolled(0, ()), say("Hold")),), roll=ask.roll)
    monkeypatch.setattr(controller.session, "asks", lambda: (both,))
    thrown, clock = [], iter(range(100))
    monkeypatch.setattr(type(controller.devices), "can_throw", True)
    monkeypatch.setattr(controller, "throw", lambda: thrown.append(both))
    people = SimulatedPlayers(controller, Random(1), now=lambda: float(next(clock)))
    monkeypatch.setattr(people, "_bot_for", lambda _session: Pusher())
    for _ in range(3):
        people.step()
    assert people.throwing
    assert thrown == [both]


def test_equal_players_share_a_place():
    outcome = Outcome(((2, 0), (), (1,)), {})
    assert [outcome.place(seat) for seat in (2, 0, 1, 5)] == [1, 1, 3, None]

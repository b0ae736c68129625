"""Every game has the same files with the same public names in the same order: a reader of one can read them all."""

import ast
import inspect
from dataclasses import fields, is_dataclass
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.util import find_spec

import pytest

from companion.core.events import Event
from tests.contract.all_games import all_games, folder

MODULES = ("options", "events", "state", "rules", "asks", "facts", "facts_in", "describe", "view_model", "bot")
FUNCTIONS = {
    "options": {},
    "events": {},
    "rules": {"start": "table options", "outcome": "state"},
    "asks": {"asks": "state"},
    "facts": {"facts": "state"},
    "facts_in": {"position": "table options facts"},
    "describe": {"describe": "state event"},
    "bot": {"make": "table options random"},
}
"""All public functions of a module, in order, with the names of their parameters. The others have what they need."""
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


def module(game, name):
    return import_module(f"companion.games.{folder(game).name}.{name}")


def public(game, name, kinds):
    """The public functions or classes that a module of a game defines, in order."""
    tree = ast.parse((folder(game) / f"{name}.py").read_text())
    return [node.name for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]


@each_game
def test_it_has_all_the_files(game):
    wanted = ["__init__.py", *(f"{name}.py" for name in MODULES), "ui/__init__.py", "ui/panel.py", "RULES.md"]
    assert [name for name in wanted if not (folder(game) / name).is_file()] == []


@each_game
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_module_has_the_public_functions_in_order(game, name):
    assert public(game, name, ast.FunctionDef) == list(FUNCTIONS[name])
    for function, parameters in FUNCTIONS[name].items():
        assert list(inspect.signature(getattr(module(game, name), function)).parameters) == parameters.split()


@each_game
def test_its_game_is_made_of_them(game):
    for name in ("rules", "asks", "facts", "facts_in", "describe"):
        for function in FUNCTIONS[name]:
            assert getattr(game, function) is getattr(module(game, name), function), function
    assert game.rules is module(game, "rules").RULES
    assert game.refusals is module(game, "rules").REFUSALS
    assert game.options is getattr(module(game, "options"), game.options.__name__)
    assert public(game, "options", ast.ClassDef)[0] == game.options.__name__
    assert game.panel == module(game, "ui.panel").__name__
    assert game.bot == module(game, "bot").__name__


@each_game
def test_its_events_stand_in_their_module_in_the_order_of_the_game(game):
    events = module(game, "events")
    defined = [getattr(events, name) for name in public(game, "events", ast.ClassDef)]
    own = [cls for cls in game.events if cls.__module__ == events.__name__]
    assert own == [cls for cls in defined if issubclass(cls, Event)]
    assert {cls.__module__ for cls in game.events} <= {events.__name__, Event.__module__}


@each_game
def test_its_state_and_its_facts_have_the_same_names_everywhere(game):
    assert "State" in public(game, "state", ast.ClassDef)
    assert game.facts_type is module(game, "facts_in").Facts
    assert is_dataclass(game.facts_type)
    assert game.facts_type.__dataclass_params__.frozen
    table = import_module("companion.core.table").Table(("Ann", "Bo", "Cy", "Di")[: game.player_counts[0]])
    all_facts = game.facts(game.start(table, game.options()))
    chosen = [entry.name for entry in fields(game.facts_type)]
    assert chosen == [key for key in all_facts if key in chosen], "the order of `facts`"


@each_game
def test_its_files_do_not_import_each_other_in_a_circle(game):
    home = f"companion.games.{folder(game).name}"
    imports = {}
    for path in folder(game).rglob("*.py"):
        name = ".".join((home, *path.relative_to(folder(game)).with_suffix("").parts)).removesuffix(".__init__")
        imports[name] = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(home):
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    package = find_spec(node.module).submodule_search_locations
                    imports[name].add(whole if package and find_spec(whole) else node.module)
    TopologicalSorter(imports).prepare()

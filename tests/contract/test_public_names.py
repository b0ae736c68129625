"""A public name means one thing in its package: no two files of a folder define the same class or function."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("catseye", "companion", "firmware_bridge", "calibration", "vision")


def folders():
    """The folders with Python files."""
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return sorted({path.parent for path in files})


def defined(path):
    """The public classes and functions of a file."""
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    kinds = ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
    return [node.name for node in nodes if isinstance(node, kinds) and not node.name.startswith("_")]


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: str(folder.relative_to(ROOT)))
def test_no_two_files_define_the_same_public_name(folder):
    places = defaultdict(list)
    for path in sorted(folder.glob("*.py")):
        for name in defined(path):
            places[name].append(path.name)
    twice = {name: files for name, files in places.items() if len(files) > 1}
    assert twice == {}

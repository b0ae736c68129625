"""What the README shows is so: its example of the line protocol, the files it names."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path

from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_the_example_of_the_line_protocol_is_answered_as_it_says():
    section = README.partition("## Line protocol")[2]
    requests = section.split("```")[1].strip() + "\n"
    referee = [sys.executable, "-m", "companion", "referee"]
    answers = subprocess.run(referee, input=requests, capture_output=True, text=True, check=True, cwd=ROOT, timeout=300)
    begun, refused = answers.stdout.splitlines()
    assert begun.startswith('{"ok":true')
    assert f"`{refused}`" in section


def test_windows_needs_a_python_that_kivy_has_packages_for():
    """Kivy names these versions itself; the program has to allow all of them, and no other."""
    line = next(line for line in README.splitlines() if line.startswith("- **Windows**"))
    named, _, missing = line.partition("Kivy has no packages for")
    made_for = re.findall(r"Python :: (3\.\d+)$", "\n".join(metadata("kivy").get_all("Classifier")), re.MULTILINE)
    allowed = SpecifierSet(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"])
    assert re.findall(r"3\.\d+", named) == [version for version in made_for if version in allowed]
    (first_missing,) = re.findall(r"Python (3\.\d+)", missing)
    assert first_missing not in made_for
    assert first_missing not in allowed


def test_every_file_it_names_is_there():
    links = re.findall(r"\]\(([\w./-]+)\)", README) + re.findall(r"clip:(tests/[\w./-]+)", README)
    assert len(links) > 6
    assert [name for name in links if not (ROOT / name).exists()] == []

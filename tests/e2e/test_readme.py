"""What the README shows is so: its example of the line protocol, the files it names."""

import re
import subprocess
import sys
from pathlib import Path

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


def test_every_file_it_names_is_there():
    links = re.findall(r"\]\(([\w./-]+)\)", README) + re.findall(r"clip:(tests/[\w./-]+)", README)
    assert len(links) > 6
    assert [name for name in links if not (ROOT / name).exists()] == []

"""A game's RULES.md as blocks to show: pure, apart from finding the file."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.core.game import Game
from companion.i18n import word

_NUMBER = re.compile(r"^(?:[-*] )?\*\*(R\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*")
_MARKS = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|`")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (`level` 1 or more) or a paragraph (`level` 0); `rule` is its number, "" where it has none."""

    text: str
    level: int = 0
    rule: str = ""


def rules_of(game: Game) -> tuple[Block, ...]:
    """The rules of a game; one block saying so where it brings none."""
    module = sys.modules[game.options.__module__].__file__
    path = Path(module).parent / "RULES.md" if module else None
    if path is None or not path.is_file():
        return (Block(word("There are no written rules for this game.")),)
    return parse(path.read_text(encoding="utf-8"))


def parse(written: str) -> tuple[Block, ...]:
    """Headings, numbered paragraphs, list items and table rows; lines of one paragraph are joined."""
    blocks: list[Block] = []
    lines: list[str] = []

    def close() -> None:
        if lines:
            blocks.append(_paragraph(" ".join(lines)))
            lines.clear()

    for raw in written.splitlines():
        line = raw.strip()
        if not line:
            close()
        elif line.startswith("#"):
            close()
            level = len(line) - len(line.lstrip("#"))
            blocks.append(Block(_plain(line[level:].strip()), level))
        elif line.startswith("|"):
            close()
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not all(set(cell) <= set("-: ") for cell in cells):  # the line under a table's head says nothing
                blocks.append(Block("   ·   ".join(_plain(cell) for cell in cells)))
        else:
            if line.startswith(("- ", "* ")) or _NUMBER.match(line):
                close()
            lines.append(line)
    close()
    return tuple(blocks)


def _paragraph(line: str) -> Block:
    number = _NUMBER.match(line)
    if number is not None:
        return Block(_plain(line[number.end() :]), rule=number.group(1))
    return Block(_plain(line.removeprefix("- ")))


def _plain(words: str) -> str:
    return _MARKS.sub("", words)

"""A game's rules page as blocks to show: pure, apart from finding the file.

The page is RULES.de.md in German where there is one, and so on; RULES.md, in English, is there for all others.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.core.game import Game
from companion.i18n import current_language, word

_NUMBER = re.compile(r"^(?:[-*] )?\*\*(R\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*")
_MARKS = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|`")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (`level` 1 or more) or a paragraph (`level` 0); `rule` is its number, "" where it has none."""

    text: str
    level: int = 0
    rule: str = ""


def rules_of(game: Game, language: str | None = None) -> tuple[Block, ...]:
    """The rules of a game in this language or in that of the app; one block saying so where it brings none."""
    module = sys.modules[game.options.__module__].__file__
    names = (f"RULES.{current_language() if language is None else language}.md", "RULES.md")
    pages = [Path(module).parent / name for name in names] if module else []
    for page in pages:
        if page.is_file():
            return parse(page.read_text(encoding="utf-8"))
    return (Block(word("There are no written rules for this game.")),)


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

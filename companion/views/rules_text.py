"""A game's rules page as blocks to show: pure, apart from finding the file.

The page is RULES.de.md in German if there is one, and so on; RULES.md, in English, is for all others. It names options
and their values as the line protocol does, as `code`. People read the words of the setup form instead: in a sentence
they replace the names, and a table of options becomes a paragraph an option, with its value in this game. A paragraph
with names that people have no words for is for programs, and left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.app.form_makers import label_of, option_form
from companion.app.form_words import words_of
from companion.app.forms import ChoiceField
from companion.core.game import Game, Options
from companion.core.schema import YES_OR_NO, SchemaField, fields_of, words_in
from companion.core.text import Text, plain, say
from companion.i18n import Translate, current_language, translate

BETWEEN = "   ·   "
"""What stands between the cells of a table."""
_YES_OR_NO = {"true": say("yes"), "false": say("no")}
_CODE = re.compile(r"`([^`]+)`")
_NUMBER = re.compile(r"^(?:[-*] )?\*\*(R\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*")
_MARKS = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (`level` 1 or more) or a paragraph (`level` 0); `rule` is its number, "" where it has none."""

    text: str
    level: int = 0
    rule: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a row of a table; none of a paragraph."""
        return tuple(self.text.split(BETWEEN)) if BETWEEN in self.text else ()


def rules_of(
    game: Game,
    options: Options | None = None,
    language: str | None = None,
    said: Translate = translate,
    players: Sequence[str] = (),
) -> tuple[Block, ...]:
    """Return the rules of a game with these options (None: the usual ones), in this language or in that of the app."""
    module = sys.modules[game.options.__module__].__file__
    names = (f"RULES.{current_language() if language is None else language}.md", "RULES.md")
    pages = [Path(module).parent / name for name in names] if module else []
    for page in pages:
        if page.is_file():
            blocks = parse(page.read_text(encoding="utf-8"))
            return tuple(_without_empty_chapters(_for_people(blocks, game, options or game.options(), said, players)))
    return (Block(said(say("There are no written rules for this game."))),)


def _for_people(
    blocks: tuple[Block, ...], game: Game, options: Options, said: Translate, players: Sequence[str]
) -> list[Block]:
    """Replace the names of options and values by the words of the setup form; leave out what is for programs."""
    known = fields_of(game.options)
    shown: list[Block] = []
    for block in blocks:
        names = _CODE.findall(block.text)
        if block.text.startswith("`") and block.cells and names[0] in known:
            if shown and shown[-1].cells:  # the head of the table
                shown.pop()
            shown.append(Block(_option(known[names[0]], getattr(options, names[0]), said, players)))
            continue
        words = {name: _label(known[name]) for name in names if name in known}
        values = {value: each for name in words for value, each in words_in(known[name].shape).items()}
        if all(name in words or name in values or name in _YES_OR_NO for name in names):
            shown.append(replace(block, text=_CODE.sub(_words({**values, **words}, said), block.text)))
    return shown


def _words(words: Mapping[str, Text], said: Translate) -> Callable[[re.Match[str]], str]:
    def replaced(code: re.Match[str]) -> str:
        name = code.group(1)
        return said(say("“{words}”", words=words[name])) if name in words else said(_YES_OR_NO[name])

    return replaced


def _label(known: SchemaField) -> Text:
    label = label_of(known)
    return label if isinstance(label, Text) else plain(label)


def _option(known: SchemaField, value: object, said: Translate, players: Sequence[str]) -> str:
    """Return an option in words: its value in this game, what it is, what else it can be if not only yes or no."""
    form = option_form(known, players)
    values = form.values if isinstance(form, ChoiceField) else ()
    here = next((words for each, words in values if each == value), value)
    if form is not None and isinstance(value, int) and not values:
        here = words_of(form, value, said)
    help_ = known.labelled.help or say("")
    if not isinstance(here, str | int | Text):  # people see such a value in an editor of the game's own
        return said(say("{option}. {help}", option=_label(known), help=help_))
    words = said(say("{option}: {value}. {help}", option=_label(known), value=here, help=help_))
    others = [said(each) for _, each in values if each is not here]
    if not others or known.shape == YES_OR_NO:
        return words
    rest = say("Or: {values}.", values=" / ".join(others))
    return f"{words} {said(rest)}"


def _without_empty_chapters(blocks: list[Block]) -> Iterator[Block]:
    """Leave out headings that nothing follows before the next heading of their level."""
    for at, block in enumerate(blocks):
        following = blocks[at + 1] if at + 1 < len(blocks) else Block("", 1)
        if not block.level or not following.level or following.level > block.level:
            yield block


def parse(written: str) -> tuple[Block, ...]:
    """Return headings, numbered paragraphs, list items and table rows; lines of one paragraph are joined."""
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
                blocks.append(Block(BETWEEN.join(_plain(cell) for cell in cells)))
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

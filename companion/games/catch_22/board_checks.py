"""Boards that somebody wrote or drew: read strictly, with a sentence about everything that is wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.text import Commas, Text, counted, say
from companion.games.catch_22.board_map import Board, Kind, Square
from companion.games.catch_22.graph import bits

MOST_SQUARES = 1000
"""More do not fit on a table, and nobody reads a list of problems that long."""
MOST_TOKENS = 2**53 - 1
"""Of all jackpots together: the largest whole number that every reader of JSON keeps exactly (RFC 8259, 6)."""
STARS, JACKPOTS = 4, 14
"""What the published board has (rulebook of CATCH 22)."""
LISTED, NAMED, QUOTED = 8, 20, 40
"""Problems and squares that one message lists, and characters of a value that it quotes."""


class BadBoard(ValueError):  # noqa: N818  a board is bad, not the program
    """This is not a board. `problems` says what is wrong and where, one sentence each; `text` has the first of them."""

    def __init__(self, problems: Sequence[Text]) -> None:
        self.problems = tuple(problems)
        shown, more = Commas(self.problems[:LISTED]), len(self.problems) - LISTED
        self.text = say("{problems}", problems=shown)
        if more > 0:
            self.text = counted("{problems}, and {n} more", "{problems}, and {n} more", more, problems=shown)
        super().__init__(str(self.text))


def read_board(plain: Any, *, strict_counts: bool | None = True) -> Board:
    """The board of a JSON-able description `{"squares": [...], "paths": [...]}`.

    Raises BadBoard with everything that is wrong: shape and types first, then what the rules ask of a board
    (with `strict_counts` exactly 4 stars and 14 jackpots, without at least one star; None asks for nothing more).
    """
    board, wrong = _shaped(plain)
    if board is None or wrong:
        raise BadBoard(wrong)
    if strict_counts is not None and (wrong := problems(board, strict_counts=strict_counts)):
        raise BadBoard(wrong)
    return board


def problems(board: Board, *, strict_counts: bool = True) -> list[Text]:
    """Return what the rules find wrong with a board, in plain words; nothing for a good one."""
    found: list[Text] = []
    stars, jackpots = board.stars.bit_count(), len(board.jackpots)
    if strict_counts and stars != STARS:
        text = say("there must be {wanted} stars, not {found}", wanted=STARS, found=stars)
        found.append(_where(text, board, board.stars))
    elif stars < 1:
        found.append(say("there is no star: pawns start on stars"))
    if strict_counts and jackpots != JACKPOTS:
        text = say("there must be {wanted} jackpots, not {found}", wanted=JACKPOTS, found=jackpots)
        found.append(_where(text, board, bits(board.jackpots)))
    lonely = bits(place for place, beside in enumerate(board.graph.neighbours) if not beside)
    found += [say("square '{id}' has no neighbour", id=name) for name in board.ids(lonely)]
    return found + _islands(board, lonely)


def poor(board: Board, target: int) -> Text | None:
    """A warning if there are fewer tokens than anybody needs to win."""
    if board.total >= target:
        return None
    return say("The jackpots hold only {total} tokens: nobody can have {target}.", total=board.total, target=target)


def _where(text: Text, board: Board, some: int) -> Text:
    """A sentence with the squares it is about, as far as they can be listed."""
    names = board.ids(some)
    if not names:
        return text
    if len(names) > NAMED:
        return say("{problem} ({squares}, ...)", problem=text, squares=Commas(names[:NAMED]))
    return say("{problem} ({squares})", problem=text, squares=Commas(names))


def _islands(board: Board, lonely: int) -> list[Text]:
    """Parts that cannot be reached from the largest one; `lonely` squares have their own sentence."""
    left = bits(range(len(board.squares))) & ~lonely
    parts: list[int] = []
    while left:
        part = board.graph.region((left & -left).bit_length() - 1)
        parts.append(part)
        left &= ~part
    parts.sort(key=lambda part: -part.bit_count())
    return [_where(say("{n} squares are cut off from the rest", n=part.bit_count()), board, part) for part in parts[1:]]


def _shaped(plain: Any) -> tuple[Board | None, list[Text]]:
    wrong: list[Text] = []
    if not isinstance(plain, Mapping):
        return None, [say('a board is an object with "squares" and "paths"')]
    stray = [key for key in plain if key not in _BOARD_KEYS]
    wrong += [say("a board has no '{key}', only squares and paths", key=_short(key)) for key in stray]
    entries, links = plain.get("squares"), plain.get("paths")
    for key, value in (("squares", entries), ("paths", links)):
        if not isinstance(value, (list, tuple)):
            wrong.append(say('"{key}" must be a list', key=key))
    if not isinstance(entries, (list, tuple)) or not isinstance(links, (list, tuple)):
        return None, wrong
    if len(entries) > MOST_SQUARES:
        return None, [*wrong, say("{n} squares are too many: at most {most}", n=len(entries), most=MOST_SQUARES)]
    if not entries:
        wrong.append(say("there are no squares"))
    found = [square for number, entry in enumerate(entries, 1) if (square := _square(number, entry, wrong))]
    names = [square.id for square in found]
    twice = [(name, count) for name, count in Counter(names).items() if count > 1]
    wrong += [say("square '{id}' is there {n} times", id=_short(name), n=count) for name, count in twice]
    if sum(square.tokens for square in found) > MOST_TOKENS:
        wrong.append(say("all jackpots together hold more than {most} tokens", most=MOST_TOKENS))
    paths = _paths(links, {name: place for place, name in enumerate(names)}, wrong)
    return (None, wrong) if wrong else (Board(tuple(found), paths), wrong)


_BOARD_KEYS = ("squares", "paths")
_SQUARE_KEYS = ("id", "kind", "tokens", "x", "y")


def _square(number: int, entry: Any, wrong: list[Text]) -> Square | None:
    """One square; what is wrong with it goes to `wrong`. None if not even an id can be read."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str):
        wrong.append(say('square number {n} must be an object with an "id" that is a text', n=number))
        return None
    name = str(entry["id"])
    here = _short(name)
    stray = [key for key in entry if key not in _SQUARE_KEYS]
    wrong += [say("square '{id}' has an unknown field '{key}'", id=here, key=_short(key)) for key in stray]
    kind, tokens = entry.get("kind"), entry.get("tokens")
    if not isinstance(kind, str) or kind not in set(Kind):
        text = say("square '{id}' must be of one of the kinds {kinds}, not '{found}'")
        wrong.append(say(text.template, id=here, kinds=Commas(Kind), found=_short(kind)))
        return Square(name, Kind.PLAIN)
    if kind == Kind.JACKPOT:
        if type(tokens) is not int or tokens < 1:
            text = say("square '{id}' is a jackpot: its tokens must be a whole number from 1, not '{found}'")
            wrong.append(say(text.template, id=here, found=_short(tokens)))
    elif "tokens" in entry:
        wrong.append(say("square '{id}' is no jackpot: it has no tokens", id=here))
    for axis in ("x", "y"):
        if axis in entry and not _is_number(entry[axis]):
            wrong.append(say("square '{id}': {axis} must be a number", id=here, axis=axis))
    x, y = (float(entry[axis]) if _is_number(entry.get(axis)) else None for axis in ("x", "y"))
    return Square(name, Kind(kind), tokens if type(tokens) is int else 0, x, y)


def _short(value: object) -> str:
    return str(value)[:QUOTED]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e9 and math.isfinite(value)


def _paths(links: Iterable[Any], index: Mapping[str, int], wrong: list[Text]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    seen: set[tuple[int, int]] = set()
    for number, link in enumerate(links, 1):
        if not isinstance(link, (list, tuple)) or len(link) != 2 or not all(isinstance(end, str) for end in link):
            wrong.append(say("path number {n} must name two squares", n=number))
            continue
        one, other = link
        ends = {"one": _short(one), "other": _short(other)}
        missing = [end for end in link if end not in index]
        if missing:
            wrong += [
                say("path '{one}' - '{other}' leads to '{end}', which is no square", **ends, end=_short(end))
                for end in missing
            ]
        elif one == other:
            wrong.append(say("a path leads from '{one}' to itself", one=ends["one"]))
        else:
            low, high = sorted((index[one], index[other]))
            if (low, high) in seen:
                wrong.append(say("the path '{one}' - '{other}' is there twice", **ends))
            seen.add((low, high))
            found.append((low, high))
    return tuple(found)

"""Board files: a map drawn with letters inside a TOML file, read with plain words about every mistake.

    name = "Kitchen table"
    map = '''
    *  .  .  5  .
    .  -  -  -  R
    3  .  X  S  *
    '''
    join = ["a1 b2"]
    part = ["b1 c1"]

Cells are separated by blanks: `*` star, `.` plain, `-` blue, a number is a jackpot of that many tokens, `R` roll again,
`S` switch, `X` take a cube off. Squares side by side are joined; `join` and `part` add and take away single paths.
A square is called by its column (letters from the left) and its row (numbers from the top): "a1".
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from companion.core.text import Commas, Text, listed, say
from companion.games.catch_22.board_checks import MOST_SQUARES, BadBoard
from companion.games.catch_22.board_files.grid import Cell, Grid, Place, name_of, pair, place_of
from companion.games.catch_22.board_map import Kind

SIGNS = {"*": Kind.STAR, ".": Kind.PLAIN, "R": Kind.ROLL_AGAIN, "S": Kind.SWITCH, "X": Kind.REMOVE_CUBE}
BLUE = "-"
MOST_TOKENS = 999
_KEYS = ("name", "map", "join", "part")
_LEGEND = say("* star, . plain, - blue, a number: a jackpot, R roll again, S switch, X take a cube off")


def read_text(text: str) -> Grid:
    """The grid in the text of a board file. Raises BadBoard with every mistake and where it is."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as broken:
        raise BadBoard([say("this is not a board file (TOML): {why}", why=broken)]) from None
    except ValueError:  # all that is left: Python reads no number of thousands of digits
        raise BadBoard([say("this is not a board file: a number in it has too many digits")]) from None
    except RecursionError:
        raise BadBoard([say("this is not a board file: it is nested too deeply")]) from None
    stray = [key for key in found if key not in _KEYS]
    wrong = [say("a board file has no '{key}', only {keys}", key=key, keys=Commas(_KEYS)) for key in stray]
    name, drawn = found.get("name", ""), found.get("map")
    if not isinstance(name, str):
        wrong.append(say('"name" must be a text'))
        name = ""
    if not isinstance(drawn, str) or not drawn.strip():
        raise BadBoard([*wrong, say('"map" is missing: the rows of the board, one a line')])
    rows = _rows(drawn, _first_line(text), wrong)
    grid = Grid(name, rows)
    joined, parted = _links(found, "join", grid, wrong), _links(found, "part", grid, wrong)
    if wrong:
        raise BadBoard(wrong)
    return Grid(name, rows, joined, parted)


def write_text(grid: Grid) -> str:
    """The text of a board file that `read_text` turns into the same grid (rows filled up with blue)."""
    signs = [[_sign(grid.cell((column, row))) for column in range(grid.width)] for row in range(grid.height)]
    wide = max((len(sign) for row in signs for sign in row), default=1)
    rows = "\n".join("  ".join(sign.rjust(wide) for sign in row) for row in signs)
    lines = [f"# {_LEGEND}", f"name = {_quoted(written_name(grid.name))}", f'map = """\n{rows}\n"""']
    for key, links in (("join", grid.joined), ("part", grid.parted)):
        if links:
            named = ", ".join(f'"{name_of(one)} {name_of(other)}"' for one, other in sorted(links))
            lines.append(f"{key} = [{named}]")
    return "\n".join(lines) + "\n"


def written_name(name: str) -> str:
    """A board's name as a board file has it: all of it can be read."""
    return "".join(letter if letter.isprintable() else " " for letter in name)


def _quoted(text: str) -> str:
    """A TOML basic string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _sign(cell: Cell | None) -> str:
    if cell is None:
        return BLUE
    if cell.kind is Kind.JACKPOT:
        return str(cell.tokens)
    return next(sign for sign, kind in SIGNS.items() if kind is cell.kind)


def _first_line(text: str) -> int:
    """The number of the line on which the map begins: for telling where a mistake is."""
    for number, line in enumerate(text.splitlines(), 1):
        key, _, rest = line.partition("=")
        if key.strip() == "map":
            return number + (1 if rest.strip() in ('"""', "'''") else 0)
    return 1


def _rows(drawn: str, first: int, wrong: list[Text]) -> tuple[tuple[Cell | None, ...], ...]:
    lines = drawn.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    skipped = 0
    while lines and not lines[0].strip():
        lines.pop(0)
        skipped += 1
    if sum(len(line.split()) for line in lines) > 10 * MOST_SQUARES:
        raise BadBoard([say("the map is too large: at most {most} yellow squares", most=MOST_SQUARES)])
    rows = []
    for row, line in enumerate(lines):
        signs = line.split()
        number = first + skipped + row
        if not signs:
            text = say("line {line}: an empty row inside the map (a blue row is written with {blue})")
            wrong.append(say(text.template, line=number, blue=BLUE))
        rows.append(tuple(_cell(sign, number, (column, row), wrong) for column, sign in enumerate(signs)))
    return tuple(rows)


def _cell(sign: str, line: int, place: Place, wrong: list[Text]) -> Cell | None:
    if sign == BLUE:
        return None
    kind = SIGNS.get(sign.upper())
    if kind is not None:
        return Cell(kind)
    if sign.isascii() and sign.isdigit() and len(sign) <= len(str(MOST_TOKENS)) and int(sign) >= 1:
        return Cell(Kind.JACKPOT, int(sign))
    at = {"line": line, "square": name_of(place)}
    if sign.isascii() and sign.isdigit():
        text = say("line {line}, square {square}: a jackpot holds 1 to {most} tokens, not {found}")
        wrong.append(say(text.template, **at, most=MOST_TOKENS, found=sign[:12]))
    else:
        text = say("line {line}, square {square}: '{found}' is no sign; there are {legend} (blanks between them)")
        wrong.append(say(text.template, **at, found=sign[:20], legend=_LEGEND))
    return Cell(Kind.PLAIN)


def _links(found: Mapping[str, Any], key: str, grid: Grid, wrong: list[Text]) -> frozenset[tuple[Place, Place]]:
    links = found.get(key, [])
    if not isinstance(links, list):
        wrong.append(say('"{key}" must be a list of pairs like "a1 b2"', key=key))
        return frozenset()
    good: set[tuple[Place, Place]] = set()
    for link in links:
        ends = [place_of(name) for name in link.lower().split()] if isinstance(link, str) else []
        if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0] == ends[1]:
            text = say('"{key}": \'{pair}\' is no pair of squares like "a1 b2"', key=key, pair=str(link)[:40])
            wrong.append(text)
            continue
        one, other = ends[0], ends[1]
        blue = [name_of(place) for place in (one, other) if grid.cell(place) is None]
        touch = abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
        if blue:
            wrong.append(say("\"{key}\": '{pair}': {squares} is blue", key=key, pair=link, squares=listed(blue, "and")))
        elif key == "join" and touch:
            wrong.append(say("\"join\": '{pair}' are side by side: they are joined already", pair=link))
        elif key == "part" and not touch:
            wrong.append(say("\"part\": '{pair}' are not side by side: there is no path to take away", pair=link))
        elif pair(one, other) in good:
            wrong.append(say("\"{key}\": '{pair}' is there twice", key=key, pair=link))
        good.add(pair(one, other))
    return frozenset(good)

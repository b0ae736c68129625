"""What CATCH 22 adds to the command line: `catseye board check | draw | scan`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from companion.games.catch_22.board_checks import BadBoard, poor, problems
from companion.games.catch_22.board_files.files import read_file, write_grid
from companion.games.catch_22.board_files.toml_format import write_text
from companion.games.catch_22.board_map import Board, Kind

NAME = "board"
app = typer.Typer(help="Boards for CATCH 22: files, pictures, photographs.", no_args_is_help=True)
TARGET = 22
_PLURALS = {
    Kind.PLAIN: "plain",
    Kind.STAR: "stars",
    Kind.JACKPOT: "jackpots",
    Kind.ROLL_AGAIN: "roll again",
    Kind.SWITCH: "switch",
    Kind.REMOVE_CUBE: "take a cube off",
}


def _located(context: typer.Context, file: Path) -> Path:
    """The file itself or, if there is none, the board of this name in the data folder, with its ending or without."""
    if context.obj is None:
        return file
    kept = context.obj().boards
    with suppress(OSError):  # no name of a file: what is wrong with it is said when it is read
        if file.name == str(file) and not file.exists():
            return next((path for path in (kept / file, kept / f"{file}.toml") if path.is_file()), file)
    return file


BoardFile = Annotated[
    Path, typer.Argument(callback=_located, help="A board file (TOML or JSON), or its name in the data folder.")
]
Loose = Annotated[
    bool, typer.Option("--loose", help="Any number of jackpots, at least one star: for small test boards.")
]


@app.command()
def check(file: BoardFile, loose: Loose = False) -> None:
    """Say whether a board can be played on, and if not, what is wrong and where."""
    board = _read(file)
    wrong = problems(board, strict_counts=not loose)
    if wrong:
        _complain(file, [str(problem) for problem in wrong])
    typer.echo(f"{file}: a sound board. {summary(board)}")
    if (warning := poor(board, TARGET)) is not None:
        typer.echo(str(warning))


@app.command()
def draw(
    file: BoardFile,
    out: Annotated[Path, typer.Argument(help="The picture to write: .png or .jpg.")],
    square: Annotated[int, typer.Option(min=8, max=400, help="Width of a square in pixels.")] = 96,
    names: Annotated[bool, typer.Option(help="Write each square's name on it.")] = True,
) -> None:
    """Draw a board as a picture: to look at, or to print and play on."""
    from companion.games.catch_22.board_files.render import draw as picture  # noqa: PLC0415  OpenCV only when it is needed
    from companion.games.catch_22.board_scan.image_files import BadPicture, write_picture  # noqa: PLC0415

    board = _read(file)
    try:
        write_picture(out, picture(board, square, names=names))
    except BadPicture as failed:
        _complain(out, [str(failed)])
    typer.echo(f"{out}: {summary(board)}")


@app.command()
def scan(
    photo: Annotated[Path, typer.Argument(help="A photograph of the whole board.")],
    out: Annotated[
        Path | None, typer.Argument(help="The draft to write (a map file); left out: it is printed.")
    ] = None,
    corners: Annotated[
        str, typer.Option(help='The board\'s corners in pixels from the top left, clockwise: "x,y x,y x,y x,y".')
    ] = "",
    flat: Annotated[Path | None, typer.Option(help="Also write the straightened picture here.")] = None,
) -> None:
    """Read a draft of a board off a photograph; pictures and jackpots are put in afterwards, by hand."""
    from companion.games.catch_22.board_scan.image_files import BadPicture, read_picture, write_picture  # noqa: PLC0415
    from companion.games.catch_22.board_scan.scan import scan as read  # noqa: PLC0415

    try:
        found = read(read_picture(photo), _corners(corners))
        if flat is not None:
            write_picture(flat, found.flat)
    except BadPicture as failed:
        _complain(photo, [str(failed)])
    text = write_text(found.grid)
    if out is None:
        typer.echo(text)
    else:
        try:
            write_grid(out, found.grid)
        except (OSError, ValueError) as failed:  # a ValueError if OUT is no name of a file: "/"
            typer.echo(f"{out}: the draft cannot be written: {getattr(failed, 'strerror', '') or failed}", err=True)
            raise typer.Exit(2) from None
        typer.echo(f"{out}: {sum(1 for _ in found.grid.places())} yellow squares, {len(found.printed)} with a picture.")
    for reason in found.reasons:
        typer.echo(f"Not sure: {reason}.", err=True)
    if found.reasons:
        raise typer.Exit(2)


def summary(board: Board) -> str:
    """The numbers that matter, in a sentence."""
    counts = [f"{board.of_kind(kind).bit_count()} {name}" for kind, name in _PLURALS.items()]
    return f"{len(board.squares)} squares ({', '.join(counts)}), {len(board.paths)} paths, {board.total} tokens."


def _read(file: Path) -> Board:
    try:
        return read_file(file)
    except BadBoard as wrong:
        _complain(file, [str(problem) for problem in wrong.problems])
        raise


def _complain(file: Path, wrong: list[str]) -> None:
    """Everything that is wrong, a line each, and the end with exit code 1."""
    typer.echo(f"{file}: {len(wrong)} thing{'s' if len(wrong) > 1 else ''} to put right", err=True)
    for problem in wrong:
        typer.echo(f"  - {problem}", err=True)
    raise typer.Exit(1)


def _corners(text: str) -> tuple[tuple[float, float], ...] | None:
    if not text.strip():
        return None
    try:
        points = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in text.split()))
    except ValueError:
        raise typer.BadParameter('corners are four pairs like "10,20 310,18 320,240 5,250"') from None
    if len(points) != 4:
        raise typer.BadParameter(f"four corners are needed, not {len(points)}")
    return points

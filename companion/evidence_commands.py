"""The commands about evidence: read it again, and write it to a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.journal_commands import Folder, JournalFile, failed

if TYPE_CHECKING:
    from companion.devices.evidence import Example

Of = Annotated[str, typer.Argument(help='"last" (the evening last played), "all", or a session\'s id.')]
evidence = typer.Typer(no_args_is_help=True, help="The pictures of throws that the journal keeps.")


def rescore(
    of: Annotated[
        str, typer.Argument(help='A folder of evidence, "last" (evening), "all", or a session\'s id.')
    ] = "last",
    journal: JournalFile = None,
    folder: Folder = None,
) -> None:
    """Read the pictures of throws again with today's reader, and print what it reads differently and how often the
    table was read wrong. What people corrected is the truth.
    """
    from companion.devices.evidence import examples_in, read_again
    from companion.record.throws import Rate
    from vision import MissingModelsError

    before, now = [], []
    try:
        examples = examples_in(Path(of)) if Path(of).is_dir() else _examples(of, journal, folder)
        for example, reading in read_again(examples):
            before.append((example.was, example.sure, example.truth))
            now.append((reading.values, reading.sure, example.truth))
            if (reading.values, reading.sure) != (example.was, example.sure):
                truth = "" if example.truth is None else f"; it shows {_said(example.truth)}"
                was, is_now = _read(example.was, sure=example.sure), _read(reading.values, sure=reading.sure)
                typer.echo(f"{example.name}: was {was}, now {is_now}{truth}")
    except (OSError, ValueError, MissingModelsError) as wrong:
        raise failed(wrong) from None
    unknown = sum(truth is None for *_, truth in before)
    typer.echo(f"{len(before)} pictures; of {unknown} nobody can say what they show. Intervals: 95 %, Wilson.")
    typer.echo(f"at the table:   {Rate.of(before).text}")
    typer.echo(f"today's reader: {Rate.of(now).text}")


@evidence.command("export")
def export_evidence(
    target: Annotated[Path, typer.Argument(help="The folder to write.")],
    of: Of = "last",
    journal: JournalFile = None,
    folder: Folder = None,
) -> None:
    """Write labelled pictures of throws with an index.csv. All outside the tray is black: no faces, no hands."""
    from companion.devices.evidence import write

    try:
        written, left_out = write(_examples(of, journal, folder), target)
    except (OSError, ValueError) as wrong:
        raise failed(wrong) from None
    typer.echo(f"{written} pictures in {target}; {left_out} left out, as neither outline nor dice are known")


def _read(values: tuple[int, ...], *, sure: bool) -> str:
    return f"{_said(values)} ({'sure' if sure else 'asked'})"


def _said(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values)) or "no dice"


def _examples(of: str, journal: Path | None, folder: Path | None) -> Iterator[Example]:
    """Yield the evidence of an evening, a session or the whole journal. Raises OSError, ValueError."""
    from companion.app.folders import data_folder
    from companion.devices.evidence import examples_of
    from companion.games import shelf
    from companion.record.evening import evening
    from companion.record.journal import Journal, JournalError
    from companion.record.session import Session

    path = journal or data_folder(folder).journal
    if not path.exists():
        raise FileNotFoundError(f"there is no journal at {path}")
    with closing(Journal(path, reading=True)) as opened:
        try:
            header = None if of == "all" else opened.header(of)
        except KeyError:
            raise ValueError(f"the journal has no session {of!r}, and there is no such folder") from None
        wanted = (
            [each.header.session for each in opened.sessions()] if header is None else evening(opened, header.session)
        )
        for session in reversed(wanted):
            try:
                yield from examples_of(Session.resume(opened, shelf(), session))
            except JournalError as wrong:
                typer.echo(f"left out: {wrong}", err=True)

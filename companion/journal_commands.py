"""The commands about journals: play a game again, export it, check, back up and restore."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from companion.record.session import Session

JournalFile = Annotated[
    Path | None, typer.Option("--journal", help="The journal file (default: the one in the data folder).")
]
Folder = Annotated[
    Path | None, typer.Option("--folder", help="The data folder (default: the platform's folder for application data).")
]


def failed(why: object, code: int = 2) -> typer.Exit:
    """Say why on standard error and return the exit to raise."""
    typer.echo(str(why), err=True)
    return typer.Exit(code)


def replay(
    file: Annotated[
        Path | None, typer.Argument(help="A game written by `catseye export` (default: the game last played).")
    ] = None,
    journal: JournalFile = None,
    folder: Folder = None,
) -> None:
    """Play a recorded game again through the rules and print it."""
    from catseye.names import printable
    from companion.games import shelf
    from companion.protocol.answers import outcome_to_plain
    from companion.protocol.replay import RecordUnreadable, Replayed, ReplayStopped, lines_of
    from companion.protocol.replay import replay as played_again
    from companion.record.export import to_jsonl
    from companion.record.journal import JournalError

    session = None
    if file is None:
        with _session(journal, folder, "last") as last:
            lines: Iterable[bytes] = list(to_jsonl(last))
    else:
        lines = lines_of(file)
    try:
        for part in played_again(lines, shelf()):
            if isinstance(part, Replayed):
                typer.echo(f"{part.line:5} {printable(part.text)}")
                for note in part.notes:
                    typer.echo(f"        {printable(note)}")
            else:
                session = part
                typer.echo(f"{session.game.title}: {printable(', '.join(session.table.players))}")
        if session is not None:
            typer.echo(f"outcome: {outcome_to_plain(session) or 'the game goes on'}")
    except (RecordUnreadable, JournalError) as wrong:
        raise failed(wrong) from None
    except ReplayStopped as stopped:
        raise failed(f"{file or 'the game last played'}: stopped at {printable(str(stopped))}", 1) from None


def export(
    session: Annotated[str, typer.Argument(help='A session\'s id, or "last".')] = "last",
    form: Annotated[
        str, typer.Option("--format", help="jsonl (replayable), csv, bgstats, png or pdf (the result).")
    ] = "jsonl",
    journal: JournalFile = None,
    folder: Folder = None,
    out: Annotated[Path | None, typer.Option(help="Write this new file (default: standard output).")] = None,
) -> None:
    """Export a game from the journal."""
    from companion.app import sharing
    from companion.drawing.theme import Look
    from companion.record import export as write

    if out is None and sys.stdout is None:
        raise failed("standard output is closed: name a new file with --out")
    with _session(journal, folder, session) as found:
        text = sharing.written(found, form, Look())
        if out is not None:
            write.save(out, text)
    if out is None:
        sys.stdout.buffer.write(text)
    if found.stopped:
        raise typer.Exit(1)


def import_game(
    file: Annotated[Path, typer.Argument(help="A game written by `catseye export`, on any tablet.")],
    journal: JournalFile = None,
    folder: Folder = None,
) -> None:
    """Add a game that was exported elsewhere to the journal, if the rules allow all of it."""
    from catseye.text import counted
    from companion.app.folders import data_folder
    from companion.games import shelf
    from companion.protocol.importing import take_in
    from companion.protocol.replay import RecordUnreadable, ReplayStopped, lines_of
    from companion.record.journal import JournalError
    from companion.record.recovery.opening import open_journal

    path = journal or data_folder(folder).journal
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(open_journal(path)) as opened:
            session = take_in(lines_of(file), shelf(), opened)
            entries = counted("{n} entry", "{n} entries", len(session.entries))
            typer.echo(f"{session.game.title}: {entries}, as session {session.id}")
    except ReplayStopped as stopped:
        from catseye.names import printable

        raise failed(f"{file}: not imported, stopped at {printable(str(stopped))}", 1) from None
    except (RecordUnreadable, JournalError, OSError) as wrong:
        raise failed(wrong) from None


def check(journal: JournalFile = None, folder: Folder = None) -> None:
    """Check a journal for damage, down to the last picture. Changes nothing."""
    from catseye.text import counted
    from companion.app.folders import data_folder
    from companion.record.journal import Journal, JournalError
    from companion.record.recovery.examination import Damaged, examine
    from companion.record.sqlite_file import check_whole, located

    path = journal or data_folder(folder).journal
    try:
        with closing(Journal(path, reading=True)) as found:
            check_whole(located(str(path)))
            examine(located(str(path)), str(path), whole=True)
            sessions = found.sessions()
    except Damaged as wrong:
        saves = "When the app is started, it saves what can be saved and keeps these files."
        lines = [f"{path} is damaged:", *(f"  {problem}" for problem in wrong.problems), saves]
        raise failed("\n".join(lines), 1) from None
    except OSError as wrong:
        raise failed(wrong if isinstance(wrong, JournalError) else f"{path}: {wrong}") from None
    games = counted("{n} game", "{n} games", len(sessions))
    entries = counted("{n} entry", "{n} entries", sum(each.rows for each in sessions))
    typer.echo(f"{path} is undamaged: {games}, {entries}")


def backup(
    file: Annotated[Path | None, typer.Argument(help="The new file (default: beside the journal).")] = None,
    journal: JournalFile = None,
    folder: Folder = None,
) -> None:
    """Copy a journal to a new file, even during a game. The last ten copies beside the journal are kept."""
    import sqlite3

    from companion.app.folders import data_folder
    from companion.record.backup import back_up, keep_backup
    from companion.record.journal import Journal
    from companion.record.sqlite_file import in_words, located

    path = located(str(journal or data_folder(folder).journal))
    try:
        Journal(path, reading=True).close()
        made = keep_backup(path) if file is None else back_up(path, file)
    except (OSError, sqlite3.Error) as wrong:
        raise failed(wrong if isinstance(wrong, OSError) else in_words(wrong, path)) from None
    typer.echo(str(made))


def restore(
    file: Annotated[Path, typer.Argument(help="A backup, made by `catseye backup` or at the end of a game.")],
    journal: JournalFile = None,
    folder: Folder = None,
) -> None:
    """Replace the journal by a backup. The old journal is kept under another name. Close the app first."""
    import sqlite3

    from companion.app.folders import data_folder
    from companion.record.backup import brought_back
    from companion.record.backup import restore as put_back
    from companion.record.sqlite_file import in_words, located

    path = located(str(journal or data_folder(folder).journal))
    try:
        again = brought_back(located(str(file)), path)
        aside = put_back(located(str(file)), path)
    except (OSError, sqlite3.Error) as wrong:
        raise failed(wrong if isinstance(wrong, OSError) else f"{file}: {in_words(wrong, file)}") from None
    typer.echo(f"{path} was restored from {file}" + (f"; the old journal is {aside}" if aside else ""))
    if again:
        typer.echo(f"It contains deleted games again: {', '.join(again)}")


@contextmanager
def _session(journal: Path | None, folder: Path | None, session: str) -> Iterator[Session]:
    """Open a session ("last": the one last played) of a journal for reading; on errors, end the command with words."""
    from companion.app.folders import data_folder
    from companion.games import shelf
    from companion.record.journal import Journal
    from companion.record.session import Session

    path = journal or data_folder(folder).journal
    try:
        if not path.exists():
            raise FileNotFoundError(f"there is no journal at {path}")
        with closing(Journal(path, reading=True)) as opened:
            try:
                found = Session.resume(opened, shelf(), session)
            except KeyError:
                raise ValueError(f"the journal has no session {session!r}") from None
            if found.stopped:
                typer.echo(f"session {found.id} can only be read in part: {found.stopped}", err=True)
            yield found
    except (OSError, ValueError) as wrong:
        raise failed(wrong) from None

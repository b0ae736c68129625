"""The command line: `catseye referee` speaks the line protocol (`catseye --help` lists the rest)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catseye.standard_output import run

if TYPE_CHECKING:
    from companion.record.session import Session

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)
JournalFile = Annotated[
    Path | None, typer.Option("--journal", help="The journal file (default: the one in the data folder).")
]
Folder = Annotated[
    Path | None, typer.Option("--folder", help="The data folder (default: the platform's folder for application data).")
]


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"catseye {version('catseye')}")
        raise typer.Exit


def _failed(why: object, code: int = 2) -> typer.Exit:
    """Say why on standard error and return the exit to raise."""
    typer.echo(str(why), err=True)
    return typer.Exit(code)


@app.callback()
def _root(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """A table-side referee for real, physical games."""


@app.command()
def referee(
    journal: Annotated[Path | None, typer.Option(help="Keep the sessions in this file (default: in memory).")] = None,
) -> None:
    """Run the rules without a screen: one JSON request per line on standard input, one answer per line on output."""
    from companion.games import shelf
    from companion.protocol.line_server import LineReferee, serve
    from companion.record.journal import JournalError
    from companion.record.recovery.opening import open_journal

    if sys.stdin is None or sys.stdout is None:
        raise _failed("standard input or output is closed")
    try:
        kept = open_journal(journal if journal is not None else ":memory:")
    except JournalError as wrong:
        raise _failed(wrong) from None
    if kept.salvaged is not None:
        typer.echo(str(kept.salvaged), err=True)
    try:
        with closing(kept):
            serve(LineReferee(shelf(), kept), sys.stdin.buffer, sys.stdout.buffer)
    except OSError as wrong:
        raise _failed(f"standard input failed: {wrong.strerror or wrong}") from None


@app.command()
def play(
    tray: Annotated[str | None, typer.Option(help='The camera: "usb:0", "http://...", "clip:FILE", "sim:".')] = None,
    box: Annotated[str | None, typer.Option(help='The button box: "auto", "serial:PORT", "avr:", "soft:".')] = None,
    journal: JournalFile = None,
    folder: Folder = None,
    game: Annotated[str, typer.Option(help="Begin this game at once (its id).")] = "",
    seats: Annotated[int | None, typer.Option(min=1, max=6, help="With --game: number of players (3).")] = None,
    bots: Annotated[str, typer.Option(help="With --game: the seats that bots play, like 2,3.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="With --game: let it play itself, then exit.")] = False,
    seed: Annotated[int, typer.Option(help="With --watch: seed of the game.")] = 7,
    size: Annotated[str, typer.Option(help="Size of the window in pixels.")] = "1280x800",
    new_game: Annotated[bool, typer.Option("--new", help="With --game: do not resume an interrupted game.")] = False,
    web: Annotated[
        str | None, typer.Option(help="Let browsers show the table, at HOST:PORT (default: --web :8422).")
    ] = None,
) -> None:
    """Run the app on the tablet. Without a screen it plays a whole game by itself and prints it.

    The data folder holds the journal, evidence pictures, screenshots and boards.
    """
    from dataclasses import replace

    from companion.app import settings as kept
    from companion.app.folders import data_folder

    sys.argv = sys.argv[:1]  # or Kivy would parse them
    try:
        filed, unusable = kept.load_or_begin_anew()
        if unusable:
            typer.echo(str(unusable), err=True)
        settings = replace(filed, tray=filed.tray if tray is None else tray, box=filed.box if box is None else box)
        from companion.app.addresses import address_of
        from companion.app.run_options import RunOptions, bots_of, players_of, plays_by_itself, window_of
        from companion.bootstrap import run

        alone = plays_by_itself(settings.tray, asked=watch)
        game = game or ("catch-up" if alone else "")
        players = players_of(game, seats, new_game=new_game)
        options = RunOptions(
            settings,
            filed,
            journal or data_folder(folder).journal,
            data_folder(folder),
            game,
            players,
            alone,
            seed,
            window_of(size),
            new_game,
            bots_of(game, players, bots),
            unusable,
            None if web is None else address_of(web),
        )
        code = run(options)
    except (ValueError, OSError) as wrong:
        raise _failed(wrong) from None
    raise typer.Exit(code)


@app.command()
def serve(
    game: Annotated[str, typer.Argument(help="Begin this game at once (its id).")] = "",
    host: Annotated[str, typer.Option(help="Listen at HOST:PORT.")] = ":8422",
    tray: Annotated[str, typer.Option(help="The camera, as for `play`; none if left out.")] = "",
    box: Annotated[str, typer.Option(help="The button box, as for `play`; none if left out.")] = "",
    journal: JournalFile = None,
    folder: Folder = None,
    seats: Annotated[int | None, typer.Option(min=1, max=6, help="With a game: number of players (3).")] = None,
    bots: Annotated[str, typer.Option(help="With a game: the seats that bots play, like 2,3.")] = "",
    new_game: Annotated[bool, typer.Option("--new", help="With a game: do not resume an interrupted one.")] = False,
) -> None:
    """Run the table for browsers: no window, no Kivy. Prints the address, with a code, to scan."""
    from dataclasses import replace

    from companion.app import settings as kept
    from companion.app.addresses import address_of
    from companion.app.folders import data_folder
    from companion.app.run_options import RunOptions, bots_of, players_of
    from companion.bootstrap import serve_browsers

    try:
        filed, unusable = kept.load_or_begin_anew()
        if unusable:
            typer.echo(str(unusable), err=True)
        settings, players = replace(filed, tray=tray, box=box), players_of(game, seats, new_game=new_game)
        options = RunOptions(
            settings,
            filed,
            journal or data_folder(folder).journal,
            data_folder(folder),
            game,
            players,
            new_game=new_game,
            bots=bots_of(game, players, bots),
        )
        code = serve_browsers(options, address_of(host))
    except ImportError as wrong:
        raise _failed(f"{wrong.name} is missing: pip install 'catseye[web]'") from None
    except (ValueError, OSError) as wrong:
        raise _failed(wrong) from None
    raise typer.Exit(code)


@app.command()
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
        raise _failed(wrong) from None
    except ReplayStopped as stopped:
        raise _failed(f"{file or 'the game last played'}: stopped at {printable(str(stopped))}", 1) from None


@app.command()
def export(
    session: Annotated[str, typer.Argument(help='A session\'s id, or "last".')] = "last",
    form: Annotated[str, typer.Option("--format", help="jsonl (replayable), csv or bgstats.")] = "jsonl",
    journal: JournalFile = None,
    folder: Folder = None,
    out: Annotated[Path | None, typer.Option(help="Write this new file (default: standard output).")] = None,
) -> None:
    """Export a game from the journal."""
    from companion.record import export as write

    if out is None and sys.stdout is None:
        raise _failed("standard output is closed: name a new file with --out")
    with _session(journal, folder, session) as found:
        text = write.written(found, form)
        if out is not None:
            write.save(out, text)
    if out is None:
        sys.stdout.buffer.write(text)
    if found.stopped:
        raise typer.Exit(1)


@app.command()
def check(journal: JournalFile = None, folder: Folder = None) -> None:
    """Check a journal for damage, down to the last picture. Changes nothing."""
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
        raise _failed("\n".join(lines), 1) from None
    except OSError as wrong:
        raise _failed(wrong if isinstance(wrong, JournalError) else f"{path}: {wrong}") from None
    typer.echo(f"{path} is undamaged: {len(sessions)} games, {sum(each.rows for each in sessions)} entries")


@app.command()
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
        raise _failed(wrong if isinstance(wrong, OSError) else in_words(wrong, path)) from None
    typer.echo(str(made))


@app.command()
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
        raise _failed(wrong if isinstance(wrong, OSError) else f"{file}: {in_words(wrong, file)}") from None
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
        raise _failed(wrong) from None


def main() -> None:
    """Run the command line, with the commands that games add."""
    from companion.games import commands

    for name, extra in commands():
        app.add_typer(extra, name=name)
    run(partial(app, prog_name="catseye"), errors="replace")  # the terminal may lack letters


if __name__ == "__main__":
    main()

"""The command line: `catseye referee` speaks the line protocol (`catseye --help` lists the rest)."""

from __future__ import annotations

import io
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def _root() -> None:
    """A table-side referee for real, physical games."""


@app.command()
def referee(
    journal: Annotated[
        Path | None, typer.Option(help="Keep the sessions in this file (without it: in memory).")
    ] = None,
) -> None:
    """The rules engine without a screen: one JSON request a line on standard input, one answer a line out."""
    from companion.games import shelf
    from companion.journal import Journal, JournalError
    from companion.lines import LineReferee, serve

    if sys.stdin is None or sys.stdout is None:
        typer.echo("the standard input or output is closed: there is nobody to answer", err=True)
        raise typer.Exit(2)
    try:
        kept = Journal(journal if journal is not None else ":memory:")
    except JournalError as wrong:
        typer.echo(str(wrong), err=True)
        raise typer.Exit(2) from None
    try:
        with closing(kept):
            serve(LineReferee(shelf(), kept), sys.stdin.buffer, sys.stdout.buffer)
    except OSError as wrong:
        raise _unheard("input or output", wrong) from None


@app.command()
def play(
    tray: Annotated[str | None, typer.Option(help='The camera: "usb:0", "http://...", "clip:FILE", "sim:".')] = None,
    box: Annotated[str | None, typer.Option(help='The button box: "auto", "serial:PORT", "avr:", "soft:".')] = None,
    journal: Annotated[Path | None, typer.Option(help="The journal file.")] = None,
    folder: Annotated[Path, typer.Option(help="Where screenshots and evidence pictures go.")] = Path("run"),
    game: Annotated[str, typer.Option(help="Begin this game at once (its id).")] = "",
    seats: Annotated[int | None, typer.Option(min=1, max=6, help="With --game: how many play (3).")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="With --game: let it play itself and end.")] = False,
    seed: Annotated[int, typer.Option(help="With --watch: which game.")] = 7,
    size: Annotated[str, typer.Option(help="The window, in pixels.")] = "1280x800",
    anew: Annotated[bool, typer.Option("--new", help="With --game: do not go on with an interrupted game.")] = False,
) -> None:
    """The app on the tablet. With no screen it plays a whole game by itself and prints it."""
    from dataclasses import replace

    from companion import settings as kept

    sys.argv = sys.argv[:1]  # Kivy would read them as its own
    try:
        filed = kept.load()
        settings = replace(filed, tray=filed.tray if tray is None else tray, box=filed.box if box is None else box)
        from companion.app import Evening, players_of, plays_by_itself, run, window_of

        alone = plays_by_itself(settings.tray, asked=watch)
        game = game or ("catch-up" if alone else "")
        evening = Evening(
            settings,
            filed,
            journal or kept.journal_file(),
            folder,
            game,
            players_of(game, seats, anew=anew),
            alone,
            seed,
            window_of(size),
            anew,
        )
        code = run(evening)
    except (ValueError, OSError) as wrong:
        typer.echo(str(wrong), err=True)
        raise typer.Exit(2) from None
    raise typer.Exit(code)


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A record as `catseye export` writes it.")]) -> None:
    """Play a recorded game again through the rules and print it."""
    from companion.games import shelf
    from companion.journal import JournalError
    from companion.lines import outcome_to_plain
    from companion.replay import RecordUnreadable, Replayed, ReplayStopped, lines_of
    from companion.replay import replay as played_again

    session = None
    try:
        for part in played_again(lines_of(file), shelf()):
            if isinstance(part, Replayed):
                typer.echo(f"{part.line:5} {part.text}")
                for note in part.notes:
                    typer.echo(f"        {note}")
            else:
                session = part
                typer.echo(f"{session.game.title}: {', '.join(session.table.players)}")
        if session is not None:
            typer.echo(f"outcome: {outcome_to_plain(session) or 'the game goes on'}")
    except (RecordUnreadable, JournalError) as wrong:
        typer.echo(str(wrong), err=True)
        raise typer.Exit(2) from None
    except ReplayStopped as stopped:
        typer.echo(f"{file}: stopped at {stopped}", err=True)
        raise typer.Exit(1) from None
    except OSError as wrong:
        raise _unheard("output", wrong) from None


@app.command()
def export(
    session: Annotated[str, typer.Argument(help='A session\'s id, or "last".')] = "last",
    form: Annotated[str, typer.Option("--format", help="jsonl (replayable), csv or bgstats.")] = "jsonl",
    journal: Annotated[Path | None, typer.Option(help="The journal file.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write this new file (without it: standard output).")] = None,
) -> None:
    """Write a game from the journal as a file others can read."""
    from companion import export as write
    from companion import settings as kept
    from companion.games import shelf
    from companion.journal import Journal
    from companion.session import Session

    if out is None and sys.stdout is None:
        typer.echo("the standard output is closed: name a new file with --out", err=True)
        raise typer.Exit(2)
    try:
        path = journal or kept.journal_file()
        if not path.exists():
            raise FileNotFoundError(f"there is no journal at {path}")
        with closing(Journal(path, reading=True)) as rows:
            try:
                found = Session.resume(rows, shelf(), session)
            except KeyError:
                raise ValueError(f"the journal has no session {session!r}") from None
            if found.stopped:
                typer.echo(f"session {found.id} is exported only as far as it goes: {found.stopped}", err=True)
            text = write.written(found, form)
        if out is not None:
            write.save(out, text)
    except (OSError, ValueError) as wrong:
        typer.echo(str(wrong), err=True)
        raise typer.Exit(2) from None
    if out is None:
        _print(text)
    if found.stopped:
        raise typer.Exit(1)


def _print(text: bytes) -> None:
    """Bytes on the standard output, as they are."""
    try:
        sys.stdout.buffer.write(text)
        sys.stdout.flush()
    except OSError as wrong:
        raise _unheard("output", wrong) from None


def _unheard(streams: str, wrong: OSError) -> typer.Exit:
    """Say that the standard streams failed; the exit that follows."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left unsaid goes nowhere
    typer.echo(f"the standard {streams} failed: {wrong.strerror or wrong}", err=True)
    return typer.Exit(2)


def main() -> None:
    """Run the command line, with the commands that games on the shelf bring along."""
    from companion.games import commands

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name this terminal has no letters for is printed all the same
    for name, extra in commands():
        app.add_typer(extra, name=name)
    app()


if __name__ == "__main__":
    main()

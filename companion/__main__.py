"""The command line: `catseye referee` speaks the line protocol (`catseye --help` lists the rest)."""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from catseye.standard_output import run
from companion.journal_commands import Folder, JournalFile, backup, check, export, failed, replay, restore

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"catseye {version('catseye')}")
        raise typer.Exit


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
        raise failed("standard input or output is closed")
    try:
        kept = open_journal(journal if journal is not None else ":memory:")
    except JournalError as wrong:
        raise failed(wrong) from None
    if kept.salvaged is not None:
        typer.echo(str(kept.salvaged), err=True)
    try:
        with closing(kept):
            serve(LineReferee(shelf(), kept), sys.stdin.buffer, sys.stdout.buffer)
    except OSError as wrong:
        raise failed(f"standard input failed: {wrong.strerror or wrong}") from None


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
        raise failed(wrong) from None
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
        raise failed(f"{wrong.name} is missing: pip install 'catseye[web]'") from None
    except (ValueError, OSError) as wrong:
        raise failed(wrong) from None
    raise typer.Exit(code)


for _command in (replay, export, check, backup, restore):
    app.command()(_command)


def main() -> None:
    """Run the command line, with the commands that games add."""
    from companion.games import commands

    for name, extra in commands():
        app.add_typer(extra, name=name)
    run(partial(app, prog_name="catseye"), errors="replace")  # the terminal may lack letters


if __name__ == "__main__":
    main()

"""The command line: `catseye referee` speaks the line protocol (`catseye --help` lists the rest)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catseye.standard_output import run
from companion.club_commands import club
from companion.evidence_commands import evidence, rescore
from companion.journal_commands import Folder, JournalFile, backup, check, export, failed, import_game, replay, restore

if TYPE_CHECKING:
    from companion.app.run_options import RunOptions

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)
Metrics = Annotated[
    bool, typer.Option("--metrics", help="Figures for Prometheus at /metrics, beside the table's pages.")
]


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"catseye {version('catseye')}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """A table-side referee for real, physical games."""
    from companion.app.folders import data_folder

    context.obj = data_folder  # for the commands of games


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
        with closing(kept), _sent_to_club(journal):
            serve(LineReferee(shelf(), kept), sys.stdin.buffer, sys.stdout.buffer)
    except OSError as wrong:
        raise failed(f"standard input failed: {wrong.strerror or wrong}") from None


@contextmanager
def _sent_to_club(journal: Path | None) -> Iterator[None]:
    """Send the journal to the club of the table whose data folder it lies in, if there is one."""
    from companion.app.club import CLUB_FILE

    if journal is None or not journal.with_name(CLUB_FILE).exists():
        yield
        return
    with ExitStack() as held:
        try:
            from companion.club.shipping import shipped

            held.enter_context(shipped(journal))
        except (ImportError, OSError) as wrong:
            typer.echo(f"Nothing is sent to the club: {wrong}", err=True)
        yield


def _options(
    tray: str | None, box: str | None, journal: Path | None, folder: Path | None, game: str, seats: int | None,
    bots: str, web: str | None, *, new_game: bool, watch: bool | None = None, seed: int = 7, **more: Any,
) -> RunOptions:  # fmt: skip
    """Return the options of a run; what the settings file lacks or has wrong is said. `watch` is None for a table
    without a screen, where people play. Raises ValueError for what cannot be, OSError.
    """
    from dataclasses import replace

    from companion.app import settings as kept
    from companion.app.addresses import address_of
    from companion.app.folders import data_folder
    from companion.app.run_options import RunOptions, bots_of, players_of, plays_by_itself, seeded

    filed, unusable = kept.load_or_begin_anew()
    if unusable:
        typer.echo(str(unusable), err=True)
    settings = replace(filed, tray=filed.tray if tray is None else tray, box=filed.box if box is None else box)
    alone = watch is not None and plays_by_itself(settings.tray, asked=watch)
    if alone:
        settings = replace(settings, tray=seeded(settings.tray, seed))
    game = game or ("catch-up" if alone else "")
    players = players_of(game, seats, new_game=new_game)
    return RunOptions(
        settings,
        filed,
        journal or data_folder(folder).journal,
        data_folder(folder),
        game,
        players,
        alone,
        seed,
        new_game=new_game,
        bots=bots_of(game, players, bots),
        unusable=unusable,
        web=None if web is None else address_of(web),
        **more,
    )


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
    metrics: Metrics = False,
) -> None:
    """Run the app on the tablet. Without a screen it plays a whole game by itself and prints it.

    The data folder holds the journal, evidence pictures, screenshots and boards.
    """
    from companion.app.run_options import window_of

    sys.argv = sys.argv[:1]  # or Kivy would parse them
    try:
        options = _options(
            tray, box, journal, folder, game, seats, bots, web, new_game=new_game, watch=watch, seed=seed,
            size=window_of(size), metrics=metrics,
        )  # fmt: skip
        from companion.bootstrap import run

        code = run(options)
    except ImportError as wrong:
        raise failed(f"{wrong.name} is missing: pip install 'catseye[app]'") from None
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
    metrics: Metrics = False,
) -> None:
    """Run the table for browsers: no window, no Kivy. Prints the address, with a code, to scan."""
    try:
        options = _options(tray, box, journal, folder, game, seats, bots, host, new_game=new_game, metrics=metrics)
        from companion.bootstrap import serve_browsers

        code = serve_browsers(options)
    except (ValueError, OSError) as wrong:
        raise failed(wrong) from None
    raise typer.Exit(code)


for _command in (replay, export, rescore, check, backup, restore):
    app.command()(_command)
app.command("import")(import_game)
app.add_typer(evidence, name="evidence")
app.add_typer(club, name="club")


def main() -> None:
    """Run the command line, with the commands that games add."""
    from companion.games import commands

    for name, extra in commands():
        app.add_typer(extra, name=name)
    run(partial(app, prog_name="catseye"), errors="replace")  # the terminal may lack letters


if __name__ == "__main__":
    main()

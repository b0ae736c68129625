"""The commands of a club: `catseye club ...`. PostgreSQL's client is imported only inside them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from catseye.options import a_number
from companion.journal_commands import Folder, JournalFile, failed

club = typer.Typer(no_args_is_help=True, help="Many tables, live in one place: see companion/club/CLUB.md.")
Club = Annotated[
    str,
    typer.Option("--club", envvar="CATSEYE_CLUB", help="The club's database: postgresql://USER:PASSWORD@HOST/NAME."),
]

RESULTS = "club-results.json"
"""The file in the data folder with what each game of the club adds to the results; made again if it is lost."""


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """Turn what cannot be done into one sentence and an exit code."""
    try:
        yield
    except ImportError as wrong:
        raise failed(f"{wrong.name} is missing: pip install 'catseye[club]'") from None
    except (OSError, ValueError) as wrong:
        raise failed(wrong) from None


@club.command()
def init(
    url: Annotated[str, typer.Argument(envvar="CATSEYE_CLUB", help="postgresql://USER:PASSWORD@HOST/NAME")],
) -> None:
    """Prepare a database for a club, or bring it up to date. Its user must own it and may create roles."""
    with in_a_sentence():
        from companion.club.owner import init

        done = init(url)
    typer.echo("\n".join(f"applied {name}" for name in done) or "The database is up to date.")


@club.command()
def invite(
    name: Annotated[str, typer.Argument(help="What the table is called.")],
    club: Club,
    names: Annotated[bool, typer.Option("--names", help="The table sends its players' names, not pseudonyms.")] = False,
    address: Annotated[str, typer.Option(help="HOST:PORT where tables reach the server (default: as in --club).")] = "",
) -> None:
    """Invite a table: prints what it needs for `catseye club join`, once and within a day."""
    with in_a_sentence():
        from companion.club.membership import invite
        from companion.club.owner import connect

        with connect(club) as db:
            host, _, port = (address or f"{db.info.host}:{db.info.port}").rpartition(":")
            if not host or host.startswith("/") or not port.isdigit():
                raise ValueError("say with --address HOST:PORT where tables reach the server")
            invitation = invite(db, name, (host.strip("[]"), int(port)), names=names)
    typer.echo(str(invitation))
    if host in {"127.0.0.1", "localhost", "::1"}:
        typer.echo(f"Only tables on this computer reach {host}: for others, give --address.", err=True)


@club.command()
def join(invitation: Annotated[str, typer.Argument(help="What the organiser sent.")], folder: Folder = None) -> None:
    """Join a club with this table. Games are sent from the next start of the app, those of before as well."""
    with in_a_sentence():
        from companion.app.folders import data_folder
        from companion.club.membership import Invitation, join

        member = join(Invitation.read(invitation), data_folder(folder).path)
    typer.echo(f"This table is “{member.table}” in the club at {member.host}.")
    sent = "The names of players" if member.names else "Pseudonyms instead of the names of players"
    typer.echo(f"{sent} are sent there with all games of this table's journal. Pictures are never sent.")


@club.command()
def leave(folder: Folder = None) -> None:
    """Leave the club with this table: nothing is sent any more. What was sent stays with the organiser."""
    with in_a_sentence():
        from companion.app.folders import data_folder
        from companion.club.membership import leave

        leave(data_folder(folder).path)
    typer.echo("This table is in no club.")


@club.command()
def verify(
    club: Annotated[str, typer.Option("--club", envvar="CATSEYE_CLUB", help="Check all tables in this database.")] = "",
    journal: JournalFile = None,
    folder: Folder = None,
) -> None:
    """Check that the club has what its tables sent, row by row; at a table, that it has all of this journal."""
    with in_a_sentence():
        from companion.app.folders import data_folder
        from companion.club.membership import joined
        from companion.club.owner import connect
        from companion.club.verify import verify, verify_table

        if club:
            with connect(club) as db:
                found = verify(db)
        else:
            kept = data_folder(folder)
            if (member := joined(kept.path)) is None:
                raise ValueError("this table is in no club; name the database with --club to check all tables")
            found = [verify_table(member, kept.path, journal or kept.journal)]
    for each in found:
        typer.echo(
            f"{each.table}, journal {each.journal}: {each.rows} rows, {each.checksum:08x}  {each.wrong or 'complete'}"
        )
    if any(each.wrong for each in found):
        raise typer.Exit(1)


@club.command()
def demo(
    club: Annotated[str, typer.Option("--club", envvar="CATSEYE_CLUB", help="The club's database.")] = "",
    tables: Annotated[int, typer.Option(min=1, max=1000, help="How many tables play.")] = 20,
    rate: Annotated[
        float, typer.Option(min=0, callback=a_number, help="Events per second of all tables; 0: as fast as they can.")
    ] = 8.0,
    seconds: Annotated[
        float, typer.Option(min=0, callback=a_number, help="How long they play; 0: until Ctrl+C.")
    ] = 0.0,
    temporary: Annotated[
        bool, typer.Option("--temporary", help="Start a database server for as long as this runs.")
    ] = False,
    serve: Annotated[str, typer.Option(help="Show the club to browsers at this HOST:PORT as well.")] = "",
    folder: Annotated[Path | None, typer.Option(help="Where their journals are kept (default: nowhere).")] = None,
) -> None:
    """Let bots play real sessions at many tables of a club, in this process."""
    with in_a_sentence():
        from companion.club.demo import run

        if not club and not temporary:
            raise ValueError("name a database with --club, or start one with --temporary")
        run(club, tables, rate, seconds, folder, serve, tell=typer.echo)


@club.command("serve")
def serve_club(
    club: Club,
    host: Annotated[str, typer.Option(help="Listen at HOST:PORT.")] = ":8430",
    metrics: Annotated[bool, typer.Option("--metrics", help="Figures for Prometheus at /metrics.")] = False,
    folder: Folder = None,
) -> None:
    """Show the club to browsers: all tables live, results, pairings. Prints a code for the organiser's browser."""
    with in_a_sentence():
        from threading import Event

        from companion.app.addresses import address_of
        from companion.app.folders import data_folder
        from companion.app.interrupts import ended_by_signals
        from companion.club.serving import serve

        ended = Event()
        with ended_by_signals(ended):
            results = data_folder(folder).path / RESULTS
            serve(club, address_of(host), ended, metrics=metrics, tell=typer.echo, results=results)


@club.command()
def event(
    name: Annotated[str, typer.Argument(help="What the event is called.")],
    players: Annotated[Path, typer.Argument(help="A file with the players' names, one a line.")],
    club: Club,
    game: Annotated[str, typer.Option(help="The game (its id).")],
    kind: Annotated[str, typer.Option("--format", help="swiss, round-robin or free.")] = "swiss",
    most: Annotated[int, typer.Option(min=2, max=6, help="How many sit at a table, at most.")] = 2,
) -> None:
    """Begin an event and print its number."""
    with in_a_sentence():
        from companion.club.owner import connect
        from companion.club.tournament.store import make
        from companion.games import shelf

        if game not in shelf():
            raise ValueError(f"there is no game {game!r}; there are {', '.join(shelf())}")
        with connect(club) as db:
            made = make(db, name, shelf()[game], kind, most, players.read_text("utf-8").splitlines())
    typer.echo(made)


@club.command("round")
def next_round(
    event: Annotated[int, typer.Argument(help="The event's number.")], club: Club, folder: Folder = None
) -> None:
    """Pair the next round of an event and print it by table."""
    with in_a_sentence():
        from contextlib import nullcontext

        from companion.app.folders import data_folder
        from companion.club.central import CentralJournal
        from companion.club.owner import connect
        from companion.club.tournament.store import next_round, read
        from companion.games import shelf
        from companion.people.people import People

        with connect(club) as db:
            central = CentralJournal(lambda: nullcontext(db))
            people = People(central.as_journal, shelf(), results=data_folder(folder).path / RESULTS)
            matches = people.read().matches
            found = read(db, event, matches)
            next_round(db, found, shelf()[found.game])
            paired = read(db, event, matches).rounds[-1]
    for each in paired:
        names = ", ".join(found.players[who] for who in each.players)
        typer.echo(f"table {each.number}: {names}" if len(each.players) > 1 else f"pauses: {names}")

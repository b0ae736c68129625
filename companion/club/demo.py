"""Tables that play by themselves for a club to look at: real sessions, each with its own journal file, played by bots.

Several tables share a process and a thread that plays; each has its own thread and connection to the club.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event

from companion.app.folders import data_folder
from companion.app.interrupts import ended_by_signals
from companion.bots.players import thrown
from companion.club.cluster import Cluster
from companion.club.membership import Membership, invite, join, joined
from companion.club.owner import connect, init
from companion.club.shipping import Shipper
from companion.core.bots import Bot, decided
from companion.core.game import Game
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.record.recovery.opening import open_journal
from companion.record.rows import Origin
from companion.record.session import Session

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hana", "Ida", "Jo", "Kim", "Lou", "Mia", "Nils", "Ola", "Pia")
COLOURS = ("blue", "red", "green", "yellow", "purple", "black")


class DemoTable:
    """One table: its journal in `folder`, and its membership, None for one that plays for itself."""

    def __init__(self, member: Membership | None, folder: Path, random: Random) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._random, self._games = random, [game for game in shelf().values() if game.bot is not None]
        self.file = data_folder(folder).journal
        self.journal: Journal = open_journal(self.file)
        self.session: Session | None = None
        self._bot: Bot | None = None
        self.shipper = None if member is None else Shipper(member, folder, self.file)
        if self.shipper is not None:
            self.shipper.start()

    def step(self) -> None:
        """Let one thing happen: a game begins, or somebody throws or decides."""
        session = self.session
        if session is None or self._bot is None or session.outcome() is not None or not session.asks():
            self._begin(self._random.choice(self._games))
        else:
            ask = next((ask for ask in session.asks() if not ask.optional), session.asks()[0])
            session.submit(decided(self._bot, session.state, ask) or thrown(ask, self._random), Origin.BOT)
        if self.shipper is not None:
            self.shipper.wake()

    def close(self) -> None:
        """Stop, without waiting for what was not sent."""
        if self.shipper is not None:
            self.shipper.stop()
        self.journal.close()

    def _begin(self, game: Game) -> None:
        seats = self._random.choice([count for count in game.player_counts if count <= len(COLOURS)])
        players = tuple(self._random.sample(NAMES, seats))
        self.session = Session.begin(self.journal, game, Table(players, COLOURS[:seats]), game.options())
        assert game.bot is not None, "games without a bot were left out"
        self._bot = import_module(game.bot).make(self.session.table, self.session.options, self._random)


def play(tables: Sequence[DemoTable], rate: float, goes_on: Callable[[], bool]) -> int:
    """Let the tables play one after the other, `rate` events per second in all (0: as fast as they can), as long as it
    `goes_on`. Return how many events happened.
    """
    events, due = 0, time.monotonic()
    while goes_on():
        tables[events % len(tables)].step()
        events += 1
        if rate:
            due = max(due + 1 / rate, time.monotonic() - 1.0)  # after a pause it does not catch up for ever
            time.sleep(max(0.0, due - time.monotonic()))
    return events


def run(
    url: str, tables: int, rate: float, seconds: float, folder: Path | None, serve: str, tell: Callable[[str], object]
) -> None:
    """Let tables join and play until the time is over or Ctrl+C. Without a `url` there is a server for as long as that.

    Raises ClubError, OSError.
    """
    with ExitStack() as held:
        where = folder or Path(held.enter_context(TemporaryDirectory(prefix="catseye-demo-")))
        url = url or held.enter_context(Cluster()).url()
        init(url)
        tell(f"The club's database: {url}")
        ended = Event()
        held.enter_context(ended_by_signals(ended))
        if serve:
            command = [sys.executable, "-m", "companion", "club", "serve", "--host", serve]
            shown = subprocess.Popen(command, env={**os.environ, "CATSEYE_CLUB": url})  # noqa: S603  ourselves
            held.callback(shown.wait)
            held.callback(shown.terminate)
        joining = enumerate(joined_tables(url, tables, where))
        made = [DemoTable(member, where / member.table, Random(seed)) for seed, member in joining]
        for table in made:
            held.callback(table.close)
        until = time.monotonic() + seconds if seconds else math.inf
        tell(f"{tables} tables play, {rate or 'as many as they can'} events a second. Stop with Ctrl+C.")
        events = play(made, rate, lambda: not ended.is_set() and time.monotonic() < until)
        tell(f"{events} events happened.")


def joined_tables(url: str, tables: int, folder: Path) -> Iterator[Membership]:
    """Invite tables to a club and let them join, each with a folder of its own. Raises ClubError, OSError."""
    with connect(url) as db:
        address = db.info.host, db.info.port
        for number in range(1, tables + 1):
            name = f"Table {number}"
            (folder / name).mkdir(parents=True, exist_ok=True)
            yield joined(folder / name) or join(invite(db, name, address, names=True), folder / name)

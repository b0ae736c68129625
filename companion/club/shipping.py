"""Sends a table's journal to its club, from a thread of its own: the journal is the outbox, and play never waits."""

from __future__ import annotations

import logging
import random
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from companion.club.journal_reader import COLUMNS, JournalReader, OtherJournal, Pseudonyms, SentRow, SentSession, Tip
from companion.club.membership import Membership, joined
from companion.club.owner import ClubError, Connection, in_words

_log = logging.getLogger(__name__)
MOST_ROWS = 500
"""Most rows of one transaction: 100 kB, which a slow network takes within the deadline."""
DEADLINE_S = 20.0
"""How long the server may take to answer, seconds; a frozen connection is given up then."""
LOOK_S = 2.0
"""Interval between looks into the file, seconds: another program may write it too. Own rows are sent at once."""
ALIVE_S = 10.0
"""Interval between signs of life, seconds: the server ends connections that are silent for 60."""
SHORTEST_S, LONGEST_S = 0.5, 30.0
"""Pauses before the first and the later attempts to connect again, seconds (our choice)."""
_ROWS = f"""INSERT INTO club.rows (table_id, journal, {COLUMNS})
SELECT (SELECT club.own()), %s::int, * FROM unnest(%s::bigint[], %s::text[], %s::int[], %s::text[], %s::text[],
    %s::text[], %s::bytea[], %s::bigint[], %s::bigint[], %s::bigint[]) ON CONFLICT DO NOTHING"""  # noqa: S608  our own names
_SESSIONS = """INSERT INTO club.sessions (table_id, journal, id, game, rules_version, header)
SELECT (SELECT club.own()), %s::int, * FROM unnest(%s::text[], %s::text[], %s::int[], %s::bytea[])
ON CONFLICT DO NOTHING"""
_SIGNAL = "INSERT INTO club.signals (table_id, kind, body) VALUES (club.own(), %s, %s)"


@dataclass(frozen=True, slots=True)
class Contact:
    """How it stands with the club: whether the table is connected, how many rows wait to be sent, when the server last
    answered (by the monotonic clock, None: not yet), whether the organiser was called, and is coming.
    """

    connected: bool = False
    waiting: int = 0
    last: float | None = None
    called: bool = False
    coming: bool = False
    trouble: str = ""


class Shipper:
    """Sends what the club does not have yet. `health` tells the state of the table's devices; it is called on the
    thread. COMMIT is the acknowledgement: what was not acknowledged is sent again, and the server takes each row once.
    """

    def __init__(
        self,
        member: Membership,
        folder: Path,
        journal: Path,
        health: Callable[[], dict[str, Any]] = dict,
        changed: Callable[[], object] = lambda: None,
    ) -> None:
        self._member, self._folder, self._health, self._changed = member, folder, health, changed
        self._reader = JournalReader(journal, None if member.names else Pseudonyms(member.secret))
        self._woken, self._ending = threading.Event(), threading.Event()
        self._contact, self._called = Contact(), False
        self._calling = threading.Lock()
        self._told_call: bool | None = None  # what the club knows of it, None: not yet from this process
        self._caught_up = False
        self._thread = threading.Thread(target=self._work, name="club", daemon=True)

    @property
    def contact(self) -> Contact:
        """How it stands with the club now."""
        return self._contact

    def start(self) -> None:
        """Send from now on."""
        self._thread.start()

    def wake(self) -> None:
        """Look at once whether there is something to send."""
        self._woken.set()

    def call(self, *, wanted: bool) -> None:
        """Call the organiser to the table, or say that nobody is needed any more."""
        with self._calling:
            self._called = wanted
            self._tell(called=wanted, coming=False)
        self.wake()

    def stop(self, seconds: float = 2.0) -> None:
        """Stop sending; what waits is sent at the next start."""
        self._ending.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _work(self) -> None:
        pause = SHORTEST_S
        while not self._ending.is_set():
            try:
                with closing(self._connected()) as db:
                    pause = SHORTEST_S
                    self._serve(db)
            except OtherJournal:
                pass  # the tips are compared anew
            except (psycopg.Error, sqlite3.Error, OSError) as wrong:
                self._fail(in_words(wrong) if isinstance(wrong, psycopg.Error) else str(wrong))
            except Exception as wrong:  # noqa: BLE001  a dead thread would send nothing more and not say so
                _log.exception("the club is not told")
                self._fail(type(wrong).__name__)
            self._ending.wait(pause * random.uniform(0.5, 1.0))  # not all tables at the same moment
            pause = min(2 * pause, LONGEST_S)
        self._reader.close()

    def _connected(self) -> Connection:
        return psycopg.connect(**self._member.parameters(self._folder), autocommit=True)

    def _serve(self, db: Connection) -> None:
        """Send what there is and what comes, until something fails or this is stopped."""
        with socket.fromfd(db.fileno(), socket.AF_INET, socket.SOCK_STREAM) as plug:
            patient = _Patience(plug)
            with patient:
                journal = self._journal(db)
                _signal(db, "hello", {"version": version("catseye"), "waiting": self._reader.waiting()})
            signals = _Signals(db, patient, self._health)
            while not self._ending.is_set():
                self._woken.clear()
                self._send_call(db, patient)
                self._send_all(db, patient, journal)
                signals.tell()
                self._tell(connected=True, waiting=0, last=time.monotonic(), trouble="")
                self._woken.wait(LOOK_S)

    def _send_call(self, db: Connection, patient: _Patience) -> None:
        """Tell the club whether the organiser is called, once, and then look whether they answered."""
        called = self._called
        if called != self._told_call:
            with patient:
                _signal(db, "help", {"wanted": called})
            self._told_call = called
        elif called:
            with patient, suppress(psycopg.errors.UndefinedFunction):  # a club of an older version
                (answer,) = db.execute("SELECT club.answer()").fetchone() or ("",)
                with self._calling:
                    if self._called:  # still: it may be called off meanwhile
                        self._called = self._told_call = answer != "helped"
                        self._tell(called=self._called, coming=answer == "answered")

    def _journal(self, db: Connection) -> int:
        """Return the number of the journal in the club that this file continues; a new one if it continues none."""
        self._caught_up = False
        tips = [Tip(*row) for row in db.execute("SELECT journal, number, checksum, count FROM club.tips()")]
        if (tip := self._reader.stand_at(tips)) is not None:
            return tip.journal
        self._reader.begin()
        row = db.execute("SELECT club.open_journal()").fetchone()
        assert row is not None, "a function returns a row"
        return int(str(row[0]))

    def _send_all(self, db: Connection, patient: _Patience, journal: int) -> None:
        while not self._ending.is_set():
            sessions, rows = self._reader.more(MOST_ROWS)
            if not rows:
                break
            with patient:
                taken = send(db, journal, sessions, rows)
            if taken < len(rows):
                raise OtherJournal  # another program of this table sent some of them, or other ones
            self._reader.sent(rows[-1])
            if len(rows) == MOST_ROWS:
                self._tell(connected=True, waiting=self._reader.waiting(), last=time.monotonic())
        if not self._caught_up:
            with patient:
                db.execute("SELECT club.caught_up(%s)", (journal,))
            self._caught_up = True

    def _fail(self, why: str) -> None:
        if self._contact.connected or self._contact.trouble != why:
            _log.info("the club is not reached: %s", why)
        waiting = self._contact.waiting
        with suppress(sqlite3.Error, OSError):
            waiting = self._reader.waiting()
        self._tell(connected=False, trouble=why, waiting=waiting)

    def _tell(self, **changes: Any) -> None:
        before, self._contact = self._contact, replace(self._contact, **changes)
        if replace(before, last=None) != replace(self._contact, last=None):
            self._changed()


@contextmanager
def shipped(journal: Path) -> Iterator[None]:
    """Send a journal to the club of its folder while the block runs. Raises ClubError if it is in none."""
    member = joined(journal.parent)
    if member is None:
        raise ClubError("this table is in no club")
    shipper = Shipper(member, journal.parent, journal)
    shipper.start()
    try:
        yield
    finally:
        shipper.stop()


class _Signals:
    """Tells how the devices are."""

    def __init__(self, db: Connection, patient: _Patience, health: Callable[[], dict[str, Any]]) -> None:
        self._db, self._patient, self._health = db, patient, health
        self._devices: tuple[Any, ...] = ()
        self._told = -ALIVE_S

    def tell(self) -> None:
        """Tell how the devices are, if that is new or the last sign of life was long ago."""
        health = {**self._health(), "waiting": 0}
        devices, now = (health.get("camera"), health.get("box")), time.monotonic()
        if devices != self._devices or now - self._told >= ALIVE_S:
            with self._patient:
                _signal(self._db, "state", health)
            self._devices, self._told = devices, now


class _Patience:
    """Ends a connection whose server does not answer within the deadline: a network that is frozen, not broken, would
    keep the thread for ever, since each host's own timeouts only know the next relay.
    """

    def __init__(self, plug: socket.socket) -> None:
        self._plug = plug
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        self._timer = threading.Timer(DEADLINE_S, self._pull)
        self._timer.daemon = True
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _pull(self) -> None:
        with suppress(OSError):
            self._plug.shutdown(socket.SHUT_RDWR)


def send(db: Connection, journal: int, sessions: list[SentSession], rows: list[SentRow]) -> int:
    """Send rows, with the sessions that begin in them, in one transaction. Return how many were new to the server."""
    with _together(db, bool(sessions)):
        if sessions:
            db.execute(_SESSIONS, (journal, *map(list, zip(*sessions, strict=True))))
        return db.execute(_ROWS, (journal, *map(list, zip(*rows, strict=True)))).rowcount


@contextmanager
def _together(db: Connection, several: bool) -> Iterator[None]:
    """One statement is a transaction by itself, in one round trip."""
    if not several:
        yield
        return
    with db.transaction():
        yield


def _signal(db: Connection, kind: str, body: dict[str, Any]) -> None:
    db.execute(_SIGNAL, (kind, Jsonb(body)))

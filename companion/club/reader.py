"""Reads what tables send, as it arrives, and leaves the newest board for the pages.

NOTIFY only wakes the thread. What is read follows from positions: the number of the last row taken of each journal,
against the number that the journal's own row in `club.journals` has. The trigger that takes rows locks that row until
its transaction ends, so the rows of a journal become visible in their order, whatever transactions overlap; there is no
position across journals that a late transaction could slip below. Signals are read by their ids for each table and
kind, whose only writer sends one after the other.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Event, Thread
from typing import Any

import psycopg

from companion.club.board import KINDS, Board, CentralRow, Signal, TableShown
from companion.club.central import CentralJournal
from companion.club.owner import Connection, as_iso, in_words
from companion.core.game import Game
from companion.record.journal import Row
from companion.web.publisher import Slot

_log = logging.getLogger(__name__)
LOOK_S = 2.0
"""Interval between looks that nothing woke, seconds: tables that fell silent, and a wake that was lost."""
AGAIN_S = 1.0
"""Pause before connecting again, seconds."""
AT_ONCE = 2000
"""Rows of a journal that are read at once."""
_ROWS = """SELECT k.table_id, k.journal, r.number, r.session, r.received, r.seq, r.at, r.origin, r.kind, r.body
FROM unnest(%s::int[], %s::int[], %s::bigint[]) AS k (table_id, journal, number) JOIN LATERAL (
    SELECT * FROM club.rows WHERE (table_id, journal) = (k.table_id, k.journal) AND number > k.number
    ORDER BY number LIMIT %s) AS r ON true ORDER BY k.table_id, k.journal, r.number"""


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The board at one moment: each table with the number of its last change; `connected` to the database or not."""

    at: int = 0
    connected: bool = False
    tables: Mapping[int, tuple[int, TableShown]] = field(default_factory=dict)


class Reader:
    """Follows the club from a thread of its own. `read` is told how many rows were taken in, and for each how long ago
    the server had received it, in seconds.
    """

    def __init__(
        self, url: str, games: Mapping[str, Game], slot: Slot[BoardShown],
        read: Callable[[int, list[float]], object] = lambda _rows, _lags: None,
    ) -> None:  # fmt: skip
        self._url, self._slot, self._read = url, slot, read
        self._games = games
        self._ending = Event()
        self._thread = Thread(target=self._work, name="club reader", daemon=True)

    def start(self) -> None:
        """Read from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Read no longer."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(2 * LOOK_S)

    def _work(self) -> None:
        is_away = False
        while not self._ending.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=10, application_name="catseye board",
                                     keepalives_idle=10, keepalives_interval=5, keepalives_count=3,
                                     tcp_user_timeout=20_000) as db:  # fmt: skip
                    is_away = False
                    _Following(db, self._games, self._slot, self._read).follow(self._ending)
            except psycopg.Error as wrong:
                if not is_away:  # once, not at each attempt of a night
                    _log.warning("the club's database is away: %s", in_words(wrong))
                is_away = True
            except Exception:  # noqa: BLE001  a dead thread would show an old board and not say so
                _log.exception("the club's board begins anew")
            latest = self._slot.latest
            self._slot.put(BoardShown(latest.at + 1, False, latest.tables))
            self._ending.wait(AGAIN_S)


class _Following:
    """One connection's worth: it begins with a fresh board, as everything follows from the rows."""

    def __init__(
        self, db: Connection, games: Mapping[str, Game], slot: Slot[BoardShown],
        read: Callable[[int, list[float]], object],
    ) -> None:  # fmt: skip
        self._db, self._slot, self._read = db, slot, read
        self._board = Board(games, self._journal)
        self._taken: dict[tuple[int, int], int] = {}
        self._heard: dict[tuple[int, str], int] = {}
        self._at = slot.latest.at

    def follow(self, ending: Event) -> None:
        """Read until the connection fails or this is to end."""
        self._db.execute("LISTEN club")
        self._begin()
        looked = time.monotonic()
        while not ending.is_set():
            woken = {int(each.payload) for each in self._db.notifies(timeout=LOOK_S, stop_after=1)}
            everything = not woken or time.monotonic() - looked > LOOK_S
            if everything:
                looked = time.monotonic()
            self._look(None if everything else sorted(woken))

    def _begin(self) -> None:
        """Take in the last row of each table, which brings its session, and where each journal ends."""
        changed = self._know()
        last: dict[int, tuple[int, int]] = {}
        tips = self._db.execute("SELECT table_id, journal, number FROM club.journals WHERE replaced_at IS NULL AND "
                                "number > 0 ORDER BY journal").fetchall()  # fmt: skip
        for table, journal, number in tips:
            self._taken[_int(table), _int(journal)] = _int(number)
            last[_int(table)] = _int(journal), _int(number) - 1
        rows = self._rows([(table, journal, before) for table, (journal, before) in last.items()])
        self._board.take((row for row, _ in rows), self._signals(None))
        self._publish(changed | set(self._board.tables))

    def _look(self, tables: list[int] | None) -> None:
        """Take in what is new of these tables, or of all."""
        changed = self._know() if tables is None or not set(tables) <= set(self._board.tables) else set()
        query = ("SELECT table_id, journal, number, received, clock_timestamp() FROM club.journals "
                 "WHERE replaced_at IS NULL AND (%(all)s OR table_id = ANY(%(tables)s)) ORDER BY journal")  # fmt: skip
        tips = self._db.execute(query, {"all": tables is None, "tables": tables or []}).fetchall()
        contacts = {_int(table): as_iso(received) for table, _, number, received, _ in tips if number}
        now = as_iso(tips[0][4]) if tips else as_iso(datetime.now(UTC))
        behind = [
            (_int(table), _int(journal), self._taken.get((_int(table), _int(journal)), 0))
            for table, journal, number, *_ in tips
            if _int(number) > self._taken.get((_int(table), _int(journal)), 0)
        ]
        changed |= self._board.take((), self._signals(tables))
        received: list[datetime] = []
        while behind:
            rows = self._rows(behind)
            for row, _ in rows:
                self._taken[row.table, row.journal] = row.number
            changed |= self._board.take(row for row, _ in rows)
            received += [at for _, at in rows]
            counted: dict[tuple[int, int], int] = {}
            for row, _ in rows:
                counted[row.table, row.journal] = counted.get((row.table, row.journal), 0) + 1
            behind = [(*which, self._taken[which]) for which, count in counted.items() if count == AT_ONCE]
        self._publish(changed | self._board.heard(contacts, now))
        if received:
            shown = datetime.now(UTC)
            self._read(len(received), [max(0.0, (shown - at).total_seconds()) for at in received])

    def _know(self) -> set[int]:
        found = self._db.execute("SELECT id, name FROM club.tables WHERE enrolled_at IS NOT NULL AND closed_at IS NULL")
        return self._board.know({_int(table): str(name) for table, name in found})

    def _rows(self, behind: Iterable[tuple[int, int, int]]) -> list[tuple[CentralRow, datetime]]:
        columns = [list(column) for column in zip(*behind, strict=True)] or [[], [], []]
        return [
            (CentralRow(table, journal, number, session, Row(*row)), received)
            for table, journal, number, session, received, *row in self._fetch(_ROWS, (*columns, AT_ONCE))
        ]

    def _signals(self, tables: list[int] | None) -> list[Signal]:
        """Return what was said since it was last asked: at first the newest of each kind."""
        known = list(self._board.tables) if tables is None else tables
        wanted = [(table, kind, self._heard.get((table, kind), 0)) for table in known for kind in KINDS]
        query = """SELECT s.id, s.table_id, s.at, s.kind, s.body
                   FROM unnest(%s::int[], %s::text[], %s::bigint[]) AS k (table_id, kind, id) JOIN LATERAL (
                       SELECT * FROM club.signals WHERE (table_id, kind) = (k.table_id, k.kind) AND id > k.id
                       ORDER BY id DESC LIMIT 1) s ON true ORDER BY s.id"""
        columns = [list(column) for column in zip(*wanted, strict=True)] or [[], [], []]
        found = []
        for number, table, at, kind, body in self._fetch(query, tuple(columns)):
            self._heard[table, kind] = number
            found.append(Signal(table, number, as_iso(at), kind, body))
        return found

    def _fetch(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._db.execute(query.encode(), values).fetchall()

    def _journal(self, table: int, journal: int) -> Any:
        return CentralJournal(lambda: nullcontext(self._db), table, journal).as_journal()

    def _publish(self, changed: set[int]) -> None:
        before, self._at = self._slot.latest, self._at + 1
        tables = {table: each for table, each in before.tables.items() if table in self._board.tables}
        for table in changed & set(self._board.tables):
            shown = self._board.tables[table].shown
            if table not in tables or tables[table][1] != shown:
                tables[table] = self._at, shown
        if not before.connected or tables != before.tables:
            self._slot.put(BoardShown(self._at, True, tables))


def _int(value: object) -> int:
    assert isinstance(value, int), "a number of the database"
    return value

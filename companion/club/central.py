"""Journals as the club's database has them: what a `Session` and the statistics need to read them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import cast

from companion.club.members import keys, with_guests
from companion.club.owner import Connection
from companion.record.journal import End, Header, Journal, Row
from companion.record.rows import DamagedSessionError, spoiled, wrong_with

Connected = Callable[[], AbstractContextManager[Connection]]
"""Gives a connection for one block."""


class CentralJournal:
    """One of a table's journals; without a `table` the newest copy of every session of the club, without those that
    `running` names.

    It has the methods of a `Journal` that read, without pictures, which stay at the tables. They raise psycopg.Error.
    """

    def __init__(
        self,
        connected: Connected,
        table: int | None = None,
        journal: int | None = None,
        running: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._connected, self._where, self._running = connected, (table, journal), running
        self._homes: dict[str, tuple[int, int]] = {}

    def header(self, session: str) -> Header:
        """Return a session's header. Raises KeyError."""
        query = """SELECT id, game, rules_version, header FROM club.sessions
                   WHERE table_id = %s AND journal = %s AND id = %s AND game <> ''"""
        with self._connected() as db:
            row = db.execute(query, (*self._home(session), session)).fetchone()
        if row is None:
            raise KeyError(session)
        return Header(*row)

    def rows(self, session: str) -> list[Row]:
        """Return every row of a session in order. Raises DamagedSessionError."""
        query = """SELECT 0, number, attached, previous, checksum, seq, at, origin, kind, body FROM club.rows
                   WHERE table_id = %s AND journal = %s AND session = %s ORDER BY number"""
        with self._connected() as db:
            found = db.execute(query, (*self._home(session), session)).fetchall()
        rows = [Row(*each[5:]) for each in found]
        if wrong := wrong_with(rows, len(found)) or spoiled(session, found):
            raise DamagedSessionError(session, wrong)
        return rows

    def ends(self) -> list[End]:
        """Return where each session of the club began and ended, the last played last; guests with their table."""
        query = """
            WITH home AS (SELECT DISTINCT ON (id) id, table_id, journal, game, rules_version, header
                FROM club.sessions JOIN club.journals j USING (table_id, journal)
                WHERE game <> '' AND j.replaced_at IS NULL AND id <> ALL(%s) ORDER BY id, table_id, journal DESC)
            SELECT home.id, game, rules_version, header, first.at, last.at, last.seq, home.table_id, home.journal,
                t.name
            FROM home JOIN club.tables t ON t.id = home.table_id
            JOIN club.rows first ON (first.table_id, first.journal, first.session, first.seq) =
                (home.table_id, home.journal, home.id, 0)
            JOIN LATERAL (SELECT at, seq FROM club.rows WHERE (table_id, journal, session) =
                (home.table_id, home.journal, home.id) ORDER BY seq DESC LIMIT 1) last ON true
            ORDER BY last.at"""
        with self._connected() as db:
            found = db.execute(query, (list(self._running()),)).fetchall()
            known = keys(db)
        self._homes = {str(row[0]): (row[7], row[8]) for row in found}
        return [
            End(Header(session, game, version, with_guests(header, known, table)), *ends)
            for session, game, version, header, *ends, _, _, table in found
        ]

    def pictures(self, session: str) -> frozenset[int]:
        """Return no entry: pictures stay at the tables."""
        del session
        return frozenset()

    def table_of(self, session: str) -> int | None:
        """Return the table of a session that `ends` returned."""
        home = self._homes.get(session)
        return None if home is None else home[0]

    def as_journal(self) -> Journal:
        """Return this for code that reads journals; nothing there writes."""
        return cast("Journal", self)

    def _home(self, session: str) -> tuple[int | None, int | None]:
        return self._homes.get(session, self._where)

"""Whether a club has exactly what its tables have: by count and by the chain of checksums."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from companion.club.journal_reader import COLUMNS, JournalReader, Pseudonyms, SentRow, Tip
from companion.club.membership import Membership
from companion.club.owner import ClubError, Connection, in_words
from companion.record.checksums import of_header, of_row

_CHAIN = f"""SELECT {COLUMNS} FROM club.rows
WHERE table_id = %s AND journal = %s ORDER BY number"""  # noqa: S608  our own names


@dataclass(frozen=True, slots=True)
class Verified:
    """One journal: how many rows the club has, the last one, and what is wrong with them, "" if nothing is."""

    table: str
    journal: int
    rows: int
    checksum: int
    wrong: str = ""


def verify(db: Connection) -> list[Verified]:
    """Return each journal in the club, its chain computed again from its first row on."""
    journals = db.execute(
        "SELECT name, table_id, journal, number, checksum, count FROM club.journals JOIN club.tables ON id = table_id "
        "WHERE replaced_at IS NULL ORDER BY name, journal"
    ).fetchall()
    return [_verified(db, *row) for row in journals]


def verify_table(member: Membership, folder: Path, file: Path) -> Verified:
    """Compare a table's journal with what its club says it has: the last row, and how many.

    Raises ClubError, sqlite3.Error, OSError.
    """
    reader = JournalReader(file, None if member.names else Pseudonyms(member.secret))
    try:
        with closing(psycopg.connect(**member.parameters(folder), autocommit=True)) as db:
            found: list[Any] = db.execute("SELECT journal, number, checksum, count FROM club.tips()").fetchall()
    except psycopg.Error as wrong:
        raise ClubError(f"the club's server cannot be reached: {in_words(wrong)}") from wrong
    with closing(reader):
        tip = reader.stand_at([Tip(*row) for row in found])
        if tip is None:
            return Verified(member.table, 0, 0, 0, "the club has another journal")
        here, waiting = reader.count_to(tip.number), reader.waiting()
    wrong_with = f"the journal has {here} rows there" if here != tip.count else ""
    return Verified(
        member.table, tip.journal, tip.count, tip.checksum, wrong_with or (f"{waiting} rows wait" if waiting else "")
    )


def _verified(db: Connection, name: Any, table: Any, journal: Any, number: Any, checksum: Any, count: Any) -> Verified:
    headers = {
        row[0]: of_header(*row[1:])
        for row in db.execute(
            "SELECT id, game, rules_version, header FROM club.sessions WHERE (table_id, journal) = (%s, %s)",
            (table, journal),
        )
    }
    rows, before, last, wrong = 0, 0, 0, ""
    with db.transaction(), db.cursor("chain") as cursor:
        for row in map(SentRow._make, cursor.execute(_CHAIN, (table, journal))):
            rows += 1
            if not wrong and (row.previous != before or of_row(row.previous, *row[:8]) != row.checksum):
                wrong = f"row {row.number} is not what follows from the row before it"
            if not wrong and row.seq == 0 and headers.get(row.session) != row.attached:
                wrong = f"the header of session {row.session} is not the one that was written"
            before, last = row.checksum, row.number
    if not wrong and (rows, last, before) != (count, number, checksum):
        wrong = f"there are {rows} rows up to {last}, where {count} up to {number} were sent"
    return Verified(name, journal, rows, before, wrong)

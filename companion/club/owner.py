"""The organiser's connection, and the schema: numbered SQL files, each applied once."""

from __future__ import annotations

from datetime import UTC
from importlib import resources
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool

from companion.record.sqlite_file import FileFault

Connection = psycopg.Connection[tuple[Any, ...]]
Pool = ConnectionPool[Connection]
WAIT_S = 5.0
"""How long a page waits for a connection, seconds; then it says that the database is away."""
MOST_CONNECTIONS = 16
"""Connections of all pages together (our choice): a thread needs one at a time."""
_LOCK = 0x43415453
"""The advisory lock of whoever migrates ("CATS")."""


class ClubError(FileFault):
    """The club's server cannot be used; `text` says why."""


def in_words(wrong: psycopg.Error) -> str:
    """Return what the server or the connection said, in one line."""
    said = wrong.diag.message_primary or str(wrong)
    return " ".join(said.split()) or type(wrong).__name__


def as_iso(at: Any) -> str:
    """Return a time of the database in ISO 8601, UTC, as journals write it."""
    return str(at.astimezone(UTC).isoformat(timespec="milliseconds"))


def connect(url: str) -> Connection:
    """Return the organiser's connection to a club whose schema is there and current. Raises ClubError."""
    db = _opened(url)
    try:
        applied = _applied(db)
    except psycopg.Error as wrong:
        db.close()
        raise ClubError(f"the club's database cannot be read: {in_words(wrong)}") from wrong
    known = {number for number, _name, _text in migrations()}
    if applied != known:
        db.close()
        newer = applied - known
        raise ClubError(
            "the club's database is of a newer version of the app"
            if newer
            else "the club's database is not prepared for this version: run `catseye club init`"
        )
    return db


def pool_of(url: str) -> Pool:
    """Return connections of the organiser for several threads. The caller opens and closes it."""
    return ConnectionPool(
        url,
        connection_class=psycopg.Connection[tuple[Any, ...]],
        kwargs={"autocommit": True, "connect_timeout": 10, "application_name": "catseye organiser"},
        min_size=1,
        max_size=MOST_CONNECTIONS,
        open=False,
        check=ConnectionPool.check_connection,
        timeout=WAIT_S,
    )


def init(url: str) -> list[str]:
    """Make the schema or bring it up to date. Return the names of the files that were applied. Raises ClubError.

    Those of one call are applied together or not at all. The role must own the database and may create roles.
    """
    db = _opened(url)
    try:
        with db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            applied, done = _applied(db), []
            for number, name, text in migrations():
                if number in applied:
                    continue
                db.execute("CREATE SCHEMA IF NOT EXISTS club")
                db.execute(
                    "CREATE TABLE IF NOT EXISTS club.migrations "
                    "(number int PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())"
                )
                db.execute(text.encode())
                db.execute("INSERT INTO club.migrations (number, name) VALUES (%s, %s)", (number, name))
                done.append(name)
            return done
    except psycopg.Error as wrong:
        raise ClubError(f"the club's database cannot be prepared: {in_words(wrong)}") from wrong


def migrations() -> list[tuple[int, str, str]]:
    """Return number, name and text of each SQL file, in order."""
    files = sorted(
        (file for file in resources.files("companion.club").joinpath("sql").iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [(int(file.name[:4]), file.name, file.read_text("utf-8")) for file in files]


def _opened(url: str) -> Connection:
    try:
        return psycopg.connect(url, autocommit=True, connect_timeout=10, application_name="catseye organiser")
    except psycopg.Error as wrong:
        raise ClubError(f"the club's server cannot be reached: {in_words(wrong)}") from wrong


def _applied(db: Connection) -> set[object]:
    if db.execute("SELECT to_regclass('club.migrations')").fetchone() == (None,):
        return set()
    return {number for (number,) in db.execute("SELECT number FROM club.migrations")}

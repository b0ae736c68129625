"""How a table comes into a club: an invitation that works once, and what the table keeps of it."""

from __future__ import annotations

import base64
import hashlib
import secrets
import socket
import ssl
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, LiteralString

import msgspec
import psycopg
from psycopg import sql

from catseye import kept_files
from companion.app.club import CLUB_FILE
from companion.club.owner import ClubError, Connection, in_words

VALID = timedelta(hours=24)
"""How long an invitation can be used: a day, so that it can be sent the evening before (our choice)."""
DEADLINE_S = 10
"""How long a connection may take to come about, seconds: a good network needs a hundredth."""
PREFIX = "catseye-club:"
_TLS_REQUEST = struct.pack("!ii", 8, 80877103)
"""PostgreSQL's SSLRequest (Frontend/Backend Protocol, message formats)."""
_LIMITS = {"statement_timeout": "30s", "idle_in_transaction_session_timeout": "30s", "idle_session_timeout": "60s",
           "tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}  # fmt: skip
"""The server's patience with a table whose network is broken: a table gives a sign of life every 10 s."""


class Membership(msgspec.Struct, frozen=True):
    """Where a table sends and as whom. `certificate` is the server's (PEM), or "" for one that companies vouch for;
    `secret` makes the pseudonyms.
    """

    table: str
    host: str
    port: int
    database: str
    role: str
    password: str
    names: bool
    certificate: str = ""
    secret: str = ""

    def parameters(self, folder: Path) -> dict[str, Any]:
        """Return libpq's parameters of a connection. The certificate is written to `folder`, where libpq reads it."""
        given: dict[str, Any] = {
            "host": self.host,
            "port": self.port,
            "dbname": self.database,
            "user": self.role,
            "password": self.password,
            "connect_timeout": DEADLINE_S,
            "channel_binding": "require",
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 20_000,
            "application_name": "catseye table",
        }
        if not self.certificate:
            return given | {"sslmode": "verify-full", "sslrootcert": "system"}
        pinned = folder / "club-server.pem"
        if not pinned.exists() or pinned.read_text() != self.certificate:
            kept_files.write(pinned, self.certificate.encode())
        return given | {"sslmode": "verify-ca", "sslrootcert": str(pinned)}


class Invitation(msgspec.Struct, frozen=True, array_like=True):
    """What `catseye club invite` prints: `code` is the role's password until the table joins."""

    table: str
    host: str
    port: int
    database: str
    role: str
    code: str
    fingerprint: str

    def __str__(self) -> str:
        return PREFIX + base64.urlsafe_b64encode(msgspec.json.encode(self)).decode().rstrip("=")

    @classmethod
    def read(cls, text: str) -> Invitation:
        """Return the invitation that was printed. Raises ClubError."""
        packed = "".join(text.split()).removeprefix(PREFIX)
        try:
            return msgspec.json.decode(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), type=cls)
        except (ValueError, msgspec.MsgspecError):
            raise ClubError("this is no invitation, or a part of it is missing") from None


def invite(db: Connection, name: str, address: tuple[str, int], *, names: bool, valid: timedelta = VALID) -> Invitation:
    """Make a table's role, or invite a table of that name again: what it used before works no longer.

    `address` is where the table reaches the server. Raises ClubError.
    """
    code = secrets.token_urlsafe(15)
    fingerprint = fingerprint_of(certificate) if (certificate := certificate_at(*address)) else ""
    try:
        with db.transaction():
            row = db.execute(
                "INSERT INTO club.tables (name, role, names) VALUES (%s, %s, %s) ON CONFLICT (name) DO UPDATE SET "
                "names = excluded.names, invited_at = clock_timestamp(), enrolled_at = NULL, closed_at = NULL "
                "RETURNING role",
                (name, f"club_{secrets.token_hex(6)}", names),
            ).fetchone()
            assert row is not None, "the table was just written"
            role = str(row[0])
            if db.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
                _run(db, "CREATE ROLE {} IN ROLE club_table", sql.Identifier(role))
                for setting, value in _LIMITS.items():
                    _run(
                        db,
                        "ALTER ROLE {} SET {} = {}",
                        *(sql.Identifier(role), sql.Identifier(setting), sql.Literal(value)),
                    )
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", (role,))
            until = (datetime.now(UTC) + valid).isoformat()
            verifier = db.pgconn.encrypt_password(code.encode(), role.encode(), b"scram-sha-256").decode()
            _run(db, "ALTER ROLE {} LOGIN PASSWORD {} VALID UNTIL {} CONNECTION LIMIT 1",
                 sql.Identifier(role), sql.Literal(verifier), sql.Literal(until))  # fmt: skip
    except psycopg.Error as wrong:
        raise ClubError(f"{name} cannot be invited: {in_words(wrong)}") from wrong
    return Invitation(name, *address, db.info.dbname, role, code, fingerprint)


def join(invitation: Invitation, folder: Path) -> Membership:
    """Use an invitation: the role gets a password that only this table knows. Raises ClubError, OSError.

    The membership is kept in `folder`, readable by its owner only.
    """
    certificate = ""
    if invitation.fingerprint:
        certificate = certificate_at(invitation.host, invitation.port)
        if fingerprint_of(certificate) != invitation.fingerprint:
            raise ClubError(f"the server at {invitation.host} is not the one that invites")
    invited = Membership(invitation.table, invitation.host, invitation.port, invitation.database, invitation.role,
                         invitation.code, False, certificate, secrets.token_hex(16))  # fmt: skip
    password = secrets.token_urlsafe(24)
    try:
        with psycopg.connect(**invited.parameters(folder), autocommit=True) as db:
            verifier = db.pgconn.encrypt_password(password.encode(), invited.role.encode(), b"scram-sha-256").decode()
            row = db.execute("SELECT club.enrol(%s)", (verifier,)).fetchone()
    except psycopg.Error as wrong:
        raise ClubError(f"this table cannot join: {in_words(wrong)}") from wrong
    joined = msgspec.structs.replace(invited, password=password, names=row is not None and bool(row[0]))
    kept_files.write(kept_at(folder), msgspec.json.encode(joined), mode=0o600)
    return joined


def joined(folder: Path) -> Membership | None:
    """Return what the table keeps of its club, None if it is in none. Raises ClubError."""
    try:
        return msgspec.json.decode(kept_files.read(kept_at(folder)), type=Membership)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as wrong:
        raise ClubError(f"{kept_at(folder)} cannot be read: {wrong!s}") from wrong


def leave(folder: Path) -> None:
    """Leave the club: the server is told, if it can be reached, and nothing of it is kept here. Raises OSError."""
    member = joined(folder)
    try:
        if member is not None:
            with psycopg.connect(**member.parameters(folder), autocommit=True) as db:
                db.execute("SELECT club.leave()")
    except psycopg.Error as wrong:
        raise ClubError(f"the club's server was not told: {in_words(wrong)}") from wrong
    finally:
        kept_at(folder).unlink(missing_ok=True)


def kept_at(folder: Path) -> Path:
    """Return the file in the data folder that says which club a table is in."""
    return folder / CLUB_FILE


def certificate_at(host: str, port: int) -> str:
    """Return the certificate (PEM) of the server there if nobody but itself vouches for it, else "". Raises ClubError.

    A pinned certificate must be its own root for libpq; one that a company vouches for is renewed too often to pin.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with socket.create_connection((host, port), DEADLINE_S) as plain:
            plain.sendall(_TLS_REQUEST)
            if plain.recv(1) != b"S":
                raise ClubError(f"the server at {host} does not encrypt: switch on `ssl` there")
            with context.wrap_socket(plain, server_hostname=host) as encrypted:
                found = encrypted.getpeercert(binary_form=True) or b""
    except OSError as wrong:
        if isinstance(wrong, ClubError):
            raise
        raise ClubError(f"the server at {host} cannot be reached: {wrong!s}") from wrong
    return ssl.DER_cert_to_PEM_cert(found) if _signs_itself(found) else ""


def fingerprint_of(certificate: str) -> str:
    """Return the SHA-256 of a certificate (PEM), in hexadecimal digits."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest() if certificate else ""


def _signs_itself(certificate: bytes) -> bool:
    from cryptography import x509  # noqa: PLC0415  only to join and to invite

    found = x509.load_der_x509_certificate(certificate)
    return found.issuer == found.subject


def _run(db: Connection, query: LiteralString, *parts: sql.Composable) -> None:
    """Run a statement that takes no parameters, with names and values quoted."""
    db.execute(sql.SQL(query).format(*parts))

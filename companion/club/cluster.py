"""A temporary PostgreSQL server, for tests and for trying a club on one machine: nobody needs to be root."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from companion.record.sqlite_file import FileFault
from companion.web.certificate import certificate_file

OWNER = "organiser"
UNPRIVILEGED = ("postgres", "nobody")
"""As whom root runs the server, which refuses to run as root: the first of these accounts that exists."""
START_S = 60.0
"""How long the server may take to start, seconds: a busy machine took 20."""


class NoPostgres(FileFault):
    """The server's programs are not installed."""


def programs() -> Path:
    """Return the folder of `initdb` and `pg_ctl`, which Debian leaves off the path. Raises NoPostgres."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: _version(path.parts[-3]))
    if not folders:
        raise NoPostgres("PostgreSQL's server is not installed: its package is `postgresql`")
    return folders[-1].parent


def _version(folder: str) -> float:
    return float(folder) if re.fullmatch(r"[\d.]+", folder) else 0.0


class Cluster:
    """A server on a free port of this machine, with TLS and a password, in a folder that goes with it."""

    def __init__(self, *settings: str) -> None:
        self._programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="catseye-club-"))
        self._password = secrets.token_urlsafe(12)
        self._settings = settings
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        try:
            self._make()
        except BaseException:
            self._remove()
            raise

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._remove()

    def url(self, database: str = "postgres") -> str:
        """Return the organiser's address of a database."""
        return f"postgresql://{OWNER}:{self._password}@127.0.0.1:{self.port}/{database}?sslmode=require"

    def start(self) -> None:
        """Start it, also after it was killed: what is left of it may need a moment to end. Raises OSError."""
        until = time.monotonic() + START_S
        while True:
            log = self.folder / "log"
            done = self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-t", int(START_S), "start")
            if done.returncode == 0:
                return
            if time.monotonic() > until:
                raise OSError(f"PostgreSQL does not start: {done.stdout}{log.read_text('utf-8', 'replace')[-1000:]}")
            time.sleep(0.2)

    def stop(self) -> None:
        """Stop it without waiting for its clients."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """Kill its first process at once, as a crash would: the others end by themselves."""
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _make(self) -> None:
        certificate = certificate_file(self.folder / "certificate.pem", ["127.0.0.1", "localhost"])
        password = self.folder / "password"
        password.touch(0o600)
        password.write_text(self._password)
        if _is_root():
            for path in (self.folder, certificate, password):
                shutil.chown(path, *self._account)
        made = self._run("initdb", "-D", self._data, "-U", OWNER, f"--pwfile={password}", "-A", "scram-sha-256",
                         "-E", "UTF8", "--locale=C", "--no-sync")  # fmt: skip
        if made.returncode:
            raise OSError(f"PostgreSQL's files cannot be made: {made.stdout.strip()}")
        chosen = {
            "listen_addresses": "'127.0.0.1'",
            "port": self.port,
            "unix_socket_directories": f"'{self.folder}'",
            "ssl": "on",
            "ssl_cert_file": f"'{certificate}'",
            "ssl_key_file": f"'{certificate}'",
            "max_connections": 300,
        }
        lines = [*(f"{name} = {value}" for name, value in chosen.items()), *self._settings]
        with (self._data / "postgresql.conf").open("a") as file:
            file.write("\n".join(lines) + "\n")

    @property
    def _account(self) -> tuple[str, int]:
        import pwd  # noqa: PLC0415  there is none on Windows, where nobody is root

        for name in UNPRIVILEGED:
            with suppress(KeyError):
                return name, pwd.getpwnam(name).pw_gid
        raise NoPostgres("PostgreSQL does not run as root, and no other account was found")

    def _run(self, program: str, *given: object) -> subprocess.CompletedProcess[str]:
        account: dict[str, Any] = {}
        if _is_root():
            name, group = self._account
            account = {"user": name, "group": group, "extra_groups": []}
        with (self.folder / f"{program}.out").open("w+") as out:  # a file: the server keeps a pipe open
            done = subprocess.run(  # noqa: S603  our own words
                [self._programs / program, *map(str, given)], stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                check=False, cwd=self.folder, env={"PATH": os.defpath, "LC_ALL": "C"}, **account,
            )  # fmt: skip
            out.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, out.read())

    def _remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _is_root() -> bool:
    """Return whether this is root; on Windows nobody is."""
    return hasattr(os, "geteuid") and os.geteuid() == 0

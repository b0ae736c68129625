"""A real PostgreSQL server for the tests of a club, in a folder of its own; without its programs they are skipped."""

import secrets

import psycopg
import pytest

from companion.club.cluster import Cluster, NoPostgres
from companion.club.membership import Invitation, Membership, invite, join
from companion.club.owner import connect, init


@pytest.fixture(scope="session")
def cluster():
    """A running server. A test that kills it starts it again."""
    try:
        made = Cluster("fsync = off")  # processes are killed here, not computers
    except NoPostgres as wrong:
        pytest.skip(str(wrong))
    with made:
        yield made


class Club:
    """A fresh database with a club's schema."""

    def __init__(self, cluster, folder):
        self.cluster, self.folder = cluster, folder
        self.name = f"club_{secrets.token_hex(4)}"
        with psycopg.connect(cluster.url(), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {self.name}")
        self.url = cluster.url(self.name)
        init(self.url)
        self._open = []

    def connect(self):
        """Return a connection of the organiser."""
        self._open.append(self.organiser())
        return self._open[-1]

    def organiser(self):
        """Return a connection of the organiser, for the caller to close."""
        return connect(self.url)

    def invite(self, name, *, names=True, **more) -> Invitation:
        """Invite a table."""
        return invite(self.connect(), name, ("127.0.0.1", self.cluster.port), names=names, **more)

    def table(self, name="Table 1", *, names=True) -> Membership:
        """Return the membership of a table that has joined; `folder_of` is its data folder."""
        return join(self.invite(name, names=names), self.folder_of(name))

    def folder_of(self, name):
        """Return the data folder of a table."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        return folder

    def as_table(self, member) -> psycopg.Connection:
        """Return a connection with a table's own role."""
        self._open.append(psycopg.connect(**member.parameters(self.folder_of(member.table)), autocommit=True))
        return self._open[-1]

    def close(self):
        for db in self._open:
            db.close()
        with psycopg.connect(self.cluster.url(), autocommit=True) as db:
            db.execute(f"DROP DATABASE {self.name} WITH (FORCE)")


@pytest.fixture
def club(cluster, tmp_path):
    """A club of which nobody is a member yet."""
    made = Club(cluster, tmp_path)
    yield made
    made.close()

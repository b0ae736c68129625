"""Places of a journal: behind a link, in a read-only folder, and impossible ones."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.state import CatchUpOptions
from companion.record.journal import Journal, JournalError
from companion.record.recovery.opening import open_journal
from companion.record.schema import APPLICATION
from companion.record.session import Session

ROLL = b'{"seat":0,"faces":[{"value":3},{"value":4},{"value":1}]}'
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take away a file that is open")


@pytest.fixture
def real(tmp_path):
    (tmp_path / "real").mkdir()
    return tmp_path / "real" / "journal.sqlite"


@pytest.fixture
def link(tmp_path, real):
    link = tmp_path / "link.sqlite"
    link.symlink_to(real)
    return link


def begun(path):
    journal = open_journal(path)
    session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions())
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    return journal, session.id


def beside(path, part):
    return path.with_name(f"{path.name}-{part}")


@on_unix
def test_log_deleted_behind_a_link(link, real, tmp_path):
    journal, session = begun(link)
    beside(real, "wal").unlink()
    journal.append(session, 2, "touch", "Rolled", ROLL, None)
    shutil.copytree(real.parent, tmp_path / "killed")
    left = open_journal(tmp_path / "killed" / real.name)
    assert [row.seq for row in left.rows(session)] == [0, 1, 2]
    left.close()
    journal.close()


@on_unix
def test_log_deleted_behind_a_link_after_a_kill(link, real, tmp_path):
    journal, _ = begun(link)
    shutil.copytree(real.parent, tmp_path / "killed")
    journal.close()
    beside(tmp_path / "killed" / real.name, "wal").unlink()
    link.unlink()
    link.symlink_to(tmp_path / "killed" / real.name)
    with pytest.raises(
        JournalError, match=f"^the journal {link} .* journal.sqlite-wal beside it, which .* is gone from the disk"
    ):
        open_journal(link)


@on_unix
def test_redirected_link_is_noticed(link, real, tmp_path):
    journal, session = begun(link)
    shutil.copytree(real.parent, tmp_path / "elsewhere")
    link.unlink()
    for there in (False, True):
        if there:
            link.symlink_to(tmp_path / "elsewhere" / real.name)
        with pytest.raises(JournalError, match="it is gone from the disk"):
            journal.append(session, 2, "touch", "Rolled", ROLL, None)
        link.unlink(missing_ok=True)
    link.symlink_to(real)
    journal.append(session, 2, "touch", "Rolled", ROLL, None)
    journal.close()


@on_unix
def test_readonly_file_behind_a_link_is_named(link, real, monkeypatch):
    journal, session = begun(link)
    journal._db.execute("PRAGMA query_only = ON")
    monkeypatch.setattr("companion.record.sqlite_file.os.access", lambda of, _mode: str(of) != f"{real}-wal")
    with pytest.raises(JournalError, match=r"could not be written: journal\.sqlite-wal may not be written to$"):
        journal.append(session, 2, "touch", "Rolled", ROLL, None)
    journal.close()


@pytest.mark.parametrize("name", ["", ".", "..", os.sep])
@pytest.mark.parametrize("command", [["referee"], ["export"]])
def test_a_folder_is_no_journal(name, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, [*command, "--journal", name])
    assert result.exit_code == 2
    assert result.output == f"{name or '.'} is a folder, not a journal\n"
    assert list(tmp_path.iterdir()) == []


def test_link_to_a_folder_is_no_journal(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(JournalError, match=r"link is a folder, not a journal$"):
        open_journal(tmp_path / "link")


@on_unix
@pytest.mark.parametrize(
    ("target", "why"), [("gone/journal.sqlite", "there is no folder .*gone"), ("link", "Too many")]
)
def test_dangling_link(tmp_path, target, why):
    (tmp_path / "link").symlink_to(tmp_path / target)
    with pytest.raises(JournalError, match=f"link could not be opened: {why}"):
        open_journal(tmp_path / "link")


@pytest.fixture
def shut(real):
    """A journal beside which SQLite can make no files, as on a read-only disk."""
    journal, session = begun(real)
    journal.close()
    beside(real, "shm").symlink_to("nowhere")  # which SQLite does not follow
    return real, session


@on_unix
def test_export_from_readonly_folder(shut):
    path, session = shut
    before = path.read_bytes()
    result = CliRunner().invoke(app, ["export", session, "--journal", str(path)])
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 2
    journal = Journal(path, reading=True)
    assert [row.seq for row in journal.rows(session)] == [0, 1]
    with pytest.raises(JournalError, match="could not be written: it may not be written to"):
        journal.append(session, 2, "touch", "Rolled", ROLL, None)
    journal.close()
    assert path.read_bytes() == before


@on_unix
def test_readonly_folder_with_a_log(shut):
    path, session = shut
    beside(path, "wal").write_bytes(b"what was written last")
    result = CliRunner().invoke(app, ["export", session, "--journal", str(path)])
    assert result.exit_code == 2
    assert "the newest entries are in journal.sqlite-wal, which cannot be read in a read-only folder" in result.output


@on_unix
@pytest.mark.parametrize(
    ("closed", "why"),
    [
        (".", "its folder {folder} may not be written to"),
        ("journal.sqlite", "journal.sqlite may not be read"),
        ("nothing", "unable to open database file"),
    ],
)
def test_unopenable_journal_is_explained(shut, monkeypatch, closed, why):
    path, _ = shut
    monkeypatch.setattr("companion.record.sqlite_file.os.access", lambda of, _mode: of != path.parent / closed)
    with pytest.raises(JournalError, match=f"could not be opened: {why.format(folder=path.parent)}$"):
        open_journal(path)


def test_reading_creates_no_journal(tmp_path):
    with pytest.raises(JournalError, match="there is no folder"):
        Journal(tmp_path / "deep" / "journal.sqlite", reading=True)
    assert list(tmp_path.iterdir()) == []


@on_unix
@pytest.mark.parametrize("command", [["referee"], ["export"], ["check"], ["backup"]])
def test_pipes_and_devices_are_no_journals(command, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path / "pipe", "/dev/null"):
        result = CliRunner().invoke(app, [*command, "--journal", str(name)])
        assert result.exit_code == 2
        assert result.output == (
            f"the journal {name} could not be opened: it is not a file: a pipe, a device or a socket keeps nothing\n"
        )


@pytest.mark.parametrize("version", [0, -3])
def test_journal_without_format_number(real, version):
    with closing(sqlite3.connect(real)) as db:
        db.execute("CREATE TABLE entries (number)")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {version}")
    before = real.read_bytes()
    with pytest.raises(JournalError, match=f"has tables, but its format number is {version}: it is damaged, or not a"):
        open_journal(real)
    assert real.read_bytes() == before

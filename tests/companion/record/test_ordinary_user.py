"""Commands run by an account that owns neither the journal nor its folder; root drops its rights first."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.record.journal import Journal
from tests.companion.record.damage import begun, killed, play

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
NOBODY = 65534


@pytest.fixture
def folder():
    """A folder that every account can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for part in (folder, *folder.rglob("*")):
        part.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture
def path(folder):
    """A journal with one game in a read-only folder."""
    journal = Journal(folder / "table" / "journal.sqlite")
    play(begun(journal), Random(3), 20)
    journal.close()
    shut(folder / "table")
    return folder / "table" / "journal.sqlite"


def shut(folder):
    for part in folder.iterdir():
        part.chmod(0o444)
    folder.chmod(0o555)


def as_ordinary_user(*words):
    """Return the exit code and the output of a command."""
    if os.getuid() != 0:
        result = CliRunner().invoke(app, [str(word) for word in words])
        return result.exit_code, result.output
    with tempfile.TemporaryDirectory() as other:  # import late modules now: later they cannot be read
        for name in (words[-1], Path(other) / "nothing"):
            shutil.copytree(words[-1].parent, Path(other) / "table", dirs_exist_ok=True)
            CliRunner().invoke(app, [words[0], "--journal", str(Path(other) / "table" / name.name)])
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        result = CliRunner().invoke(app, [str(word) for word in words])
        failed = result.exception if not isinstance(result.exception, SystemExit) else None
        os.write(writing, (result.output + (repr(failed) if failed else "")).encode()[:60_000])
        os._exit(result.exit_code)
    os.close(writing)
    with os.fdopen(reading, "rb") as output:
        text = output.read().decode()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), text


def test_export_without_write_permission(path):
    before = path.read_bytes()
    code, output = as_ordinary_user("export", "--journal", path)
    assert (code, len(output.splitlines())) == (0, 1 + output.count('"event"'))
    assert output.startswith('{"new":')
    assert path.read_bytes() == before
    assert [part.name for part in path.parent.iterdir()] == [path.name]


def test_readonly_log_of_killed_app_is_not_ignored(folder):
    journal = Journal(folder / "on" / "journal.sqlite")
    play(begun(journal), Random(3), 5)
    left = killed(folder / "on" / "journal.sqlite", folder / "left")
    left.with_name("journal.sqlite-shm").unlink()
    journal.close()
    shut(left.parent)
    code, output = as_ordinary_user("export", "--journal", left)
    assert code == 2
    assert "the newest entries are in journal.sqlite-wal" in output


def test_check_and_backup_without_write_permission(path, folder):
    assert as_ordinary_user("check", "--journal", path)[0] == 0
    (folder / "mine").mkdir()
    (folder / "mine").chmod(0o777)
    code, output = as_ordinary_user("backup", folder / "mine" / "backup.sqlite", "--journal", path)
    assert (code, output) == (0, f"{folder / 'mine' / 'backup.sqlite'}\n")


@pytest.mark.parametrize("words", [["referee"], ["backup"]])
def test_writing_commands_report_missing_permission(path, words):
    code, output = as_ordinary_user(*words, "--journal", path)
    assert code == 2
    assert "may not be written to" in output or "Permission denied" in output
    assert output.count("\n") == 1

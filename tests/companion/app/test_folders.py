"""One data folder for every command: the platform's own, or the one that is named; nothing lands where one stands."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.app.folders import data_folder
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_22.board_files.default import default_grid
from companion.games.catch_22.board_files.library import save
from companion.games.catch_22.cli import app as boards
from companion.record.journal import Journal
from companion.record.session import Session

ROOT = Path(__file__).parents[3]
PLAY = [sys.executable, "-m", "companion", "play", "--tray", "sim:"]


def played(folder):
    """A game is begun, in the journal of a data folder."""
    journal = Journal(folder.journal)
    game = shelf()["catch-up"]
    session = Session.begin(journal, game, Table(("Ann", "Bo")), game.options(), None)
    session.submit(Rolled(0, (Face(1), Face(2), Face(3))))
    journal.close()


def sessions(folder):
    journal = Journal(folder.journal, reading=True)
    try:
        return len(journal.sessions())
    finally:
        journal.close()


def environment(home):
    """A person's own, without a screen."""
    without = {"DISPLAY", "WAYLAND_DISPLAY"}
    kept = {name: value for name, value in os.environ.items() if name not in without}
    return {**kept, "HOME": str(home), "PYTHONPATH": str(ROOT)}


def test_commands_find_the_last_game(home):
    folder = data_folder()
    assert folder.path.is_relative_to(home)
    played(folder)
    exported = CliRunner().invoke(app, ["export", "last"])
    assert exported.exit_code == 0, exported.output
    assert '"kind":"Rolled"' in exported.stdout
    again = CliRunner().invoke(app, ["replay"])
    assert again.exit_code == 0, again.output
    assert "Catch Up: Ann, Bo" in again.stdout
    assert "Ann rolls 1 2 3" in again.stdout


def test_named_data_folder(home, tmp_path):
    played(data_folder(tmp_path / "games"))
    for command in (["export"], ["replay"]):
        assert CliRunner().invoke(app, [*command, "--folder", str(tmp_path / "games")]).exit_code == 0
        missing = CliRunner().invoke(app, command)
        assert missing.exit_code == 2
        assert f"there is no journal at {home}" in missing.output


def test_board_of_the_data_folder_by_name(home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = save(data_folder().boards, default_grid())
    for name in (path.stem, path.name):
        assert "a sound board" in CliRunner().invoke(boards, ["check", name], obj=data_folder).output
    (tmp_path / path.name).write_text("map = 3", encoding="utf-8")  # a file here is the one that is meant
    assert CliRunner().invoke(boards, ["check", path.name], obj=data_folder).exit_code == 1


def test_game_leaves_no_files_in_the_working_folder(tmp_path):
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir(mode=0o555)
    folder = home / ".local" / "share" / "catseye"
    folder.mkdir(parents=True)
    (folder / "evidence").touch()  # in its way: said at the end, and nothing else is spoilt by it
    command = [*PLAY, "--box", "soft:"]
    with subprocess.Popen(command, cwd=here, env=environment(home), stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline().startswith("Catch Up: Ann, Bo, Cy (session ")
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=30)[0]
    assert running.returncode == 128 + signal.SIGINT
    assert f"journal:     {folder / 'journal.sqlite'}\n" in said
    assert f"evidence:    {folder / 'evidence'} (not written: File exists)\n" in said
    assert f"screenshots: {folder / 'screenshots'}\n" in said
    assert list(here.iterdir()) == []
    assert sessions(data_folder(folder)) == 1


@pytest.mark.parametrize(
    ("folder", "why"), [("/dev/null", "it is not a folder"), ("/dev/null/deep", "Not a directory")]
)
def test_impossible_data_folder(home, folder, why):
    done = subprocess.run(
        [*PLAY, "--box", "soft:", "--folder", folder],
        cwd="/", env=environment(home), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    words = f"the data folder {folder} cannot be used ({why}): choose another with --folder\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", words)


def test_refused_box_leaves_no_game(home):
    done = subprocess.run(
        [*PLAY, "--box", "nonsense:"], env=environment(home), capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("no box is called 'nonsense:'")
    assert sessions(data_folder()) == 0


def test_version():
    done = CliRunner().invoke(app, ["--version"])
    assert done.exit_code == 0
    assert done.stdout.startswith("catseye ")


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root may become nobody in particular")
@pytest.mark.parametrize(
    "words",
    [
        *(["companion", each] for each in ("play", "check", "replay", "export", "backup")),
        ["calibration", "check", "sim:"],
    ],
)
def test_no_home_folder(words):
    env = {name: value for name, value in os.environ.items() if name != "HOME" and not name.startswith("XDG_")}
    done = subprocess.run(
        ["setpriv", "--reuid=54321", "--clear-groups", sys.executable, "-m", *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "no home folder is known here: set HOME to a folder that can be written to\n"

"""`.ci/setup` on machines that lack something: with programs in place of apt, sudo and Python that note their calls."""

import shutil
import subprocess
from pathlib import Path

import pytest

SETUP = Path(__file__).resolve().parents[2] / ".ci" / "setup"
PYTHON = """#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
    "-m venv --clear .venv") rm -rf .venv; mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
    *"${LACKS:-nothing}"*) exit 1 ;;
esac
"""
DPKG_QUERY = """#!/bin/sh
for last; do :; done
case ' {} ' in *" $last "*) echo install ok installed ;; esac
"""
APT_CACHE = """#!/bin/sh
case ' {} ' in *" $2 "*) echo '  Candidate: 1.0' ;; *) echo '  Candidate: (none)' ;; esac
"""


class Machine:
    """One where nothing is installed and the account may not install anything."""

    def __init__(self, folder):
        self.folder, self.calls, self.bin = folder, folder / "calls", folder / "bin"
        self.checkout = folder / "a checkout"
        (self.checkout / ".ci").mkdir(parents=True)
        shutil.copy(SETUP, self.checkout / ".ci")
        (self.checkout / "pyproject.toml").touch()
        self.bin.mkdir()
        for tool in (
            "bash",
            "cat",
            "dirname",
            "env",
            "grep",
            "head",
            "mkdir",
            "cp",
            "mktemp",
            "rm",
            "sh",
            "tail",
            "touch",
        ):
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.has("python3", PYTHON)
        self.has("id", "#!/bin/sh\necho 1000")
        self.has("uname", "#!/bin/sh\necho Linux")

    def has(self, tool, script):
        (self.bin / tool).write_text(script)
        (self.bin / tool).chmod(0o755)

    def is_debian(self, known, installed=""):
        self.has("dpkg-query", DPKG_QUERY.format(installed))
        self.has("apt-cache", APT_CACHE.format(known))
        self.has("sudo", "#!/bin/sh\nexit 1")

    def set_up(self, what="run", checkout=None, **more):
        surroundings = {"PATH": str(self.bin), "CALLS": str(self.calls), **more}
        command = [(checkout or self.checkout) / ".ci" / "setup", what]
        return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)

    def made(self):
        return self.calls.read_text().count("-m venv") if self.calls.exists() else 0


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.mark.parametrize("name", ["libglib2.0-0", "libglib2.0-0t64"])
def test_an_account_without_sudo_is_shown_the_packages_by_their_names_here_and_set_up_ends(machine, name):
    machine.is_debian(known=f"libgl1 {name}")
    done = machine.set_up()
    assert done.returncode == 1
    command = next(line.split() for line in done.stderr.splitlines() if "apt-get install" in line)
    assert {"libgl1", name} <= set(command)
    assert {"libglib2.0-0", "libglib2.0-0t64"} & set(command) == {name}
    assert machine.made() == 0


def test_a_package_of_either_name_is_enough(machine):
    app = "libgl1 libegl1 libglib2.0-0t64 libmtdev1"
    machine.is_debian(known="", installed=app)
    done = machine.set_up()
    assert done.returncode == 0, done.stderr
    assert "gcc-avr" in done.stderr, "what only the emulated box needs is named, and set-up continues"
    assert "libgl" not in done.stderr


def test_a_missing_library_of_opengl_has_its_own_sentence(machine):
    done = machine.set_up(LACKS="libGL.so.1")
    assert done.returncode == 1
    assert "The OpenGL library libGL.so.1 is missing" in done.stderr
    assert machine.made() == 0


def test_an_environment_is_made_once(machine):
    assert [machine.set_up(what).returncode for what in ("run", "run", "test", "test", "run")] == [0] * 5
    assert machine.made() == 1


def test_an_environment_whose_set_up_was_broken_off_is_made_anew(machine):
    assert machine.set_up(LACKS="pip install").returncode != 0
    assert machine.set_up().returncode == 0
    assert machine.made() == 2


def test_an_environment_without_pip_is_made_anew(machine):
    (machine.checkout / ".venv").mkdir()
    assert machine.set_up().returncode == 0
    assert machine.made() == 1


def test_an_environment_that_was_moved_is_made_anew(machine):
    assert machine.set_up().returncode == 0
    moved = machine.checkout.rename(machine.folder / "elsewhere")
    assert machine.set_up(checkout=moved).returncode == 0
    assert machine.made() == 2


def test_a_python_that_is_too_old_is_named(machine):
    done = machine.set_up(LACKS="version_info")
    assert done.returncode == 1
    assert "Python 3.11, 3.12 or 3.13 is needed" in done.stderr
    assert machine.made() == 0

"""The commands, as people type them; and that nobody needs PostgreSQL's client who is in no club."""

import json
import os
import subprocess
import sys

from companion.club.membership import joined
from companion.club.verify import verify_table
from tests.support.waiting import until

WITHOUT = """
import sys
class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"psycopg", "psycopg_binary", "prometheus_client"}:
            raise ImportError(name, name=name)
sys.meta_path.insert(0, Refuses())
from companion.__main__ import main
import companion.bootstrap
assert not [name for name in sys.modules if name.startswith("companion.club.")]
sys.argv = ["catseye", *sys.argv[1:]]
main()
"""


def catseye(*words, club="", **more):
    command = [sys.executable, "-m", "companion", *map(str, words)]
    environment = {**os.environ, "CATSEYE_CLUB": club}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False, **more)


def test_a_club_from_invitation_to_verification(club):
    folder = club.folder_of("Table 1")
    assert "up to date" in catseye("club", "init", club.url).stdout
    invited = catseye("club", "invite", "Table 1", "--names", club=club.url)
    said = catseye("club", "join", invited.stdout.strip(), "--folder", folder).stdout
    assert "“Table 1”" in said
    assert "names of players are sent" in said
    again = catseye("club", "join", invited.stdout.strip(), "--folder", folder)
    assert (again.returncode, len(again.stderr.splitlines())) == (2, 1)
    journal = folder / "journal.sqlite"
    new = {"new": {"game": "catch-up", "players": ["Ann", "Bo"]}}
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "referee", "--journal", journal],
        stdin=subprocess.PIPE,
        text=True,
        stdout=subprocess.PIPE,
    ) as referee:
        referee.stdin.write(json.dumps(new) + "\n")
        referee.stdin.flush()
        referee.stdout.readline()
        member = joined(folder)
        until(lambda: not verify_table(member, folder, journal).wrong)
        referee.stdin.close()
    assert "complete" in catseye("club", "verify", "--folder", folder).stdout
    assert "complete" in catseye("club", "verify", club=club.url).stdout
    assert catseye("club", "leave", "--folder", folder).returncode == 0
    assert "in no club" in catseye("club", "verify", "--folder", folder).stderr


def test_without_the_extra_nothing_of_it_is_imported_and_that_is_said(tmp_path):
    run = [sys.executable, "-c", WITHOUT]
    assert subprocess.run([*run, "--version"], capture_output=True, timeout=120, check=False).returncode == 0
    asked = subprocess.run(
        [*run, "club", "init", "postgresql://x"], capture_output=True, text=True, timeout=120, check=False
    )
    assert asked.stderr.strip() == "psycopg is missing: pip install 'catseye[club]'"
    (tmp_path / "club.json").write_text("{}")
    played = [*run, "referee", "--journal", tmp_path / "journal.sqlite"]
    said = subprocess.run(played, input="", capture_output=True, text=True, timeout=120, check=False)
    assert (said.returncode, said.stderr[:31]) == (0, "Nothing is sent to the club: ps")

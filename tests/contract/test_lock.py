"""What a release is installed from, and what is said about its vulnerabilities."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]


def locked():
    """The entries of the lock: name, version and how many hashes each has."""
    entries = re.split(r"\n(?=[a-z0-9])", (ROOT / "requirements.lock").read_text())
    return [(*re.match(r"([^=\s]+)==(\S+)", entry).groups(), entry.count("--hash=sha256:")) for entry in entries]


def test_the_lock_holds_every_dependency_in_a_release_that_is_allowed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for requirement in map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["app"]]):
        versions = [version for name, version, _ in locked() if name == requirement.name]
        assert versions, f"{requirement.name} is not locked: `make lock`"
        assert all(version in requirement.specifier for version in versions), requirement


def test_every_file_of_a_release_has_a_hash_and_no_source_is_named():
    assert all(hashes for _, _, hashes in locked())
    assert not re.search(r"://|^-|^@", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


def audited(tmp_path, packages, why=""):
    report, reason = tmp_path / "report.json", tmp_path / "why"
    reason.write_text(why)
    if packages is not None:
        report.write_text(json.dumps({"dependencies": packages, "fixes": []}))
    program = [sys.executable, str(ROOT / ".ci" / "audit_report.py"), str(report), str(reason)]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=300)
    assert done.stderr == ""
    return done.returncode, done.stdout


CLEAN = {"name": "good", "version": "1.0", "vulns": []}
SKIPPED = {"name": "unknown", "skip_reason": "not found"}
BAD = {"name": "bad", "version": "2.0", "vulns": [{"id": "CVE-1", "fix_versions": ["2.1"], "aliases": []}]}


@pytest.mark.parametrize(
    ("packages", "code", "words"),
    [
        ([CLEAN], 0, "known vulnerabilities: 0; packages looked up: 1\n"),
        ([CLEAN, SKIPPED], 0, "known vulnerabilities: 0; packages looked up: 1; NOT AUDITED: unknown\n"),
        ([SKIPPED, SKIPPED], 0, "NOT AUDITED: nothing is known of any package; "),
        ([CLEAN, BAD], 1, "bad 2.0: CVE-1, fixed in 2.1\nknown vulnerabilities: 1; packages looked up: 2\n"),
        (None, 0, "NOT AUDITED: the data on vulnerabilities cannot be had (no route).\n"),
    ],
)
def test_an_audit_fails_only_for_known_vulnerabilities_and_says_what_it_did_not_see(tmp_path, packages, code, words):
    returned, said = audited(tmp_path, packages, "Traceback\nno route\n")
    assert (returned, said[: len(words)]) == (code, words)

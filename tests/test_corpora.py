"""Every input that is kept in tests/corpora goes through the program as it would from outside.

Each file's name says why it is kept. `make soak` searches for more (tests/fuzz.py).
"""

import re
from pathlib import Path

import pytest

from tests.support.fuzz_targets import TARGETS

CORPORA = Path(__file__).parent / "corpora"
LARGEST = 8192
"""Bytes of an input that is kept: small ones can be read."""


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_kept_brings_about_no_fault(name):
    kept = sorted((CORPORA / name).iterdir())
    assert len(kept) >= 5
    for path in kept:
        try:
            TARGETS[name](path.read_bytes())
        except Exception as fault:
            raise AssertionError(path.name) from fault


def test_each_input_is_small_and_says_why_it_is_kept():
    found = [path for folder in CORPORA.iterdir() for path in folder.iterdir()]
    assert {path.parent.name for path in found} == TARGETS.keys() | {"firmware"}
    for path in found:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+\.[a-z]+", path.name), path
        assert path.stat().st_size <= LARGEST, path

"""Search for bytes from outside that make the program fail: `python -m tests.fuzz [--seconds 60] [TARGET...]`.

Each target (tests/support/fuzz_targets.py) begins with the inputs kept in tests/corpora and is changed further, guided
by the lines that run (atheris, `pip install -e ".[fuzz]"`). An input that makes it fail is left in its folder there as
`fault-...`, so that `make test` fails until the fault is mended; give it a name that says what it is.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

CORPORA = Path(__file__).parent / "corpora"


def main() -> int:
    """Search in each target, in a process of its own. The exit status is 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="how long each target is searched")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    if options.inside:
        search(options.targets[0], options.seconds)
    if importlib.util.find_spec("atheris") is None:
        print("NOT SEARCHED: atheris is not installed here")
        return 0
    names = options.targets or sorted(path.name for path in CORPORA.iterdir() if path.name != "firmware")
    failed = 0
    for name in names:
        command = [sys.executable, "-m", "tests.fuzz", "--inside", "--seconds", str(options.seconds), name]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        lines = done.stderr.splitlines()
        last = next((line for line in reversed(lines) if "DONE" in line), "")
        print(f"{name}: {'FAULT' if done.returncode else 'no fault'}: {last or chr(10).join(lines[-30:])}", flush=True)
        failed += done.returncode != 0
    return 1 if failed else 0


def search(name: str, seconds: int) -> None:
    """Search in one target; ends the process."""
    import atheris  # noqa: PLC0415  only the search needs it; it has no build for every platform

    with atheris.instrument_imports(include=["catseye", "companion", "vision", "firmware_bridge", "calibration"]):
        from tests.support.fuzz_targets import TARGETS  # noqa: PLC0415  it is instrumented while it is imported
    found = tempfile.mkdtemp(prefix="catseye-fuzz-")
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-timeout=20", "-rss_limit_mb=2048"]
    faults = f"-artifact_prefix={CORPORA / name}/fault-"
    atheris.Setup([sys.argv[0], *limits, faults, found, str(CORPORA / name)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    raise SystemExit(main())

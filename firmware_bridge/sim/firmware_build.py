"""Build the firmware and its emulator on demand, in the user's cache folder."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
from pathlib import Path

import platformdirs

FIRMWARE = Path(__file__).resolve().parents[1] / "firmware"
_SUFFIXES = {".c", ".h", ".py"}


class NoToolchainError(ValueError):
    """The firmware or its emulator cannot be built here; the message says what to install."""


def missing_tools() -> str:
    """Return the command that installs what is missing to build the firmware and its emulator, or ""."""
    wanted = {"avr-gcc": "gcc-avr avr-libc binutils-avr", "gcc": "gcc libc6-dev", "make": "make"}
    packages = [package for tool, package in wanted.items() if shutil.which(tool) is None]
    if not any(Path(folder, "simavr/sim_avr.h").exists() for folder in ("/usr/include", "/usr/local/include")):
        packages.append("libsimavr-dev libelf-dev pkg-config")
    return f"apt-get install --no-install-recommends {' '.join(packages)}" if packages else ""


def build(*targets: str) -> Path:
    """Build these targets of the firmware's Makefile and return the folder of the results. Raises NoToolchainError.

    Build from a copy in the user's cache folder, one process at a time: the installed package may be read-only.
    """
    hint = missing_tools()
    if hint:
        raise NoToolchainError(f"the button box's emulator cannot be built here; first: {hint}")
    sources = _sources()
    folder = Path(platformdirs.user_cache_dir("catseye", appauthor=False)) / f"firmware-{_digest(sources)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _copy(sources, folder)
            command = ["make", "-s", "-C", str(folder), *targets]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own Makefile
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise NoToolchainError(f"the button box's firmware cannot be built in {folder}: {why}") from fault
    if done.returncode:
        raise NoToolchainError(f"the button box's firmware could not be built:\n{done.stderr.strip()}")
    return folder / "build"


def _sources() -> dict[str, Path]:
    """Return the sources of the firmware and its emulator by their names below `FIRMWARE`."""
    found = {str(path.relative_to(FIRMWARE)): path for path in sorted(FIRMWARE.rglob("*")) if path.is_file()}
    return {name: path for name, path in found.items() if path.suffix in _SUFFIXES or name == "Makefile"}


def _digest(sources: dict[str, Path]) -> str:
    """Return a digest of the sources, so that results of two versions are never mixed."""
    summed = hashlib.sha256()
    for name, path in sources.items():
        summed.update(f"{name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return summed.hexdigest()[:16]


def _copy(sources: dict[str, Path], folder: Path) -> None:
    """Copy what is missing in the folder, or incomplete."""
    for name, path in sources.items():
        copy = folder / name
        if not (copy.is_file() and copy.stat().st_size == path.stat().st_size):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)

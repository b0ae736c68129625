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
    """The emulator or the firmware cannot be built here; the message says what to install."""


def missing_tools() -> str:
    """What has to be installed before the firmware and its emulator can be built; "" when nothing."""
    wanted = {"avr-gcc": "gcc-avr avr-libc binutils-avr", "gcc": "gcc libc6-dev", "make": "make"}
    packages = [package for tool, package in wanted.items() if shutil.which(tool) is None]
    if not any(Path(folder, "simavr/sim_avr.h").exists() for folder in ("/usr/include", "/usr/local/include")):
        packages.append("libsimavr-dev libelf-dev pkg-config")
    return f"apt-get install --no-install-recommends {' '.join(packages)}" if packages else ""


def build(*targets: str) -> Path:
    """Builds these targets of the firmware's Makefile, one program at a time. Returns the folder of the results.

    It is built from a copy in the user's cache folder: an installed package may lie where nothing can be written.
    Raises NoToolchainError.
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
    """The files the firmware and its emulator are built from, by their names below `FIRMWARE`."""
    found = {str(path.relative_to(FIRMWARE)): path for path in sorted(FIRMWARE.rglob("*")) if path.is_file()}
    return {name: path for name, path in found.items() if path.suffix in _SUFFIXES or name == "Makefile"}


def _digest(sources: dict[str, Path]) -> str:
    """What tells one version of the sources from another: results of two are never mixed."""
    summed = hashlib.sha256()
    for name, path in sources.items():
        summed.update(f"{name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return summed.hexdigest()[:16]


def _copy(sources: dict[str, Path], folder: Path) -> None:
    """Copies what is not in the folder yet, or not whole."""
    for name, path in sources.items():
        copy = folder / name
        if not (copy.is_file() and copy.stat().st_size == path.stat().st_size):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)

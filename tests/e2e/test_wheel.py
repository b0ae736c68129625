"""The wheel is the product: all of it is in there, and it works where nothing can be written beside it."""

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from firmware_bridge.sim.firmware_build import missing_tools

ROOT = Path(__file__).parents[2]
PACKAGES = ("calibration", "catseye", "companion", "firmware_bridge", "vision")
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")
SOURCES_OF_CATALOGUES = (".po", ".pot")
NOT_SHIPPED = ("firmware_bridge/firmware/test/", "firmware_bridge/firmware/fuzz/")
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--no-cache-dir"]


def files_below(folder, *, times=False):
    """The files by their names below a folder; with the times they were written at where that is wanted."""
    found = {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    return found if times else set(found)


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of what the wheel is made of, as it lies in a fresh checkout."""
    copy = tmp_path_factory.mktemp("sources")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "build", ".*"))
    for name in BESIDE:
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture(scope="module")
def wheel(sources, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*PIP, "wheel", *offline, "-w", folder, sources], check=True, timeout=300)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel unpacked by pip into a folder that only its owner may write."""
    folder = tmp_path_factory.mktemp("installed") / "site-packages"
    subprocess.run([*PIP, "install", "--no-deps", "--no-index", "--target", folder, wheel], check=True, timeout=300)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return folder


@pytest.fixture
def start(installed, home):
    """Starts `python -m ...` of what is installed, away from the checkout; nothing there may be changed by it."""
    without = {"DISPLAY", "WAYLAND_DISPLAY"}
    kept = {name: value for name, value in os.environ.items() if name not in without}
    environment = {**kept, "HOME": str(home), "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    before = files_below(installed, times=True)

    def start(*words, **more):
        command = [sys.executable, "-m", *map(str, words)]
        return subprocess.Popen(
            command, cwd="/", env={**environment, **more}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    yield start
    assert files_below(installed, times=True) == before


def ended(running):
    """Its output, once it has ended well."""
    said, wrong = running.communicate(timeout=300)
    assert running.returncode == 0, said + wrong
    return said


def test_everything_that_is_used_is_in_the_wheel(sources, wheel):
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if ".dist-info/" not in name}
    there = {name for name in files_below(sources) if name.startswith(tuple(f"{each}/" for each in PACKAGES))}
    used = {name for name in there if not name.startswith(NOT_SHIPPED) and not name.endswith(SOURCES_OF_CATALOGUES)}
    assert shipped == used
    assert {f"{name}/py.typed" for name in PACKAGES} <= shipped


def test_the_licence_is_named_and_enclosed(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name.partition(".dist-info/")[2]: name for name in archive.namelist() if ".dist-info/" in name}
        metadata = Parser().parsestr(archive.read(names["METADATA"]).decode())
    assert metadata["License-Expression"] == "MIT"
    assert {"licenses/LICENSE", "licenses/NOTICE"} <= names.keys()


def test_it_prints_its_version_under_its_own_name(start):
    assert ended(start("catseye", "--version")).startswith("catseye ")
    assert "play" in ended(start("catseye", "--help"))


def test_it_plays_with_rendered_dice(start, home, installed):
    with start("catseye", "play", "--tray", "sim:", "--box", "soft:") as running:
        first, second = running.stdout.readline(), running.stdout.readline()
        running.send_signal(signal.SIGINT)
        said, wrong = running.communicate(timeout=300)
    assert first.startswith("Catch Up: Ann, Bo, Cy (session ")
    assert "Ann rolls" in second
    assert f"journal:     {home}" in said, wrong
    assert '"kind":"Rolled"' in ended(start("catseye", "export", "last"))


def test_it_flashes_without_sources_and_toolchain(start, home, tmp_path):
    avrdude = tmp_path / "avrdude"
    avrdude.write_text('#!/bin/sh\necho "$@" > "$HOME/flashed"\n', encoding="utf-8")
    avrdude.chmod(0o755)
    master, slave = os.openpty()
    port = os.ttyname(slave)
    os.close(slave)  # a port that another program has open is not flashed
    said = ended(start("firmware_bridge", "flash", "--port", port, PATH=f"{tmp_path}:/bin:/usr/bin"))
    assert "written and verified" in " ".join(said.split())
    _, _, image = (home / "flashed").read_text().partition("flash:w:")
    assert image.strip().endswith("/site-packages/firmware_bridge/firmware/prebuilt/box-328p.hex:i")
    os.close(master)


@pytest.mark.skipif(bool(missing_tools()), reason=f"the firmware's toolchain is not installed; {missing_tools()}")
def test_its_emulated_box_is_built_from_what_is_shipped(start):
    assert "all is well" in ended(start("firmware_bridge", "selftest", "--box", "avr:", "--seats", "1"))

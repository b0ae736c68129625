"""The firmware and its emulator are built in the user's cache folder, whatever is there already."""

from __future__ import annotations

import shutil

import platformdirs
import pytest

from firmware_bridge.sim import firmware_build
from firmware_bridge.sim.firmware_build import NoToolchainError, build


@pytest.fixture
def cache(toolchain, monkeypatch, tmp_path):
    """An empty cache folder with a space and an umlaut in its name."""
    folder = tmp_path / "my Käse"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def sources(monkeypatch, tmp_path):
    """A copy of the firmware's sources, used instead of the package's own."""
    copy = tmp_path / "package" / "firmware"
    shutil.copytree(firmware_build.FIRMWARE, copy, ignore=shutil.ignore_patterns("build"))
    monkeypatch.setattr(firmware_build, "FIRMWARE", copy)
    return copy


def listing(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_build_leaves_the_package_unchanged(cache, sources):
    before = listing(sources.parent)
    built = build("all", "emulator")
    assert built.is_relative_to(platformdirs.user_cache_dir("catseye"))
    assert built.is_relative_to(cache)
    assert {"box-328p.elf", "box-328p.hex", "box-32u4.hex", "boxsim"} <= {path.name for path in built.iterdir()}
    assert listing(sources.parent) == before


def test_build_never_mixes_versions(cache, sources):
    first = build("build/box-328p.elf")
    (first.parent / "src" / "box.h").write_text("cut off", encoding="utf-8")
    shutil.rmtree(first)
    assert build("build/box-328p.elf") == first
    assert (first / "box-328p.elf").is_file()
    with (sources / "src" / "box.c").open("a", encoding="utf-8") as source:
        source.write("\n#error another version\n")
    with pytest.raises(NoToolchainError, match="another version"):
        build("build/box-328p.elf")
    assert (first / "box-328p.elf").is_file()


def test_unwritable_cache(toolchain, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    with pytest.raises(NoToolchainError, match=r"cannot be built in /dev/null/.*: Not a directory"):
        build("all")

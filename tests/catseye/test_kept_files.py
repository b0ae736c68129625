"""Small kept files: what is no file is refused at once, and a write that fails leaves what was there."""

import os
from threading import Thread

import pytest

from catseye import kept_files

on_unix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are Unix's")


@on_unix
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.mkdir()])
def test_not_a_file_is_refused(tmp_path, make):
    make(tmp_path / "file")
    with pytest.raises(kept_files.Unreadable, match="it is not a file"):
        kept_files.read(tmp_path / "file")


def test_a_file_that_is_too_large_is_refused(tmp_path):
    (tmp_path / "file").write_bytes(bytes(2049))
    with pytest.raises(kept_files.Unreadable, match="larger than 2 KiB"):
        kept_files.read(tmp_path / "file", 2048)


def test_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "file"
    kept_files.write(path, b"old")

    def fails(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        kept_files.write(path, b"new")
    assert kept_files.read(path) == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_two_files_set_aside_at_once_are_kept(tmp_path):
    for content in (b"1", b"2"):
        (tmp_path / "bots.json").write_bytes(content)
        kept_files.set_aside(tmp_path / "bots.json")
    assert sorted(part.read_bytes() for part in tmp_path.iterdir()) == [b"1", b"2"]


def test_concurrent_saves(tmp_path):
    path, failed = tmp_path / "settings.json", []

    def saves(content):
        for _ in range(30):
            try:
                kept_files.write(path, content)
            except OSError as wrong:
                failed.append(wrong)
            if kept_files.read(path) not in contents:
                failed.append("mixed")

    contents = [bytes([letter]) * 20_000 for letter in b"abcd"]
    apps = [Thread(target=saves, args=(content,)) for content in contents]
    for app in apps:
        app.start()
    for app in apps:
        app.join()
    assert not failed
    assert list(tmp_path.iterdir()) == [path]


@on_unix
def test_link_target_is_written(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere" / "settings.json")
    for content in (b"1", b"2"):
        kept_files.write(tmp_path / "link", content)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "elsewhere" / "settings.json").read_bytes() == content


@on_unix
def test_who_may_read_a_file_stays_as_it_was(tmp_path):
    kept_files.write(tmp_path / "settings.json", b"1")
    (tmp_path / "settings.json").chmod(0o600)
    kept_files.write(tmp_path / "settings.json", b"2")
    assert (tmp_path / "settings.json").stat().st_mode & 0o777 == 0o600


@on_unix
def test_a_device_is_not_written_over(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(kept_files.Unreadable, match="it is not a file"):
        kept_files.write(tmp_path / "pipe", b"1")


def test_drafts_of_killed_apps_are_removed(tmp_path):
    old, young = tmp_path / "bots.json.0a1b2c3d.new", tmp_path / "bots.json.1a1b2c3d.new"
    for draft in (old, young):
        draft.write_bytes(b"half")
    os.utime(old, (0, 0))
    kept_files.write(tmp_path / "bots.json", b"whole")
    assert sorted(tmp_path.iterdir()) == [tmp_path / "bots.json", young]

"""Small kept files: what is no file is refused at once, and a write that fails leaves what was there."""

import os

import pytest

from catseye import kept_files

on_unix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are Unix's")


@on_unix
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.mkdir()])
def test_what_is_no_file_is_refused_at_once(tmp_path, make):
    make(tmp_path / "file")
    with pytest.raises(kept_files.Unreadable, match="it is no file"):
        kept_files.read(tmp_path / "file")


def test_a_file_that_is_too_large_is_refused(tmp_path):
    (tmp_path / "file").write_bytes(bytes(2049))
    with pytest.raises(kept_files.Unreadable, match="larger than 2 KiB"):
        kept_files.read(tmp_path / "file", 2048)


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "file"
    kept_files.write(path, b"old")

    def fails(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        kept_files.write(path, b"new")
    assert kept_files.read(path) == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_two_files_set_aside_in_one_second_are_both_kept(tmp_path):
    for content in (b"1", b"2"):
        (tmp_path / "bots.json").write_bytes(content)
        kept_files.set_aside(tmp_path / "bots.json")
    assert sorted(part.read_bytes() for part in tmp_path.iterdir()) == [b"1", b"2"]

"""The evidence screen: films are switched on and off, and deleted."""

from companion.app.folders import DataFolder


def test_films_are_turned_off_and_deleted(driver, tmp_path):
    shown = driver()
    shown.app.folder = DataFolder(tmp_path)
    (tmp_path / "films").mkdir()
    (tmp_path / "films" / "abc-1.webp").write_bytes(b"x" * 2_000_000)
    shown.app.go("evidence")
    shown.frames(3)
    assert shown.app.settings.films
    shown.tap_on(shown.button("no films"))
    assert not shown.app.settings.films
    shown.tap_on(shown.button("Delete the film (2.0 MB)"))
    assert list((tmp_path / "films").iterdir()) == []
    assert shown.button("Delete all films").why == "There are no films."

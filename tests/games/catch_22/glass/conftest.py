import pytest

from companion.folders import DataFolder
from tests.on_glass import beginning, desk, desks, glass, show

__all__ = ["begin", "desk", "desks", "glass", "show"]

begin = beginning("catch-22")


@pytest.fixture(name="setup_screen")
def _setup_screen(glass, tmp_path):
    """The shown window where a game is set up, the data folder the test's, and the row of the board."""
    from companion.games.catch_22.panels import boards  # noqa: PLC0415  the window must stand first

    shown = glass()
    shown.app.folder = DataFolder(tmp_path)
    shown.app.go("setup", game="catch-22")
    shown.frames(3)
    return shown, next(iter(shown.all(boards.BoardOption)))

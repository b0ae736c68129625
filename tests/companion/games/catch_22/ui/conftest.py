import pytest

from companion.app.folders import DataFolder
from tests.support.screen_driver import beginning, controller, controllers, driver, show

__all__ = ["begin", "controller", "controllers", "driver", "show"]

begin = beginning("catch-22")


@pytest.fixture(name="setup_screen")
def _setup_screen(driver, tmp_path):
    """The shown window where a game is set up, the data folder the test's, and the row of the board."""
    from companion.games.catch_22.ui import board_option  # noqa: PLC0415  the window must stand first

    shown = driver()
    shown.app.folder = DataFolder(tmp_path)
    shown.app.go("setup", game="catch-22")
    shown.frames(3)
    shown.tap_on(shown.button("Change the rules"))
    return shown, next(iter(shown.all(board_option.BoardOption)))

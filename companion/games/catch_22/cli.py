"""What CATCH 22 adds to the command line: `catseye board check | draw | scan`."""

from companion.games.catch_22.board_files.cli import app

NAME = "board"
__all__ = ["NAME", "app"]

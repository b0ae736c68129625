"""Where the app keeps its files: one data folder, by default the platform's folder for a program's data."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from catseye.folders import APP, platform_folder


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The data folder and the paths in it. Each is made when something is first written there."""

    path: Path

    @property
    def journal(self) -> Path:
        """The journal file of all games."""
        return self.path / "journal.sqlite"

    @property
    def evidence(self) -> Path:
        """Pictures that events were read from, as files (JPEG); the journal has them too."""
        return self.path / "evidence"

    @property
    def screenshots(self) -> Path:
        """Pictures of the screen (PNG)."""
        return self.path / "screenshots"

    @property
    def boards(self) -> Path:
        """Boards people have made, and photographs of boards."""
        return self.path / "boards"

    @property
    def bots(self) -> Path:
        """Which seats of which games bots play (JSON)."""
        return self.path / "bots.json"

    def make(self) -> None:
        """Make the folder where it is missing. Raises OSError with a sentence where nothing can be written in it."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not os.access(self.path, os.W_OK | os.X_OK):
                raise PermissionError("nothing may be written there")
        except OSError as wrong:
            why = "it is not a folder" if isinstance(wrong, FileExistsError) else wrong.strerror or wrong
            raise OSError(f"the data folder {self.path} cannot be used ({why}): choose another with --folder") from None


def data_folder(chosen: Path | None = None) -> DataFolder:
    """The `chosen` folder, or the platform's own."""
    return DataFolder((chosen or platform_folder(platformdirs.user_data_dir)).absolute())


def documents_folder() -> Path:
    """Where people find what they save: a folder of the app's own among their documents."""
    return Path(platformdirs.user_documents_dir()) / APP

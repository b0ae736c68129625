"""The app's data folder, by default the platform's folder for application data."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from catseye.folders import APP, platform_folder


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The data folder and its paths, each created when first written to."""

    path: Path

    @property
    def journal(self) -> Path:
        """The journal file of all games."""
        return self.path / "journal.sqlite"

    @property
    def evidence(self) -> Path:
        """Pictures of events as JPEG files; the journal has them as well."""
        return self.path / "evidence"

    @property
    def films(self) -> Path:
        """Films of doubtful throws (WebP)."""
        return self.path / "films"

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
        """The seats that bots play (JSON)."""
        return self.path / "bots.json"

    @property
    def people(self) -> Path:
        """The people who play (TOML)."""
        return self.path / "people.toml"

    @property
    def results(self) -> Path:
        """What each session adds to the results (JSON); made again from the journal if it is lost."""
        return self.path / "results.json"

    @property
    def paired(self) -> Path:
        """The browsers that are paired, by digests of their cookies (JSON)."""
        return self.path / "paired.json"

    @property
    def certificate(self) -> Path:
        """The program's own certificate with its key, for its owner only (PEM)."""
        return self.path / "certificate.pem"

    def make(self) -> None:
        """Create the folder if needed. Raises OSError with a sentence if it cannot be written to."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not os.access(self.path, os.W_OK | os.X_OK):
                raise PermissionError("nothing may be written there")
        except OSError as wrong:
            why = "it is not a folder" if isinstance(wrong, FileExistsError) else wrong.strerror or wrong
            raise OSError(f"the data folder {self.path} cannot be used ({why}): choose another with --folder") from None


def data_folder(chosen: Path | None = None) -> DataFolder:
    """Return the `chosen` folder, or the platform's."""
    return DataFolder((chosen or platform_folder(platformdirs.user_data_dir)).absolute())


def documents_folder() -> Path:
    """Return the app's folder in people's documents, for what they save."""
    return Path(platformdirs.user_documents_dir()) / APP

"""The files of a tray that is being set up: the profile in use, the draft of one half done, the charts to print."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.chart.page import PAPERS, Chart, pdf
from calibration.profile.tray_profile import BadProfile, TrayProfile, bare_name, profile_path
from calibration.wizard.wizard import Wizard
from catseye.text import NOTHING, Text, say
from companion.app.folders import documents_folder
from companion.devices import kept_tray


class TrayFiles:
    """Those of one camera, by its name. What is there and could not be read, of a newer program say, is never written
    over: it is put aside first.
    """

    def __init__(self, camera: str) -> None:
        self._camera = camera
        self._path = profile_path(camera)
        self.draft_path = self._path.with_suffix(".draft.json")
        """Where an unfinished set-up is kept."""
        self._unread: set[Path] = set()

    def begun(self) -> tuple[Wizard, Text]:
        """A wizard that resumes the draft, if there is a usable one, and what is to be said first."""
        kept, said = self._read(self._path)
        draft, why = self._read(self.draft_path)
        if draft is not None and bare_name(draft.camera) != bare_name(self._camera):
            self._unread.add(self.draft_path)
            draft = None
        if draft is not None:
            why = say("Continuing where you stopped.")
        chart = draft.chart if draft is not None and draft.chart is not None else Chart()
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        return Wizard(self._camera, made_at, chart, kept, draft), said or why

    def leave(self, draft: TrayProfile) -> Text:
        """Keep what there is for the next time; nothing in use is touched. What is to be said of a file that was put
        aside for it, mostly nothing. Raises BadProfile and OSError.
        """
        return self._save(draft, self.draft_path)

    def keep(self, profile: TrayProfile) -> Text:
        """From now on this is the tray; the draft is done with. Says and raises what `leave` does."""
        said = self._save(profile, self._path)
        if self.draft_path not in self._unread:
            self.draft_path.unlink(missing_ok=True)
        kept_tray.forget(self._camera)
        return said

    def _read(self, path: Path) -> tuple[TrayProfile | None, Text]:
        """What a file holds, and what is to be said where it cannot be read."""
        try:
            return TrayProfile.load(path), NOTHING
        except FileNotFoundError:
            return None, NOTHING
        except BadProfile as wrong:
            self._unread.add(path)
            return None, say("{why}. This file is kept under another name when you save.", why=wrong.why)

    def _save(self, profile: TrayProfile, path: Path) -> Text:
        """Write a profile; a file there that could not be read goes aside, and that is said."""
        profile.checked()  # before anything is moved
        aside = _put_aside(path) if path in self._unread else None
        self._unread.discard(path)
        profile.save(path)
        return NOTHING if aside is None else say("The old file could not be read. It is kept under another name.")


def _put_aside(path: Path) -> Path | None:
    """Give a file a name beside it that nothing reads; None where it is gone. Raises OSError."""
    names = (path.with_suffix(f".aside{number}.json") for number in count(1))
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        return path.rename(aside)
    except FileNotFoundError:
        return None


def charts_written() -> Path:
    """Write the chart as PDF, for each paper, where the person finds it, and return the folder. Raises OSError."""
    folder = documents_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for paper in PAPERS:
        (folder / f"chart-{paper}.pdf").write_bytes(pdf(Chart(), paper))
    return folder


def chart_picture() -> NDArray[np.uint8]:
    """The chart as a picture (H, W, 3), two pixels a millimetre, with a white margin."""
    grey = np.pad(Chart().picture(2), 12, constant_values=255)
    return np.repeat(grey[:, :, None], 3, axis=2)

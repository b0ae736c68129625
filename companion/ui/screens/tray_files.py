"""The files of a tray that is being set up: the profile in use, the draft of one half done, the charts to print."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from calibration.chart import PAPERS, Chart, pdf
from calibration.profile import BadProfile, TrayProfile, bare_name, profile_path
from calibration.wizard import Wizard
from companion.i18n import word


class TrayFiles:
    """Those of one camera, by its name."""

    def __init__(self, camera: str) -> None:
        self._camera = camera
        self._path = profile_path(camera)
        self.draft_path = self._path.with_suffix(".draft.json")
        """Where a tray that is half set up waits."""

    def begun(self) -> tuple[Wizard, str]:
        """A wizard that goes on with the draft, if there is a usable one, and what is to be said first."""
        said, kept, draft = "", None, None
        try:
            kept = TrayProfile.load(self._path)
        except FileNotFoundError:
            pass
        except (BadProfile, OSError) as wrong:
            said = str(wrong)
        try:
            draft = TrayProfile.load(self.draft_path)
            if bare_name(draft.camera) != bare_name(self._camera):
                draft = None
            else:
                said = said or word("Going on where it was left.")
        except (BadProfile, OSError):
            draft = None
        chart = draft.chart if draft is not None and draft.chart is not None else Chart()
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        return Wizard(self._camera, made_at, chart, kept, draft), said

    def leave(self, draft: TrayProfile) -> None:
        """Keep what there is for the next time; nothing in use is touched. Raises BadProfile and OSError."""
        draft.save(self.draft_path)

    def keep(self, profile: TrayProfile) -> None:
        """From now on this is the tray; the draft is done with. Raises BadProfile and OSError."""
        profile.save(self._path)
        self.draft_path.unlink(missing_ok=True)


def charts_written() -> Path:
    """Write the chart as PDF, for each paper, where the person finds it, and return the one for A4. Raises OSError."""
    folder = Path(platformdirs.user_documents_dir()) / "catseye"
    folder.mkdir(parents=True, exist_ok=True)
    for paper in PAPERS:
        (folder / f"chart-{paper}.pdf").write_bytes(pdf(Chart(), paper))
    return folder / "chart-a4.pdf"

"""The wizard of a tray in a thread of its own, one thing at a time, and what is kept of its work.

No Kivy: the screen asks for things and now and then takes in the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calibration.light.flicker import Film
from calibration.profile.tray_profile import Points, TrayProfile
from calibration.wizard.steps import WITH_CHART, Step
from calibration.wizard.wizard import Progress, Wizard
from catseye.text import NOTHING, Text
from companion.ui.screens.tray_setup.profile_files import TrayFiles

if TYPE_CHECKING:
    from vision import TrayReader

Result = tuple[TrayProfile, bool, Text]
"""See `Wizard.result`."""


@dataclass(frozen=True)
class Answer:
    """How the wizard stands: all that a screen shows of it. `sized`: the inside size of the tray was entered.
    `result` is there at the last step only.
    """

    progress: Progress
    draft: TrayProfile
    outline: Points
    seen_shares: Points
    sized: bool
    result: Result | None

    @classmethod
    def of(cls, wizard: Wizard) -> Answer:
        """The answer of a wizard that nobody else asks meanwhile."""
        result = wizard.result() if wizard.step == "result" else None
        return cls(wizard.progress, wizard.draft, wizard.outline, wizard.seen_shares, wizard.sized, result)


class TraySetup:
    """The tray of one camera being set up: it resumes the draft. `answer` is the newest that was taken in."""

    def __init__(self, camera: str) -> None:
        self.camera, self.files = camera, TrayFiles(camera)
        self._wizard, self._first = self.files.begun()
        if self._wizard.step == "lens" and not self._wizard.draft.observations:
            self.without_chart(self._wizard)
        self._crew = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tray_setup")
        self._jobs: list[Future[Answer]] = []
        self._reader: TrayReader | None = None
        self._kept: Result | None = None
        self._left: TrayProfile | None = None  # what had been gathered when it was kept
        self.answer = Answer.of(self._wizard)

    @property
    def step(self) -> Step:
        """The step one sees."""
        return self.answer.progress.step

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._jobs)

    @property
    def said(self) -> Text:
        """What the last picture or answer led to; before anything was done, what there is to know of the files."""
        return self._first or self.answer.progress.said

    @property
    def result(self) -> Result | None:
        """What can be kept, at the last step."""
        found = self.answer.result
        return self._kept if found is not None and self.is_kept else found

    @property
    def is_kept(self) -> bool:
        """Whether the result is the one that was kept."""
        found = self.answer.result
        return found is not None and self._kept is not None and found[0] == self._kept[0]

    @staticmethod
    def without_chart(wizard: Wizard) -> Progress:
        """Go past the steps that need a printed chart."""
        for _ in WITH_CHART:
            wizard.skip()
        return wizard.progress

    def back(self) -> None:
        """Go to the step before, or to the chart where it is offered."""
        steps = len(WITH_CHART) if self.offers_chart else 1

        def go(wizard: Wizard) -> Progress:
            for _ in range(steps):
                wizard.back()
            return wizard.progress

        self.do(go)

    @property
    def offers_chart(self) -> bool:
        """Whether this is the first step of the way without a chart."""
        return self.step == "corners" and not self.has_chart

    @property
    def has_chart(self) -> bool:
        """Whether the chart is shown now or has been: its steps are counted then."""
        return self.step in WITH_CHART or self.answer.draft.lens is not None

    def do(self, act: Callable[[Wizard], Progress]) -> None:
        """Let the wizard act at the step on the screen; nothing where it has moved on meanwhile."""
        self._first = NOTHING
        self._submit(act)

    def see(self, picture: Any, film: Film | None = None) -> None:
        """Let the wizard see a picture of the camera, and what the frames before it show of the light."""
        self._submit(lambda wizard: wizard.see(picture, film, self._dice_in))

    @property
    def has_answered(self) -> bool:
        """Whether an answer can be taken in."""
        return bool(self._jobs) and self._jobs[0].done()

    def take_answers(self) -> None:
        """Take in the answers that have come."""
        while self.has_answered:
            self.answer = self._jobs.pop(0).result()

    def keep(self) -> Text:
        """Use the result as the tray from now on; say what has to be said of it. Raises BadProfile and OSError."""
        assert self.result is not None
        said = self.files.keep(self.result[0])
        self._kept, self._left = self.result, self.answer.draft
        self._crew.submit(self._wizard.in_use, self.result[0])
        return said

    def close(self) -> None:
        """The wizard is asked nothing more; returns when it is done."""
        self._crew.shutdown(wait=True, cancel_futures=True)

    def leave(self) -> Text:
        """Leaves what there is as a draft, once it is closed; nothing in use is touched. What is to be said of it,
        mostly nothing. Raises BadProfile and OSError.
        """
        draft = self._wizard.draft
        return self.files.leave(draft) if draft.width and draft != self._left else NOTHING

    def _dice_in(self, picture: Any) -> int:
        """How many dice the reader finds in a picture, sure or not; called in the wizard's thread."""
        if self._reader is None:
            from vision import open_reader  # noqa: PLC0415  its networks are slow to load, and only one step needs them

            self._reader = open_reader()
        return len(self._reader.read(picture).dice)

    def _submit(self, act: Callable[[Wizard], Progress]) -> None:
        wizard, step = self._wizard, self.step

        def job() -> Answer:
            if wizard.step == step:
                act(wizard)
            return Answer.of(wizard)

        self._jobs.append(self._crew.submit(job))

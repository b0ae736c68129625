"""What a tray's setup says, painted: the step, what is needed and what was just found; at the end the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from calibration.wizard.steps import STEPS, WITH_CHART
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.screens.tray_setup.dice_measure import places_of
from companion.ui.screens.tray_setup.worker import Result, TraySetup
from companion.ui.widgets.painted import Drawn, rows_in

if TYPE_CHECKING:
    from companion.app.controller import TableController

MOST_NEEDS = 3


class SetupWords(Drawn):
    """How the tray of `setup` stands, and what the last throw reads."""

    def __init__(self, controller: TableController, setup: TraySetup, **kwargs: Any) -> None:
        self._controller, self._setup = controller, setup
        super().__init__(**kwargs)

    def show(self, setup: TraySetup) -> None:
        """This tray, as it stands now."""
        self._setup = setup
        self.again()

    def paint(self) -> None:
        """The step above; below it the verdict, or what is needed, how far it is, and what was just found."""
        progress = self._setup.answer.progress
        head, needs, bar, said = rows_in(self.box, 92, 0, 18, 0, gap=12)
        number, title = rows_in(head, 26, 0, gap=2)
        steps = STEPS if self._setup.has_chart else STEPS[len(WITH_CHART) :]
        where = word("Step {n} of {steps}", n=steps.index(progress.step) + 1, steps=len(steps))
        if self._game_is_on:
            where += "  ·  " + word("throws do not count in the game now")
        canvas.text(where, number, 20, "quiet", align="left")
        result = self._setup.result
        is_ready = result is None or result[1] or self._setup.is_kept
        words = translate(progress.title) if is_ready else word("Not ready yet")
        canvas.text(words, title, 32, bold=True, align="left")
        if result is not None:
            self._verdict(result, needs, said)
            return
        wanted = "\n".join(f"• {translate(need)}" for need in progress.needs[:MOST_NEEDS])
        canvas.text(wanted, needs, 24, align="left", valign="top")
        x, y, width, height = bar
        canvas.panel(bar, "raised", height / dp(2))
        if progress.share > 0.02:
            done = "good" if progress.share >= 1 else "ink"
            canvas.panel((x, y, max(height, width * progress.share), height), done, height / dp(2))
        canvas.text(_signed(translate(self._setup.said)), said, 24, "quiet", align="left", valign="top")

    @property
    def _game_is_on(self) -> bool:
        return self._controller.session is not None and self._controller.session.outcome() is None

    def _verdict(self, result: Result, upper: canvas.Box, lower: canvas.Box) -> None:
        """The big result, what the test throw showed, and whether it is kept."""
        profile, better, verdict = result
        canvas.text(
            _signed(translate(verdict)),
            upper,
            34,
            "good" if better else "warn",
            bold=True,
            align="left",
            valign="top",
        )
        seen = self._controller.seen
        if self._setup.is_kept:
            canvas.text("✓ " + word("Saved"), lower, 30, "good", bold=True, align="left", valign="top")
        elif seen is not None and seen.dice:
            values = " ".join(str(die.value) for die in seen.dice)
            words = word("Dice seen: {values} {places}", values=values, places=places_of(profile, seen))
            canvas.text(words, lower, 22, align="left", valign="top")
        elif not better:
            words = word("Go back to the steps you left out. The camera reads dice without a set-up, too.")
            canvas.text(words, lower, 24, "quiet", align="left", valign="top")
        else:
            canvas.text(word("Try a throw, then save."), lower, 24, "quiet", align="left", valign="top")


def _signed(words: str) -> str:
    """What the wizard says in the letters of any console, as it is written by hand."""
    return words.replace("+-", "\N{PLUS-MINUS SIGN}")

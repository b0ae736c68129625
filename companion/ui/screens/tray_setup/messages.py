"""What a tray's setup says, painted: the step, what is needed and what was just found; at the end the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from calibration.profile.tray_profile import BadProfile
from calibration.wizard.steps import STEPS, WITH_CHART, Step
from companion.core.text import capital
from companion.drawing.geometry import inset
from companion.drawing.theme import LABEL, PROMPT, SMALL
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.tray_setup.dice_measure import places_of
from companion.ui.screens.tray_setup.step_pictures import paint_step, paint_verdict
from companion.ui.screens.tray_setup.worker import Result, TraySetup
from companion.ui.widgets.painted import Drawn, rows_in
from companion.views.tray_views import without_addresses

if TYPE_CHECKING:
    from companion.app.controller import TableController

MOST_NEEDS = 3
IN_PICTURES: tuple[Step, ...] = ("lens", "plane", "empty")
"""The steps whose work is done on the camera's pictures."""
STEP_WIDE = 28
"""Width (dp) of a step's dot with the gap after it."""
LEAST_PICTURE, MOST_PICTURE = 90, 150
"""Heights (dp) between which a step is drawn; with less room there are only words."""


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
        canvas.panel(self.box, "panel", 16)
        inner = inset(self.box, dp(20), dp(16))
        steps = STEPS if self._setup.has_chart else STEPS[len(WITH_CHART) :]
        here, dots = steps.index(progress.step), dp(STEP_WIDE * len(steps))
        where = word("Step {n} of {steps}", n=here + 1, steps=len(steps))
        if self._game_is_on:
            where += "  ·  " + word("throws do not count in the game now")
        result = self._setup.result
        is_ready = result is None or result[1] or self._setup.is_kept
        words = word("Not ready yet") if not is_ready else translate(progress.title) if result is None else ""
        high = max(dp(28), canvas.text_height(where, inner[2] - dots, SMALL))
        large = min(dp(84), canvas.text_height(words, inner[2], PROMPT, bold=True)) if words else 0.0
        head, title, needs, bar, said = rows_in(inner, high / dp(1), large / dp(1) + 2, 0, 14, 78, gap=10)
        _paint_steps(head, here, len(steps))
        canvas.text(where, (head[0] + dots, head[1], head[2] - dots, head[3]), SMALL, "quiet", align="right")
        canvas.text(words, title, PROMPT, bold=True, align="left")
        if result is not None:
            x, y, width, height = needs
            self._verdict(result, needs, (x, said[1], width, said[3] + bar[3] + dp(10)))
            return
        wanted = "\n".join(f"• {_sentence(translate(need))}" for need in progress.needs[:MOST_NEEDS])
        high = canvas.text_height(wanted, needs[2], LABEL)
        canvas.text(wanted, needs, LABEL, align="left", valign="top")
        if progress.step != "lens" and needs[3] - high >= dp(LEAST_PICTURE):
            room = (needs[0], needs[1], needs[2], min(needs[3] - high - dp(10), dp(MOST_PICTURE)))
            paint_step(KivyCanvas(), progress.step, canvas.in_units(room))
        x, y, width, height = bar
        canvas.panel(bar, "shade", height / dp(2))
        if progress.share > 0.02:
            done = "good" if progress.share >= 1 else "ink"
            canvas.panel((x, y, max(height, width * progress.share), height), done, height / dp(2))
        if self._sees or progress.step not in IN_PICTURES:
            canvas.text(_sentence(translate(self._setup.said)), said, LABEL, "quiet", align="left", valign="top")

    @property
    def _sees(self) -> bool:
        """Whether the camera gives a picture: what is said of one goes with it."""
        return self._controller.devices.tray.ok

    @property
    def _game_is_on(self) -> bool:
        return self._controller.session is not None and self._controller.session.outcome() is None

    def _verdict(self, result: Result, upper: canvas.Box, lower: canvas.Box) -> None:
        """The big result, what the test throw showed, and whether it is kept."""
        profile, better, verdict = result
        role, words = ("good" if better else "warn"), _sentence(translate(verdict))
        high = canvas.text_height(words, upper[2], PROMPT, bold=True)
        canvas.text(words, upper, PROMPT, role, bold=True, align="left", valign="top")
        if upper[3] - high >= dp(LEAST_PICTURE):
            room = (upper[0], upper[1], upper[2], min(upper[3] - high - dp(10), dp(MOST_PICTURE)))
            paint_verdict(KivyCanvas(), canvas.in_units(room), ready=better)
        seen = self._controller.seen
        if self._setup.is_kept:
            canvas.text("✓ " + word("Saved"), lower, PROMPT, "good", bold=True, align="left", valign="top")
        elif seen is not None and seen.dice and self._sees:
            values = " ".join(str(die.value) for die in seen.dice)
            words = word("Dice seen: {values} {places}", values=values, places=places_of(profile, seen))
            canvas.text(words, lower, LABEL, align="left", valign="top")
        elif not better:
            words = word("Go back to the steps you left out. The camera reads dice without a set-up, too.")
            canvas.text(words, lower, LABEL, "quiet", align="left", valign="top")
        else:
            canvas.text(word("Try a throw, then save."), lower, LABEL, "quiet", align="left", valign="top")


def _paint_steps(box: canvas.Box, here: int, count: int) -> None:
    """A dot for each step: those done, the one that is shown, those to come."""
    x, y, _, height = box
    for at in range(count):
        centre = (x + dp(STEP_WIDE * at + 11), y + height / 2)
        role = "good" if at < here else "ink" if at == here else "pressed"
        canvas.disc(centre, dp(10 if at == here else 7), role)


def _sentence(words: str) -> str:
    """What the wizard says in the letters of any console and with names of files, as people at a table read it."""
    return capital(without_addresses(words).replace("+-", "\N{PLUS-MINUS SIGN}"))


def reason_of(wrong: BadProfile | OSError) -> str:
    """Return what was wrong, without the number a system gives it and the name of the file."""
    return without_addresses(translate(wrong.why) if isinstance(wrong, BadProfile) else wrong.strerror or str(wrong))

"""Setting the tray up on the glass: the live picture, what is still needed, the verdict, a test throw."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from calibration.profile import BadProfile, TrayProfile
from calibration.steps import STEPS
from calibration.wizard import Progress, Wizard
from companion.i18n import word
from companion.ui import brush
from companion.ui.dice_views import die_view
from companion.ui.screens.base import Screen
from companion.ui.screens.tray_dice import only_box, places_of, turn_of
from companion.ui.screens.tray_files import TrayFiles, charts_written
from companion.ui.widgets.buttons import Button, Stepper, put_grid
from companion.ui.widgets.drawn import HIDDEN, columns_in, put, rows_in
from companion.ui.widgets.picture import WHOLE
from companion.ui.widgets.tapped_picture import TappedPicture

TICK_S = 1 / 12
TRAY_MM = (280, 190)
DIE_MM = 16


class CalibrateScreen(Screen):
    """The wizard's steps, one after the other. What was done is kept as a draft when the screen is left."""

    title = "Set the tray up"
    back = "devices"

    def build(self) -> None:
        """The picture, the buttons of all steps; those a step does not want are out of sight."""
        self._crew = ThreadPoolExecutor(max_workers=1, thread_name_prefix="calibrate")
        self._jobs: list[Future[Progress]] = []
        self._frame = self._shown = -1
        self._told: Any = self.desk.seen
        self._sized = TRAY_MM
        self._result: tuple[TrayProfile, bool, str] | None = None
        self._kept: tuple[TrayProfile, bool, str] | None = None  # the result that was kept
        self._left: TrayProfile | None = None  # what the wizard had gathered then
        self.picture = TappedPicture(word("no camera picture"), self._tapped)
        self.step_back = Button(word("Step back"), lambda: self._do(lambda wizard: wizard.back()), "quiet", 22)
        self.skip = Button(word("Skip"), lambda: self._do(lambda wizard: wizard.skip()), "quiet", 22)
        self.go_on = Button(word("Go on"), lambda: self._do(lambda wizard: wizard.go_on()), "asked", 26)
        self.again_button = Button(word("Tap again"), lambda: self._do(lambda wizard: wizard.untap()), "plain", 22)
        self.forget = Button(
            word("Forget the dice"), lambda: self._do(lambda wizard: wizard.forget_dice()), "plain", 22
        )
        self.throw = Button(word("Throw"), self._throw, "plain", 22)
        self.keep = Button(word("Keep it"), self._keep, "asked", 26)
        self.wide = Stepper(TRAY_MM[0], 60, 900, lambda value: self._size(0, value))
        self.deep = Stepper(TRAY_MM[1], 60, 900, lambda value: self._size(1, value))
        self.edge = Stepper(DIE_MM, 8, 40, lambda _value: None)
        self.sheet = Button(word("Write the chart to print"), self._sheet, "plain", 22)
        self._of_steps = {
            self.sheet: ("lens",),
            self.edge: ("plane",),
            self.again_button: ("corners",),
            self.wide: ("corners",),
            self.deep: ("corners",),
            self.forget: ("dice",),
            self.throw: ("dice", "result"),
            self.keep: ("result",),
            self.go_on: STEPS[:-1],
            self.skip: STEPS[:-1],
            self.step_back: STEPS[1:],
        }
        for widget in (self.picture, *self._of_steps):
            self.add_widget(widget)
        self._begin()
        self._ticking = Clock.schedule_interval(lambda _dt: self._tick(), TICK_S)

    def gone(self) -> None:
        """Leaves what there is as a draft; nothing in use is touched."""
        self._ticking.cancel()
        self._crew.shutdown(wait=True, cancel_futures=True)
        draft = self._wizard.draft
        if draft.width and draft != self._left:
            try:
                self.files.leave(draft)
            except (BadProfile, OSError) as wrong:
                self.toast(f"The half-done tray could not be kept: {_why(wrong)}")

    # --- what happens

    def _begin(self) -> None:
        """The files of the camera that is there now, and a wizard that goes on with them."""
        self._camera = self._camera_now
        self.files = TrayFiles(self._camera)
        self._wizard, self._said_first = self.files.begun()
        self.progress = self._wizard.progress

    @property
    def _camera_now(self) -> str:
        return self.desk.tray_device.name if self.desk.tray_device is not None else ""

    def _adopt(self) -> None:
        """The camera may be found after this screen was opened: from then on the files are this one's."""
        if not self._camera and self._camera_now and not self._jobs:
            self._begin()
            self._taken()

    def _do(self, act: Callable[[Wizard], Progress]) -> None:
        """Let the wizard do something in its own thread."""
        self._said_first = ""
        self._jobs.append(self._crew.submit(act, self._wizard))

    def _tick(self) -> None:
        self._show()
        while self._jobs and self._jobs[0].done():
            self.progress = self._jobs.pop(0).result()
            self._taken()
        self._adopt()
        device = self.desk.tray_device
        frame = device.newest if device is not None else None
        if frame is None or self._jobs:
            return
        if self.progress.step in ("lens", "plane", "empty") and frame.number != self._frame:
            self._frame = frame.number
            image = frame.image
            self._jobs.append(self._crew.submit(lambda wizard: wizard.see(image), self._wizard))
        elif self.progress.step == "dice":
            self._look_for_a_die(frame.image)
        if self.progress.step == "plane":
            self._look_for_the_measure(frame.image.shape)

    def _look_for_a_die(self, image: Any) -> None:
        seen = self.desk.seen
        if seen is None or seen is self._told:
            return
        self._told = seen
        if self.desk.session is not None and self.desk.session.outcome() is None:
            self.toast(
                word("A game is being played: this throw may have counted there. Leave it before teaching dice.")
            )
            return
        if len(seen.dice) != 1:
            self.toast(word("Throw one die alone: this was not one die."))
            return
        box = only_box(seen, *image.shape[:2])
        owner = seen.dice[0].colour or word("the first die")
        self._do(lambda wizard: wizard.die(owner, image, box))

    def _look_for_the_measure(self, shape: tuple[int, ...]) -> None:
        """One die lying in the tray gives the scale where there is no chart."""
        seen = self.desk.seen
        if seen is None or seen is self._told or len(seen.dice) != 1:
            return
        self._told = seen
        box, turned, size = only_box(seen, *shape[:2]), turn_of(seen), float(self.edge.value)
        self._do(lambda wizard: wizard.scale(box, turned, size))

    def _sheet(self) -> None:
        try:
            written = charts_written()
        except OSError as wrong:
            self.toast(f"{word('The chart could not be written')}: {wrong.strerror or wrong}")
            return
        self.toast(f"{word('Print at 100 %')}: {written}", role="good")

    def _throw(self) -> None:
        """A rendered tray throws by itself; at a real one this says what to do."""
        hand = self.desk.tray_device.hand if self.desk.tray_device is not None else None
        if hand is None:
            self.toast(word("Throw the dice into the tray."))
            return
        names = ("red", "blue", "green", "white", "yellow", "black")
        known = len(self._wizard.draft.dice)
        hand.throw(names if self.progress.step == "result" else names[known % 6 : known % 6 + 1])

    def _tapped(self, x: float, y: float) -> None:
        device = self.desk.tray_device
        frame = device.newest if device is not None else None
        if frame is not None and self.progress.step == "corners":
            height, width = frame.image.shape[:2]
            image = frame.image

            def tap(wizard: Wizard) -> Progress:
                wizard.see(image)
                return wizard.tap(x * (width - 1), y * (height - 1))

            self._do(tap)

    def _size(self, which: int, value: int) -> None:
        self._sized = (value, self._sized[1]) if which == 0 else (self._sized[0], value)
        wide, deep = self._sized
        self._do(lambda wizard: wizard.size(wide, deep))

    def _taken(self) -> None:
        """The wizard has answered."""
        self._result = self._wizard.result() if self.progress.step == "result" else None
        if self._kept is not None and self._result is not None and self._result[0] == self._kept[0]:
            self._result = self._kept
        draft = self._wizard.draft
        if draft.width:
            outline = [((x + 0.5) / draft.width, (y + 0.5) / draft.height) for x, y in self._outline]
            self.picture.mark(self._wizard.seen_shares, outline)
        if self._result is not None:
            wanted = self._result[1] and self._result is not self._kept
            self.keep.say(self.keep.words, kind="asked" if wanted else "quiet")
        self._place()
        self.again()

    @property
    def _outline(self) -> tuple[tuple[float, float], ...]:
        """What is being tapped; at the end, what is kept."""
        return self._wizard.outline if self._result is None else self._result[0].region

    def _keep(self) -> None:
        assert self._result is not None
        profile, better, verdict = self._result
        if not better:
            self.toast(verdict)
            return
        try:
            self.files.keep(profile)
        except (BadProfile, OSError) as wrong:
            self.toast(f"{word('It could not be kept')}: {_why(wrong)}")
            return
        self._kept, self._left = self._result, self._wizard.draft
        self._wizard.in_use(profile)
        self.keep.say(self.keep.words, kind="quiet")
        if self.desk.tray_device is not None:
            self.desk.tray_device.set_up_anew()
        self.again()

    def _show(self) -> None:
        preview = self.desk.preview()
        if preview is None:
            self.picture.clear(self.desk.tray.why or word("no camera picture"))
        elif preview.number != self._shown:
            self._shown = preview.number
            self.picture.show_frame(preview.image)
        seen = self.desk.seen
        at_rest = self.progress.step in ("dice", "result") and seen is not None and not self.desk.moving
        marks = [(die.box, die_view(die)) for die in seen.dice] if at_rest and seen is not None else []
        if marks != self.picture.marks:
            self.picture.part, self.picture.marks = WHOLE, marks
            self.picture.again()

    # --- how it looks

    def lay(self, body: brush.Box) -> None:
        """Picture left; step, needs and buttons right."""
        left, self._side = columns_in(body, 0, 470, gap=22)
        put(self.picture, left)
        self._place()
        self.again()

    def _place(self) -> None:
        if not hasattr(self, "_side"):
            return
        self._head, self._needs, self._bar, self._said, tools, steps = rows_in(
            self._side, 92, 0, 18, 150, 190, 74, gap=12
        )
        here = [widget for widget, wanted in self._of_steps.items() if self.progress.step in wanted]
        for widget in self._of_steps:
            if widget not in here:
                put(widget, HIDDEN)
        below = [widget for widget in (self.step_back, self.skip, self.go_on, self.keep) if widget in here]
        put_grid(below, steps, len(below))
        above = [widget for widget in here if widget not in below]
        if self.progress.step == "corners":
            again, self._wide_words, wide, self._deep_words, deep = rows_in(tools, 56, 26, 0, 1, 0, gap=4)
            row = columns_in((wide[0], deep[1], wide[2], wide[1] + wide[3] - deep[1]), 0, 0, gap=12)
            put(self.again_button, again)
            put(self.wide, row[0])
            put(self.deep, row[1])
        elif self.progress.step == "plane":
            self._edge_words, edge = rows_in(tools, 30, 62, gap=4)
            put(self.edge, columns_in(edge, 220, 0)[0])
        elif above:
            put_grid(above, rows_in(tools, 74, 0)[0], len(above))
        self.go_on.say(
            self.go_on.words, why="" if self.progress.may else word("This step is not done yet: Skip leaves it out.")
        )

    def paint(self) -> None:
        """The step, what is needed, how far it is, and what was just found."""
        super().paint()
        if not hasattr(self, "_head"):
            return
        at = STEPS.index(self.progress.step)
        upper, lower = rows_in(self._head, 26, 0, gap=2)
        brush.text(f"{word('Step')} {at + 1} / {len(STEPS)}", upper, 20, "quiet", align="left")
        brush.text(word(self.progress.title), lower, 32, bold=True, align="left")
        if self._result is not None:
            self._verdict()
            return
        brush.text(
            "\n".join(f"• {need}" for need in self.progress.needs[:4]), self._needs, 24, align="left", valign="top"
        )
        x, y, width, height = self._bar
        brush.panel(self._bar, "raised", height / dp(2))
        if self.progress.share > 0.02:
            done = "good" if self.progress.share >= 1 else "ink"
            brush.panel((x, y, max(height, width * self.progress.share), height), done, height / dp(2))
        brush.text(self._said_first or self.progress.said, self._said, 24, "quiet", align="left", valign="top")
        if self.progress.step == "corners":
            brush.text(word("Inside, in mm: width and depth"), self._wide_words, 20, "quiet", align="left")
        if self.progress.step == "plane":
            brush.text(word("Edge of the die, in mm"), self._edge_words, 20, "quiet", align="left")

    def _verdict(self) -> None:
        """The big result, what the test throw showed, and whether it is kept."""
        assert self._result is not None
        profile, better, verdict = self._result
        brush.text(verdict, self._needs, 34, "good" if better else "warn", bold=True, align="left", valign="top")
        seen = self.desk.seen
        if self._result is self._kept:
            brush.text(f"✓ {word('Kept')}", self._said, 30, "good", bold=True, align="left", valign="top")
        elif seen is not None and seen.dice:
            values = " ".join(str(die.value) for die in seen.dice)
            brush.text(
                f"{word('Read')}: {values}{places_of(profile, seen)}", self._said, 22, align="left", valign="top"
            )
        else:
            brush.text(word("Try a throw, then keep it."), self._said, 24, "quiet", align="left", valign="top")

    def refresh(self) -> None:
        """A throw has been read."""
        self.again()


def _why(wrong: Exception) -> str:
    """What was wrong, without the number a system gives it."""
    return str(getattr(wrong, "strerror", None) or wrong)

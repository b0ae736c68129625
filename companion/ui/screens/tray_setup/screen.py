"""Setting the tray up on the screen: the live picture, what is still needed, the verdict, a test throw."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.uix.widget import Widget

from calibration.profile.tray_profile import BadProfile
from calibration.wizard.steps import STEPS
from calibration.wizard.wizard import Progress, Wizard
from companion.core.text import say
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.screens.screen import Screen
from companion.ui.screens.tray_setup.dice_measure import known_size
from companion.ui.screens.tray_setup.messages import IN_PICTURES, SetupWords, reason_of
from companion.ui.screens.tray_setup.profile_files import chart_picture, charts_written
from companion.ui.screens.tray_setup.trial_throws import TrayThrows
from companion.ui.screens.tray_setup.worker import TraySetup
from companion.ui.widgets.buttons import Button, put_grid, write_alike
from companion.ui.widgets.painted import HIDDEN, columns_in, parts_in, put, rows_in
from companion.ui.widgets.picture import WHOLE, Picture
from companion.ui.widgets.tap_picture import TappedPicture
from companion.ui.widgets.value_inputs import Stepper
from companion.views.dice_views import die_view
from companion.views.tray_views import without_addresses

TICK_S = 1 / 12
TRAY_MM = (280, 190)
DIE_MM = 16


class TraySetupScreen(Screen):
    """The wizard's steps, one after the other. What was done is kept as a draft when the screen is left."""

    title = say("Set up the tray")
    back = "devices"

    def build(self) -> None:
        """The picture, the buttons of all steps; those a step does not want are out of sight."""
        self.setup = TraySetup(self._camera_now)
        self._frame = self._shown = -1
        self._outline: list[tuple[float, float]] = []
        self.controller.tray.setting_up = True
        self.throws = TrayThrows(self.controller, self.toast)
        self.picture = TappedPicture(word("No camera picture"), self._tapped)
        self.step_back = Button("", lambda: TraySetup.back(self.setup), "quiet", 22)
        self.skip = Button(word("Skip"), lambda: self.setup.do(Wizard.skip), "quiet", 22)
        self.go_on = Button(word("Next"), lambda: self.setup.do(Wizard.go_on), "asked", 26)
        for way in (self.step_back, self.skip, self.go_on):
            way.situation = lambda: self.setup.step  # a tap means the step that was seen
        self.again_button = Button(word("Tap again"), lambda: self.setup.do(Wizard.untap), "plain", 22)
        self.forget = Button(word("Forget the dice"), lambda: self.setup.do(Wizard.forget_dice), "plain", 22)
        self.throw = Button(word("Throw"), lambda: self.throws.throw(self.setup), "plain", 22)
        self.keep = Button(word("Save"), self._keep, "asked", 26)
        self.wide = Stepper(TRAY_MM[0], 60, 900, lambda _value: self._size())
        self.deep = Stepper(TRAY_MM[1], 60, 900, lambda _value: self._size())
        self.sized = Button(word("That is its size"), self._size, "plain", 22)
        self.edge = Stepper(DIE_MM, 8, 40, lambda value: self.throws.measure(self.setup, float(value)))
        self.sheet = Button(word("Save the chart to print"), self._sheet, "plain", 22)
        self.chart = Picture()
        self.chart.show_frame(chart_picture())
        self._of_steps = {
            self.chart: ("lens",),
            self.sheet: ("lens",),
            self.edge: ("plane",),
            self.again_button: ("corners",),
            self.sized: ("corners",),
            self.wide: ("corners",),
            self.deep: ("corners",),
            self.forget: ("dice",),
            self.throw: ("dice", "result"),
            self.keep: ("result",),
            self.go_on: STEPS[:-1],
            self.skip: STEPS[:-1],
            self.step_back: STEPS[1:],
        }
        self.words = SetupWords(self.controller, self.setup)
        for widget in (self.picture, self.words, *self._of_steps):
            self.add_widget(widget)
        self._show_size()
        self._ticking = Clock.schedule_interval(lambda _dt: self._tick(), TICK_S)

    def gone(self) -> None:
        """Leaves what there is as a draft; nothing in use is touched."""
        self._ticking.cancel()
        self.controller.tray.setting_up = False
        self.setup.close()
        try:
            said = translate(self.setup.leave())
        except (BadProfile, OSError) as wrong:
            said = word("The unfinished set-up could not be saved: {why}", why=reason_of(wrong))
        if said:
            self._toast_next(said)

    def _toast_next(self, words: str) -> None:
        """A sentence on the screen that comes after this one, which nobody sees any more."""

        def toast(_dt: float) -> None:
            if self.app.screen is not None:
                self.app.screen.toast(words)

        Clock.schedule_once(toast, 0)

    # --- what happens

    @property
    def progress(self) -> Progress:
        """Where the wizard stands."""
        return self.setup.answer.progress

    @property
    def _camera_now(self) -> str:
        return self.controller.devices.tray_device.name if self.controller.devices.tray_device is not None else ""

    def _adopt(self) -> None:
        """The camera may be found after this screen was opened: from then on it is this one's tray."""
        if not self.setup.camera and self._camera_now and not self.setup.busy:
            self.app.stage.changes(self)
            self.setup.close()
            self.setup = TraySetup(self._camera_now)
            self._show_size()
            self._taken()

    def _tick(self) -> None:
        self._show()
        if self.setup.has_answered:
            self.app.stage.changes(self)
            self.setup.take_answers()
            self._taken()
        self._adopt()
        device = self.controller.devices.tray_device
        frame = device.newest if device is not None else None
        if device is None or frame is None or self.setup.busy:
            return
        if self.setup.step in IN_PICTURES and frame.number != self._frame:
            self._frame = frame.number
            self.setup.see(frame.image, device.film)
        self.throws.look(self.setup, frame.image, float(self.edge.value))

    def _sheet(self) -> None:
        try:
            folder = charts_written()
        except OSError as wrong:
            self.toast(word("The chart could not be saved: {why}", why=reason_of(wrong)))
            return
        said = word("The chart is among your documents, in “{folder}”. Print it at 100 %.", folder=folder.name)
        self.toast(said, role="good")

    def _tapped(self, x: float, y: float) -> None:
        device = self.controller.devices.tray_device
        frame = device.newest if device is not None else None
        if frame is not None and self.setup.step == "corners":
            image = frame.image

            def tap(wizard: Wizard) -> Progress:
                wizard.see(image)
                return wizard.tap(x * (image.shape[1] - 1), y * (image.shape[0] - 1))

            self.setup.do(tap)

    def _size(self) -> None:
        """What is shown is how large the tray is: nobody has said so before."""
        wide, deep = self.wide.value, self.deep.value
        self.setup.do(lambda wizard: wizard.size(wide, deep))

    def _show_size(self) -> None:
        """The size that was entered before, where the set-up is resumed."""
        for stepper, value in zip((self.wide, self.deep), known_size(self.setup.answer.draft) or TRAY_MM, strict=True):
            stepper.show(value)

    def _taken(self) -> None:
        """The wizard has answered."""
        answer, result = self.setup.answer, self.setup.result
        draft = answer.draft
        if draft.width:
            corners = answer.outline if result is None else result[0].region  # at the end, what is kept
            self._outline = [((x + 0.5) / draft.width, (y + 0.5) / draft.height) for x, y in corners]
            self.picture.mark(answer.seen_shares, self._outline)
        if result is not None:
            wanted = result[1] and not self.setup.is_kept
            self.keep.say(self.keep.words, kind="asked" if wanted else "quiet")
        self.words.show(self.setup)
        self._place()
        self.again()

    def _keep(self) -> None:
        assert self.setup.result is not None
        _, better, verdict = self.setup.result
        if not better:
            self.toast(translate(verdict))
            return
        try:
            said = self.setup.keep()
        except (BadProfile, OSError) as wrong:
            self.toast(word("The set-up could not be saved: {why}", why=reason_of(wrong)))
            return
        if said:
            self.toast(translate(said))
        self.keep.say(self.keep.words, kind="quiet")
        self.controller.tray.shown(self._outline)
        if self.controller.devices.tray_device is not None:
            self.controller.devices.tray_device.set_up_anew()
        self.words.again()

    def _show(self) -> None:
        preview = self.controller.devices.preview()
        if preview is None:
            why = without_addresses(translate(self.controller.devices.tray.why))
            self.picture.clear(why or word("No camera picture"))
        elif preview.number != self._shown:
            self._shown = preview.number
            self.picture.show_frame(preview.image)
        seen = self.controller.seen
        at_rest = self.setup.step in ("dice", "result") and seen is not None and not self.controller.tray.moving
        marks = [(die.box, die_view(die)) for die in seen.dice] if at_rest and seen is not None else []
        if marks != self.picture.marks:
            self.picture.part, self.picture.marks = WHOLE, marks
            self.picture.again()

    def lay(self, body: canvas.Box) -> None:
        """Picture left; step, needs and buttons right."""
        left, self._side = parts_in(body, (0, 500), (0, 560), gap=24)
        put(self.picture, left)
        self._place()
        self.again()

    def _place(self) -> None:
        if not hasattr(self, "_side"):
            return
        words, tools, steps = rows_in(self._side, 0, 250 if self.setup.step == "lens" else 190, 74, gap=12)
        put(self.words, words)
        absent = None if self.controller.devices.can_throw else self.throw  # into a real tray people throw
        here = [each for each, steps in self._of_steps.items() if self.setup.step in steps and each is not absent]
        for widget in self._of_steps:
            if widget not in here:
                put(widget, HIDDEN)
        for place, widgets in zip(
            columns_in(steps, 0, 0, 0, gap=10), ((self.step_back,), (self.skip,), (self.go_on, self.keep)), strict=True
        ):  # each has its place at every step, also where another one is missing
            for widget in widgets:
                if widget in here:
                    put(widget, place)
        ways = {self.step_back, self.skip, self.go_on, self.keep}
        self._place_tools(tools, [widget for widget in here if widget not in ways])
        size = word("That is its size")
        self.sized.say(
            f"✓ {size}" if self.setup.answer.sized else size, kind="asked" if self._size_is_open else "quiet"
        )
        self.step_back.say(word("With a printed chart") if self.setup.offers_chart else word("Back one step"))
        write_alike((self.step_back, self.skip))
        why = "" if self.progress.may else word("This step is not done yet. Skip leaves it out.")
        self.go_on.say(self.go_on.words, why=why)

    def _place_tools(self, tools: canvas.Box, here: list[Widget]) -> None:
        """What this step has beside the ways to the others."""
        if self.setup.step == "corners":
            again, self._wide_words, wide, self._deep_words, deep = rows_in(tools, 56, 26, 0, 1, 0, gap=4)
            row = columns_in((wide[0], deep[1], wide[2], wide[1] + wide[3] - deep[1]), 0, 0, gap=12)
            put_grid((self.again_button, self.sized), again, 2)
            put(self.wide, row[0])
            put(self.deep, row[1])
        elif self.setup.step == "plane":
            self._edge_words, edge = rows_in(tools, 30, 62, gap=4)
            put(self.edge, columns_in(edge, 220, 0)[0])
        elif self.setup.step == "lens":
            about, sheet = rows_in(tools, 0, 62, gap=10)
            chart, self._about_chart = columns_in(about, 190, 0, gap=14)
            put(self.chart, chart)
            put(self.sheet, sheet)
        elif here:
            put_grid(here, rows_in(tools, 74, 0)[0], len(here))

    @property
    def _size_is_open(self) -> bool:
        """Whether the size that is shown is no more than a guess, and is wanted."""
        answer = self.setup.answer
        return not answer.sized and (answer.draft.plane is None or answer.draft.plane.method != "chart")

    def paint(self) -> None:
        """What the steppers are for; all else paints itself."""
        super().paint()
        if not hasattr(self, "_side"):
            return
        if self.setup.step == "corners":
            words, ink = word("Inside width and depth in mm"), "quiet"
            if self._size_is_open:
                words, ink = word("Inside in mm: is the tray this wide and deep?"), "warn"
            canvas.text(words, self._wide_words, 20, ink, align="left")
        if self.setup.step == "lens":
            words = word(
                "This is the chart: a sheet to print. It is not needed. With it, places in the tray are known to a "
                "millimetre or two; without it, skip this and the next step."
            )
            canvas.text(words, self._about_chart, 20, "quiet", align="left")
        if self.setup.step == "plane":
            canvas.text(word("Edge of the die in mm"), self._edge_words, 20, "quiet", align="left")

    def refresh(self) -> None:
        """A throw has been read, or the camera was lost or found."""
        self.words.again()

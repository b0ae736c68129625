"""The button screen: assigns buttons to players by pressing them, and shows what each one means."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.table import Table
from companion.core.text import counted, listed, say
from companion.devices.box import Button as Contact
from companion.devices.button_map import kept
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.screens.buttons.button_filter import ButtonFilter, ButtonOutcome
from companion.ui.screens.buttons.lesson import Boxes, ButtonLesson, Mode
from companion.ui.screens.buttons.seat_grid import PlaceGrid
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import HIDDEN, columns_in, parts_in, put, rows_in
from companion.ui.widgets.value_inputs import Stepper
from firmware_bridge.host.button_map import Place

if TYPE_CHECKING:
    from companion.devices.box import BoxDevice

LOOK_S = 1 / 30
LIT_S = 0.7
"""A place stays lit so long after its button came up."""
READ_S = 0.5
"""So long at least it takes to read a warning."""
MOST_SEATS = 6


class ButtonsScreen(Screen):
    """Idle, every press lights its place here and its led there. A lesson asks for one place after the other.

    A tap on a place asks for that one alone. While the screen is open, presses mean nothing to the game. Where several
    boxes are there, a press is its own box's, and a place may have a button on each.
    """

    title = say("Assign the buttons")
    back = "devices"

    def build(self) -> None:
        """The places at the left, what to do at the right."""
        self.device: BoxDevice | None = None
        session = self.controller.session
        names = _by_mark(session.table) if session is not None else ()
        self.lesson = ButtonLesson(kept(self.app.settings.buttons)[0], names)
        self._here: frozenset[str] = frozenset()
        self._contacts = ButtonFilter()
        self._lit: dict[Contact, float] = {}
        self._shining: dict[Contact, Place | None] = {}
        self.grid = PlaceGrid(self._tapped)
        self.seats = Stepper(len(names) or 4, 1, MOST_SEATS, self._count)
        self.begin = Button(word("Assign all"), self._begin, "plain", 26)
        self.skip = Button(word("Skip"), self._skip, "plain", 26)
        self.over = Button(word("Start again"), self._begin, "plain", 24)
        self.stop = Button(word("Stop"), self._stop, "quiet", 24)
        self.none = Button(word("No button"), self._no_button, "plain", 24)
        self.wired = Button(word("As wired"), self._wire, "plain", 22)
        self._warned_at = -inf
        self.clear = Button(word("Clear all"), self._clear, "danger", 22)
        self._when: dict[Mode, tuple[Any, ...]] = {
            "idle": (self.begin, self.seats, self.wired, self.clear),
            "lesson": (self.skip, self.over, self.stop),
            "one": (self.none, self.stop),
        }
        for widget in (self.grid, *dict.fromkeys(each for row in self._when.values() for each in row)):
            self.add_widget(widget)
        self._adopt()
        self._looking = Clock.schedule_interval(lambda _dt: self._look(), LOOK_S)
        self.refresh()

    def gone(self) -> None:
        """The buttons belong to the game again. A lesson that was not finished changes nothing."""
        self._looking.cancel()
        if self.device is not None:
            self.device.teach(False)

    # --- presses on the box

    def _adopt(self) -> None:
        """The box may be found after this screen was opened: from then on it is this one."""
        if self.device is not self.controller.devices.box_device and self.controller.devices.box_device is not None:
            self.device = self.controller.devices.box_device
            self.lesson = replace(self.lesson, mapping=self.device.mapping)
            self.device.teach(True)
            self.refresh()

    def _look(self) -> None:
        now = monotonic()
        self._adopt()
        self._miss()
        for edge in self.device.edges() if self.device is not None else ():
            contact = edge.box, edge.button
            self._contacts.add(edge)
            if edge.down:
                self._lit[contact] = inf
                self._become(self.lesson.went_down(contact, self._boxes))
            elif contact in self._lit:
                self._lit[contact] = now + LIT_S
        for felt in self._contacts.reports(now):
            if felt.outcome is not ButtonOutcome.PRESSED:
                self._lit.pop((felt.box, felt.button), None)
            self._become(self.lesson.felt(felt, self._boxes))
        self._lit = {contact: until for contact, until in self._lit.items() if until > now}
        self._show()

    def _miss(self) -> None:
        """Of a button that is down at a box that goes nobody hears how it comes up: that was no press."""
        here = frozenset(self.device.devices if self.device is not None else ())
        if self._here - here:
            self._contacts = ButtonFilter()
            self._lit = {contact: until for contact, until in self._lit.items() if contact[0] in here}
        self._here = here

    # --- touches on the screen

    def _begin(self) -> None:
        self._ask(self.lesson.begun(self.seats.value))

    def _skip(self) -> None:
        self._ask(self.lesson.skipped(self._boxes))

    def _stop(self) -> None:
        self._become(self.lesson.stopped())

    def _tapped(self, place: Place) -> None:
        """One place alone; in a lesson it is the next one asked for."""
        if not self._present:
            self.toast(self._missing())
            return
        if self.lesson.mode == "lesson":
            self.toast(word("One place after the other: tap Skip or Stop first."))
            return
        self._ask(self.lesson.asking(place))

    def _no_button(self) -> None:
        self._become(self.lesson.without_button(self._boxes))

    def _wire(self) -> None:
        self._become(self.lesson.as_wired())

    def _clear(self) -> None:
        """The second tap clears, but not that of a double tap: nobody wants to teach eighteen buttons again for a
        slip.
        """
        if not self.clear.marked:
            self._warned_at = monotonic()
            warning = word("Tap again to clear all buttons.")
            self._become(self.lesson.saying(warning, "warn"))
            self.clear.marked = True
            self.clear.again()
            return
        if monotonic() - self._warned_at >= READ_S:
            self._become(self.lesson.cleared())

    def _count(self, _seats: int) -> None:
        self._become(self.lesson.saying(""))

    def _ask(self, after: ButtonLesson) -> None:
        """A place is asked for by a tap: a button that is down by then was pressed for something else."""
        self._contacts = ButtonFilter()
        self._become(after)

    def _become(self, after: ButtonLesson) -> None:
        """The lesson goes on; what the buttons mean now holds at once, and at the next start."""
        before, self.lesson = self.lesson, after
        if after is before:
            return
        if after.mapping is not before.mapping:
            if self.device is not None:
                self.device.mapping = after.mapping
            self.app.change(buttons=after.saved)
        self.clear.marked = False
        self.refresh()

    # --- the boxes

    @property
    def _present(self) -> bool:
        return self.device is not None and self.controller.devices.box.ok

    @property
    def _boxes(self) -> Boxes:
        if self.device is None:
            return Boxes()
        here = self.device.devices or (self.device.device,)
        return Boxes(here, tuple(box for box in self.device.missing if box not in here))

    def _missing(self) -> str:
        why = translate(self.controller.devices.box.why) or word("no button box is connected")
        return word("{why}. You can do everything on the screen.", why=f"{why[:1].upper()}{why[1:]}")

    # --- how it looks

    @property
    def task(self) -> str:
        """What is to be done now, in a sentence."""
        return self.lesson.task if self._present else self._missing()

    def refresh(self) -> None:
        """The box came or went, or something was taught."""
        self.begin.say(self.begin.words, why="" if self._present else self._missing())
        self.grid.seats(self.seats.value, self.lesson.names)
        self._show()
        self._place()
        self.again()

    def _show(self) -> None:
        """Lit places and leds; places and their buttons."""
        mapping, boxes = self.lesson.shown, self._boxes
        shining = {contact: mapping.place(*contact) for contact in self._lit}
        for cell in self.grid.cells:
            cell.show(
                self.lesson.buttons(cell.place, boxes),
                several=boxes.several,
                asked=cell.place == self.lesson.asks_for,
                lit=cell.place in shining.values(),
            )
        if self.device is not None and shining != self._shining:
            self._shining = shining
            self.device.light(frozenset(shining), mapping)

    def lay(self, body: canvas.Box) -> None:
        """Places left; task, what was heard, and buttons right."""
        left, self._side = parts_in(body, (0, 430), (0, 560), gap=26)
        put(self.grid, left)
        self._place()
        self.again()

    def _place(self) -> None:
        if not hasattr(self, "_side"):
            return
        self._task, self._said, self._words, upper, lower = rows_in(self._side, 0, 150, 30, 78, 78, gap=12)
        mode = self.lesson.mode
        for widget in {each for row in self._when.values() for each in row} - set(self._when[mode]):
            put(widget, HIDDEN)
        shown = self._when[mode]
        put_grid(shown[:2] if mode == "idle" else shown[:1], upper, 2 if mode == "idle" else 1)
        put_grid(shown[2:] if mode == "idle" else shown[1:], lower, 2 if mode != "one" else 1)

    def paint(self) -> None:
        """The task, how far the lesson is, what was heard."""
        super().paint()
        if not hasattr(self, "_task"):
            return
        canvas.panel(self._task, "panel", 14)
        x, y, width, height = self._task
        head, text = rows_in((x + dp(18), y + dp(14), width - dp(36), height - dp(28)), 30, 0, gap=6)
        present, here = self._present, self._boxes.here
        ids = listed([box[-4:] for box in here], "and")
        boxes = translate(counted("Box {ids}", "Boxes {ids}", len(here), ids=ids)) if present else ""
        canvas.text(self.lesson.far or boxes, head, 22, "quiet", align="left")
        canvas.text(self.task, text, 36, "ink" if present else "quiet", bold=present, align="left", valign="top")
        canvas.text(self.lesson.said, self._said, 26, self.lesson.role, align="left", valign="top")
        if self.lesson.mode == "idle":
            canvas.text(word("Number of seats"), columns_in(self._words, 0, 0)[1], 20, "quiet")


def _by_mark(table: Table) -> tuple[str, ...]:
    """Return the players' names at their marks, by which buttons are known; "" where nobody has one."""
    names = {table.mark(seat): table.name(seat) for seat in table.seats}
    return tuple(names.get(mark, "") for mark in range(min(max(names) + 1, MOST_SEATS)))

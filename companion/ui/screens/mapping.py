"""The button lesson on the glass: which button is whose, taught by pressing it; and a look at what each one means."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.devices.contacts import Button as Contact
from companion.devices.contacts import Contacts, Felt, What
from companion.devices.meanings import assigned, button_of, kept, learned, place_of, unassigned
from companion.i18n import word
from companion.ui import brush
from companion.ui.screens.base import Screen
from companion.ui.screens.places import PlaceGrid, button_called, called, named
from companion.ui.widgets.buttons import Button, Stepper, put_grid
from companion.ui.widgets.drawn import HIDDEN, columns_in, put, rows_in
from firmware_bridge.mapping import Lesson, Mapping, Place, default_mapping, learn

if TYPE_CHECKING:
    from companion.devices.box import BoxDevice

LOOK_S = 1 / 30
LIT_S = 0.7
"""A place stays lit so long after its button came up."""
READ_S = 0.5
"""So long at least it takes to read a warning."""
MOST_SEATS = 6


class MappingScreen(Screen):
    """Idle, every press lights its place here and its lamp there. A lesson asks for one place after the other.

    A tap on a place asks for that one alone. While the screen is open, presses mean nothing to the game. Where several
    boxes are there, a press is its own box's, and a place may have a button on each.
    """

    title = "Assign the buttons"
    back = "devices"

    def build(self) -> None:
        """The places at the left, what to do at the right."""
        self.device: BoxDevice | None = None
        self.mapping = kept(self.app.settings.buttons)[0]
        self.lesson: Lesson | None = None
        self.wanted: Place | None = None
        self.said, self._role = "", "quiet"
        self._contacts = Contacts()
        self._lit: dict[Contact, float] = {}
        self._shining: frozenset[Contact] = frozenset()
        players = self.desk.session.table.players if self.desk.session is not None else ()
        self.names = players[:MOST_SEATS]
        self._asked: tuple[Place, ...] = ()
        self.grid = PlaceGrid(self._tapped)
        self.seats = Stepper(len(self.names) or 4, 1, MOST_SEATS, self._count)
        self.begin = Button(word("Teach all"), self._begin, "plain", 26, refused=self.toast)
        self.skip = Button(word("Skip"), self._skip, "plain", 26)
        self.over = Button(word("Start again"), self._begin, "plain", 24)
        self.stop = Button(word("Stop"), self._stop, "quiet", 24)
        self.none = Button(word("No button"), self._unassign, "plain", 24)
        self.wired = Button(word("As it is wired"), self._wire, "plain", 22)
        self._warned_at = -inf
        self.clear = Button(word("Clear"), self._clear, "danger", 22)
        self._when: dict[str, tuple[Any, ...]] = {
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

    # --- what the fingers on the box do

    def _adopt(self) -> None:
        """The box may be found after this screen was opened: from then on it is this one."""
        if self.device is not self.desk.box_device and self.desk.box_device is not None:
            self.device = self.desk.box_device
            self.mapping = self.device.mapping
            self.device.teach(True)
            self.refresh()

    def _look(self) -> None:
        now = monotonic()
        self._adopt()
        if self.device is not None:
            for edge in self.device.edges():
                self._contacts.hear(edge)
                if edge.down:
                    self._lit[edge.box, edge.button] = inf
                elif (edge.box, edge.button) in self._lit:
                    self._lit[edge.box, edge.button] = now + LIT_S
                if edge.down and self._idle:
                    self._name(edge.box, edge.button)
        for felt in self._contacts.felt(now):
            self._felt(felt)
        self._lit = {key: until for key, until in self._lit.items() if until > now}
        self._show()

    @property
    def _idle(self) -> bool:
        return self.lesson is None and self.wanted is None

    def _name(self, box: str, button: int) -> None:
        """Test: says what the button that just went down means."""
        place, name = place_of(self.mapping, box, button), self._name_of(box, button)
        if place is None:
            self._say(word("{button} means nothing. Tap a place, then press it.").format(button=name), "warn")
        else:
            means = called(place, self.names)
            self._say(word("{button}: {means}").format(button=name, means=means), "good")

    def _name_of(self, box: str, button: int) -> str:
        return button_called((box, button), several=self._several)

    def _felt(self, felt: Felt) -> None:
        if felt.what is What.PRESSED:
            if self.lesson is not None:
                self._teach(self.lesson, felt)
            elif self.wanted is not None:
                self._teach_one(self.wanted, felt)
            return
        words = {
            What.STUCK: word("{button} stays down. If nobody holds it, it is stuck: it is left out."),
            What.CHATTERING: word("{button} has a loose contact: it does not count. Press another, or mend it."),
            What.TOGETHER: word("Several buttons at once: one at a time, please."),
        }
        self._lit.pop((felt.box, felt.button), None)
        self._say(words[felt.what].format(button=self._name_of(felt.box, felt.button)), "warn")

    def _teach(self, lesson: Lesson, felt: Felt) -> None:
        place, name = lesson.asks_for, self._name_of(felt.box, felt.button)
        after = lesson.taught(felt.box, felt.button)
        if after == lesson:
            has = called(lesson.learned.places[felt.box, felt.button], self.names)
            self._say(word("{button} is {means} already.").format(button=name, means=has), "warn")
            return
        assert place is not None
        self._say(word("{button}: {means}").format(button=name, means=called(place, self.names)), "good")
        self._go_on(after)

    def _teach_one(self, place: Place, felt: Felt) -> None:
        before = place_of(self.mapping, felt.box, felt.button)
        self._use(assigned(self.mapping, felt.box, felt.button, place))
        self.wanted = None
        name = self._name_of(felt.box, felt.button)
        words = word("{button}: {means}").format(button=name, means=called(place, self.names))
        if before is not None and before != place:
            lost = called(before, self.names)
            words = word("{words}. {lost} has no button now.").format(words=words, lost=lost)
        self._say(words, "good")

    # --- what the fingers on the glass do

    def _begin(self) -> None:
        self.wanted = None
        self.lesson = learn(self.seats.value)
        self._asked = self.lesson.wanted
        self._say("")

    def _skip(self) -> None:
        if self.lesson is not None:
            self._say("")
            self._go_on(self.lesson.skipped())

    def _stop(self) -> None:
        changed = self.lesson is not None
        self.lesson = self.wanted = None
        self._say(word("Stopped: nothing has changed.") if changed else "")

    def _go_on(self, lesson: Lesson) -> None:
        if lesson.asks_for is not None:
            self.lesson = lesson
            self.refresh()
            return
        self.lesson = None
        mapping = self.mapping
        for box in self._boxes:  # where all was skipped, each of them took part
            mapping = learned(mapping, lesson, self._asked, box)
        self._use(mapping)
        self._say(word("Done. Press any button to try it."), "good")

    def _tapped(self, place: Place, at: tuple[float, float]) -> None:
        """One place alone; in a lesson it is the next one asked for."""
        if not self._present:
            self.toast(self._missing(), at)
            return
        if self.lesson is not None:
            self.toast(word("The lesson asks for one after the other: Skip or Stop it first."), at)
            return
        self.wanted = None if place == self.wanted else place
        self._say("")

    def _unassign(self) -> None:
        if self.wanted is not None:
            mapping = self.mapping
            for box in self._boxes:
                mapping = unassigned(mapping, box, self.wanted)
            self._use(mapping)
            self._say(word("{means} has no button.").format(means=called(self.wanted, self.names)))
            self.wanted = None
            self.refresh()

    def _wire(self) -> None:
        self._use(default_mapping(), {})
        self._say(word("Every button means what it is wired for."), "good")

    def _clear(self) -> None:
        """The second tap clears, but not that of a double tap: nobody wants to teach eighteen buttons again for a
        slip.
        """
        if not self.clear.marked:
            self._warned_at = monotonic()
            self._say(word("Tap it again, and no button means anything any more."), "warn")
            self.clear.marked = True
            self.clear.again()
            return
        if monotonic() - self._warned_at < READ_S:
            return
        self._use(Mapping())
        self._say(word("No button means anything now. Everything can be touched on the glass."))

    def _count(self, _seats: int) -> None:
        self._say("")

    # --- inside

    @property
    def _present(self) -> bool:
        return self.device is not None and self.desk.box.ok

    @property
    def _boxes(self) -> tuple[str, ...]:
        """The boxes that are there; where none is, the one that was there, or any ("")."""
        if self.device is None:
            return ("",)
        return self.device.devices or (self.device.device,)

    @property
    def _several(self) -> bool:
        """Whether a button needs its box's name: one that is missing for a moment may be the next to be pressed."""
        return self.device is not None and len(self.device.devices) + len(self.device.missing) > 1

    def _use(self, mapping: Mapping, saved: dict[str, Any] | None = None) -> None:
        """From now on, and at the next start."""
        self.mapping = mapping
        if self.device is not None:
            self.device.mapping = mapping
        self.app.change(buttons=mapping.to_dict() if saved is None else saved)

    def _say(self, words: str, role: str = "quiet") -> None:
        self.said, self._role = words, role
        self.clear.marked = False
        self.refresh()

    def _missing(self) -> str:
        why = self.desk.box.why or word("no button box is here")
        return f"{why[:1].upper()}{why[1:]}. " + word("Nothing is missing: everything can be touched on the glass.")

    @property
    def task(self) -> str:
        """What is to be done now, in a sentence."""
        if not self._present:
            return self._missing()
        place = self.lesson.asks_for if self.lesson is not None else self.wanted
        if place is not None:
            return word("{name}: press the button for “{meaning}”.").format(
                name=named(place.seat, self.names), meaning=word(place.meaning)
            )
        return word("Press any button: its place lights up. Tap a place to give it another button.")

    def refresh(self) -> None:
        """The box came or went, or something was taught."""
        self.begin.say(self.begin.words, why="" if self._present else self._missing())
        self.grid.seats(self.seats.value, self.names)
        self._show()
        self._place()
        self.again()

    def _show(self) -> None:
        """Lit places and lamps; places and their buttons."""
        mapping = self.mapping if self.lesson is None else self.lesson.learned
        wanted = self.lesson.asks_for if self.lesson is not None else self.wanted
        lit = {place_of(mapping, box, button) for box, button in self._lit}
        boxes, several = self._boxes, self._several
        for cell in self.grid.cells:
            buttons = self._buttons(cell.place, mapping, boxes)
            cell.show(buttons, several=several, asked=cell.place == wanted, lit=cell.place in lit)
        shining = frozenset(self._lit)
        if self.device is not None and shining != self._shining:
            self._shining = shining
            self.device.light(shining, mapping)

    def _buttons(self, place: Place, mapping: Mapping, boxes: tuple[str, ...]) -> tuple[Contact, ...]:
        if self.lesson is not None:
            return tuple(contact for contact, found in mapping.places.items() if found == place)
        found = ((box, button_of(mapping, box, place)) for box in boxes)
        return tuple((box, button) for box, button in found if button is not None)

    # --- how it looks

    def lay(self, body: brush.Box) -> None:
        """Places left; task, what was heard, and buttons right."""
        left, self._side = columns_in(body, 0, 430, gap=26)
        put(self.grid, left)
        self._place()
        self.again()

    def _place(self) -> None:
        if not hasattr(self, "_side"):
            return
        self._task, self._said, self._words, upper, lower = rows_in(self._side, 0, 150, 30, 78, 78, gap=12)
        mode = "lesson" if self.lesson is not None else "one" if self.wanted is not None else "idle"
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
        brush.panel(self._task, "panel", 14)
        x, y, width, height = self._task
        head, text = rows_in((x + dp(18), y + dp(14), width - dp(36), height - dp(28)), 30, 0, gap=6)
        far = ""
        if self.lesson is not None:
            far = f"{len(self._asked) - len(self.lesson.wanted) + 1} / {len(self._asked)}"
        present = self._present
        ids = ", ".join(box[-4:] for box in self._boxes)
        here = (word("Box {ids}") if len(self._boxes) == 1 else word("Boxes {ids}")).format(ids=ids) if present else ""
        brush.text(far or here, head, 22, "quiet", align="left")
        brush.text(self.task, text, 36, "ink" if present else "quiet", bold=present, align="left", valign="top")
        brush.text(self.said, self._said, 26, self._role, align="left", valign="top")
        if self._idle:
            brush.text(word("How many seats"), columns_in(self._words, 0, 0)[1], 20, "quiet")

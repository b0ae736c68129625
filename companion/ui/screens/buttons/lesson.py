"""The button lesson without the screen: what is asked for, what a press or a tap makes of it, what is said. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.devices.box import Button
from companion.devices.button_map import assigned, button_of, learned, unassigned
from companion.i18n import word
from companion.ui.screens.buttons.button_filter import ButtonOutcome, ButtonReport
from companion.ui.screens.buttons.labels import MEANING_WORDS, button_called, called, named
from firmware_bridge.host.button_map import ButtonLesson as Course
from firmware_bridge.host.button_map import ButtonMap, Place, default_mapping, learn

Mode = Literal["idle", "lesson", "one"]
"""Nothing is asked for; one place after the other is; one alone is."""


@dataclass(frozen=True)
class Boxes:
    """The boxes of this table: the ids of those that are `here`, or of the one that was ("" for any), and of those that
    are `away`, perhaps only for a moment.
    """

    here: tuple[str, ...] = ("",)
    away: tuple[str, ...] = ()

    @property
    def several(self) -> bool:
        """Whether a button is called with its box's name."""
        return len(self.all) > 1

    @property
    def all(self) -> tuple[str, ...]:
        """All of them: what is taken away here must not come back with a box that was gone for a moment."""
        return self.here + self.away

    def called(self, contact: Button) -> str:
        """A button of theirs in words."""
        return button_called(contact, several=self.several)


@dataclass(frozen=True)
class ButtonLesson:
    """What the buttons mean, and the place that is asked for: by a `course` of many, or because it was `tapped`.

    Every act gives the lesson after it, with what there is to say (`said`, in the colour of its `role`). Where its
    `mapping` is another one, that holds from then on; a course changes it only when it is over.
    """

    mapping: ButtonMap
    names: tuple[str, ...] = ()
    course: Course | None = None
    tapped: Place | None = None
    asked: tuple[Place, ...] = ()
    said: str = ""
    role: str = "quiet"

    @property
    def mode(self) -> Mode:
        """What goes on."""
        return "lesson" if self.course is not None else "one" if self.tapped is not None else "idle"

    @property
    def asks_for(self) -> Place | None:
        """The place whose button should be pressed now."""
        return self.course.asks_for if self.course is not None else self.tapped

    @property
    def task(self) -> str:
        """What is to be done now, in a sentence."""
        place = self.asks_for
        if place is None:
            return word("Press any button: its place lights up. Tap a place to give it another button.")
        name, meaning = named(place.seat, self.names), MEANING_WORDS[place.meaning]
        return word("{name}: press the button for “{meaning}”.", name=name, meaning=meaning)

    @property
    def far(self) -> str:
        """How far the course is: `2 / 18`."""
        if self.course is None:
            return ""
        return f"{len(self.asked) - len(self.course.wanted) + 1} / {len(self.asked)}"

    @property
    def shown(self) -> ButtonMap:
        """What buttons are shown to mean: in a course, what was taught in it."""
        return self.mapping if self.course is None else self.course.learned

    def buttons(self, place: Place, boxes: Boxes) -> tuple[Button, ...]:
        """The buttons that are shown to mean this."""
        if self.course is not None:
            return tuple(contact for contact, found in self.course.learned.places.items() if found == place)
        found = ((box, button_of(self.mapping, box, place)) for box in boxes.here)
        return tuple((box, button) for box, button in found if button is not None)

    @property
    def saved(self) -> dict[str, Any]:
        """The mapping for the settings; {} says: as it is wired."""
        return {} if self.mapping == default_mapping() else self.mapping.to_dict()

    def saying(self, words: str, role: str = "quiet") -> ButtonLesson:
        """The same with other words."""
        return replace(self, said=words, role=role)

    # --- what is tapped

    def begun(self, seats: int) -> ButtonLesson:
        """A course for this many seats, from its beginning."""
        course = learn(seats)
        return replace(self, course=course, asked=course.wanted, tapped=None).saying("")

    def skipped(self, boxes: Boxes) -> ButtonLesson:
        """The place now asked for gets no button."""
        return self if self.course is None else self._gone_on(self.course.skipped(), boxes)

    def stopped(self) -> ButtonLesson:
        """Nothing is asked for any more."""
        words = word("Stopped: nothing has changed.") if self.course is not None else ""
        return replace(self, course=None, tapped=None).saying(words)

    def asking(self, place: Place) -> ButtonLesson:
        """One place alone is asked for; tapped again, it is let be."""
        return replace(self, tapped=None if place == self.tapped else place).saying("")

    def without_button(self, boxes: Boxes) -> ButtonLesson:
        """The place that was tapped has no button, on none of these boxes."""
        if self.tapped is None:
            return self
        mapping = self.mapping
        for box in boxes.all:
            mapping = unassigned(mapping, box, self.tapped)
        words = word("{place} has no button now.", place=called(self.tapped, self.names))
        return replace(self, mapping=mapping, tapped=None).saying(words)

    def as_wired(self) -> ButtonLesson:
        """What was taught is forgotten."""
        words = word("Every button means what it is wired for.")
        return replace(self, mapping=default_mapping()).saying(words, "good")

    def cleared(self) -> ButtonLesson:
        """No button means anything."""
        words = word("No button means anything now. You can do everything on the screen.")
        return replace(self, mapping=ButtonMap()).saying(words)

    # --- what is pressed

    def went_down(self, contact: Button, boxes: Boxes) -> ButtonLesson:
        """Where nothing is asked for, a button is tried: what it means is said."""
        if self.mode != "idle":
            return self
        place, name = self.mapping.place(*contact), boxes.called(contact)
        if place is None:
            words = word("{button} means nothing yet. Tap a place, then press the button.", button=name)
            return self.saying(words, "warn")
        return self.saying(self._means(name, place), "good")

    def felt(self, felt: ButtonReport, boxes: Boxes) -> ButtonLesson:
        """A press answers what is asked; what was none is said."""
        contact = felt.box, felt.button
        if felt.outcome is ButtonOutcome.PRESSED:
            if self.course is not None:
                return self._answered(self.course, contact, boxes)
            return self if self.tapped is None else self._given(self.tapped, contact, boxes)
        name = boxes.called(contact)
        words = {
            ButtonOutcome.STUCK: word(
                "{button} stays down. If nobody holds it, it is stuck and does not count.", button=name
            ),
            ButtonOutcome.CHATTERING: word(
                "{button} has a loose contact and does not count. Press another one.", button=name
            ),
            ButtonOutcome.TOGETHER: word("Several buttons at once: one at a time, please."),
        }
        return self.saying(words[felt.outcome], "warn")

    def _answered(self, course: Course, contact: Button, boxes: Boxes) -> ButtonLesson:
        place, name = course.asks_for, boxes.called(contact)
        after = course.taught(*contact)
        if after == course:
            has = called(course.learned.places[contact], self.names)
            return self.saying(word("{button} is {place} already.", button=name, place=has), "warn")
        assert place is not None
        return self._gone_on(after, boxes, self._means(name, place), "good")

    def _gone_on(self, course: Course, boxes: Boxes, words: str = "", role: str = "quiet") -> ButtonLesson:
        if course.asks_for is not None:
            return replace(self, course=course).saying(words, role)
        mapping = self.mapping
        for box in boxes.all:  # where all was skipped, each of them took part
            mapping = learned(mapping, course, self.asked, box)
        words = word("Done. Press any button to try it.")
        return replace(self, mapping=mapping, course=None).saying(words, "good")

    def _given(self, place: Place, contact: Button, boxes: Boxes) -> ButtonLesson:
        before, mapping = self.mapping.place(*contact), assigned(self.mapping, *contact, place)
        words = self._means(boxes.called(contact), place)
        if before is not None and before != place:
            words = self._with_loss(words, before, mapping, contact[0], boxes)
        return replace(self, mapping=mapping, tapped=None).saying(words, "good")

    def _with_loss(self, words: str, lost: Place, mapping: ButtonMap, box: str, boxes: Boxes) -> str:
        """Adds that a place has lost its button on a box; it may have others left."""
        if button_of(mapping, box, lost) is not None:
            return words
        name = called(lost, self.names)
        if any(button_of(mapping, other, lost) is not None for other in boxes.here):
            return word("{words}. {lost} has no button on box {id} now.", words=words, lost=name, id=box[-4:])
        return word("{words}. {lost} has no button now.", words=words, lost=name)

    def _means(self, button: str, place: Place) -> str:
        return word("{button}: {place}", button=button, place=called(place, self.names))

"""What is thrown while the tray is set up: a die to measure by, dice to teach. None of it counts in a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from calibration.wizard.wizard import Progress, Wizard
from companion.i18n import word
from companion.ui.screens.tray_setup.dice_measure import only_box, turn_of

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.referee.signals import DiceSeen
    from companion.ui.screens.tray_setup.worker import TraySetup

_COLOURS = ("red", "blue", "green", "white", "yellow", "black")
"""The dice a rendered tray throws, in this order."""


class TrayThrows:
    """The throws for a tray's set-up: each is used once, at the step it was made at. `toast` says
    a sentence to the person.
    """

    def __init__(self, controller: TableController, toast: Callable[[str], object]) -> None:
        self._controller, self._toast = controller, toast
        self.last_seen: DiceSeen | None = controller.seen
        self._measured: DiceSeen | None = None  # the die that gave the scale

    def look(self, setup: TraySetup, image: Any, die_mm: float) -> None:
        """Hand a throw that was read since the last look to the wizard, where its step wants one."""
        seen = self._controller.seen
        if seen is None or seen is self.last_seen:
            return
        self.last_seen = seen
        if setup.step == "dice":
            self._teach(setup, seen, image)
        elif setup.step == "plane" and len(seen.dice) == 1:
            self._measured = seen
            self.measure(setup, die_mm)

    def measure(self, setup: TraySetup, die_mm: float) -> None:
        """The scale by the one die that lies there where there is no chart; it is as large as is said now."""
        seen = self._measured
        if seen is None:
            return

        def scale(wizard: Wizard) -> Progress:
            return wizard.scale(only_box(seen, wizard.draft.height, wizard.draft.width), turn_of(seen), die_mm)

        setup.do(scale)

    def throw(self, setup: TraySetup) -> None:
        """A rendered tray throws by itself."""
        if not self._controller.tray.moving:
            known = len(setup.answer.draft.dice)
            self._controller.devices.throw(_COLOURS if setup.step == "result" else _COLOURS[known % 6 : known % 6 + 1])

    def _teach(self, setup: TraySetup, seen: DiceSeen, image: Any) -> None:
        if seen.sure and not seen.dice:
            return  # the die was taken up
        if len(seen.dice) != 1:
            self._toast(word("Throw one die alone, please."))
            return
        box = only_box(seen, *image.shape[:2])
        owner = seen.dice[0].colour or word("the first die")
        setup.do(lambda wizard: wizard.die(owner, image, box))

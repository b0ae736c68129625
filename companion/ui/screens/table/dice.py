"""What the players do about dice on the table screen: enter a roll, settle a reading, correct the last roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from companion.core.events import Face, Rolled
from companion.core.text import listed
from companion.i18n import word
from companion.ui.screens.table import overlay_guard
from companion.ui.screens.table.dialogs import ReadPicture, last_throw_card
from companion.ui.widgets.painted import Words
from companion.ui.widgets.review import ReviewCard
from companion.views.dice_views import slots_for
from companion.views.tray_views import rolled_since

if TYPE_CHECKING:
    from companion.record.session import Entry
    from companion.referee.signals import DiceSeen, Share
    from companion.ui.screens.table.screen import TableScreen

QUICK_S = 1.0
"""Whoever taps “Throw” again sooner still sees the hand in the tray and needs no answer (our choice)."""


class TableDice:
    """Opens the cards about dice and hands their answers to the controller."""

    def __init__(self, host: TableScreen) -> None:
        self._host = host
        self._thrown: tuple[int, float] = (-1, 0.0)  # the seat whose dice were thrown last, and when

    def enter(self, seat: int) -> None:
        """Opens the card on which a seat enters its roll by hand."""
        host, session = self._host, self._host.controller.session
        view = host.view.seats[seat] if host.view is not None else None
        if session is None or view is None or view.roll is None:
            return
        colours = tuple(dict.fromkeys(view.roll.colours))
        card = ReviewCard(
            view.prompt,
            slots_for(view.roll),
            lambda faces: host.submit(Rolled(seat, faces)),
            colours=colours if len(colours) > 1 else (),
            colour=session.table.colour(seat),
        )
        host.open(
            card,
            seat,
            word("What was rolled?"),
            offers=partial(overlay_guard.roll_of, session, seat),
            anew=lambda table: table.dice.enter(seat),
        )

    def throw(self, seat: int) -> None:
        """Throw a seat's dice into a rendered tray, or say that the throw before has to be read first."""
        controller, now = self._host.controller, monotonic()
        thrower, began = self._thrown
        controller.throw(seat)
        if not controller.tray.moving:
            self._thrown = seat, now
        elif seat != thrower or now - began >= QUICK_S:
            words = word("The dice in the tray are not read yet.")
            self._host.toast(words, seat, holds=lambda: controller.tray.moving)

    def settle(self, faces: tuple[Face, ...], seats: tuple[int, ...] = ()) -> None:
        """The players say what the dice of the pending reading show, and whose they are where nothing else tells."""
        pending = self._host.controller.pending_review
        seat = None if pending is None else pending.seat
        self._host.judged(self._host.controller.settle(faces, seats=seats), seat)

    def dismiss(self) -> None:
        """The pending reading was no roll."""
        self._host.controller.dismiss()

    def throw_again(self, leaning: Sequence[Share]) -> None:
        """The dice at these places of the pending reading lean, and only they are thrown again."""
        self._host.controller.throw_again(leaning)

    def is_no_die(self, box: Share) -> None:
        """What lies there is no die: the camera looks at the others again."""
        self._host.controller.devices.is_no_die(box)
        self._host.toast(word("The camera looks again, without it."))

    def correct(self, throw: Sequence[Entry], faces: tuple[Face, ...], seen: DiceSeen) -> None:
        """The throw was read wrong: these faces count in its place, if it still is the last one."""
        self._host.close()
        if self._is_last(throw):
            self._host.judged(self._host.controller.correct(faces, seen), throw[0].event.seat)

    def no_roll(self, throw: Sequence[Entry], leaning: Sequence[Share] = ()) -> None:
        """The throw was none: its rolls are taken out, if it still is the last one; dice that lean are thrown again."""
        self._host.close()
        if self._is_last(throw):
            rows = dict.fromkeys(entry.seq for entry in throw)
            if self._host.judged(self._host.controller.amend(rows), throw[0].event.seat) and leaning:
                self.throw_again(leaning)

    def _is_last(self, throw: Sequence[Entry]) -> bool:
        if self._host.controller.last_throw() == throw:
            return True
        self._host.toast(word("More has happened since then. See the history."))
        return False

    def open_tray(self) -> None:
        """The last roll to correct, else the last picture, else the card of the next seat that is to roll."""
        host, controller = self._host, self._host.controller
        if controller.pending_review is not None:
            return
        throw = last_throw_card(controller, self)
        asked = next((seat.seat for seat in host.view.seats if seat.roll is not None), None) if host.view else None
        if throw is not None and host.view is not None:
            rolls = controller.last_throw()
            each = dict.fromkeys(host.view.seats[roll.event.seat].name for roll in rolls if roll.event.seat is not None)
            names = listed(list(each), "and")
            earlier = host.view.tray.earlier or rolled_since(host.panel.session, {roll.seq for roll in rolls})
            title = word("An earlier roll: {names}", names=names) if earlier else word("Roll: {names}", names=names)
            host.open(throw, None, title, anew=lambda table: table.dice.open_tray())
        elif controller.seen is not None and controller.seen.picture:
            host.open(ReadPicture(controller.seen), None, word("What the camera saw last"))
        elif asked is not None:
            self.enter(asked)
        else:
            nothing = Words(word("No roll is due: there are no dice to enter or to correct."), 26, align="center")
            host.open(nothing, None, word("The tray"))

"""The twin of the people at the table: it throws dice, presses buttons and, where it must, touches the glass.

It sees what people see (asks, readings, leds) and acts through what people have: the hand over the tray, the
fingers on the box, the glass. It lives at the same thread as the desk and is called again and again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from companion.app.controller import TableController
from companion.core.asks import Ask, Key
from companion.core.events import Face, Rolled
from companion.core.game import Volunteer, decided
from companion.referee.verdicts import Accepted

if TYPE_CHECKING:
    from companion.core.events import Event
    from companion.core.game import Bot, MakeBot
    from companion.referee.signals import DiceSeen

PATIENCE_S = 12.0
"""After so long without anything coming of an act, people try again."""
LONG_PATIENCE_S = 60.0
"""While the dice are seen to roll, people wait longer: a slow machine takes its time."""
BREATH_S = 0.25
"""Between two acts of different kinds people look up: a press sooner than they can have seen the question is none."""


def thrown(ask: Ask, random: Random) -> Rolled:
    """The dice that are asked for, as chance has it."""
    assert ask.roll is not None
    colours = ask.roll.colours or ("",) * ask.roll.count
    return Rolled(ask.seat, tuple(Face(random.randint(1, 6), colour) for colour in colours))


class SimulatedPlayers:
    """Plays every seat of the desk's game. `step` does at most one thing and never waits."""

    def __init__(
        self, controller: TableController, random: Random, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.controller, self.random = controller, random
        self._now = now
        self._bot: Bot | None = None
        self._session = ""
        self._seq = -1
        self._waiting_until = 0.0
        self._wanted: Event | None = None
        self._decided = False
        self._pressed: tuple[int, int | None] | None = None
        self._rested = 0.0
        self._judged: DiceSeen | None = None
        self._looked_at = ("", -1)

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return self.controller.session is not None and self.controller.session.outcome() is not None

    def step(self) -> None:
        """Look at the table and do the next thing, if it is time."""
        session = self.controller.session
        if session is None or self.done or self.controller.paused:
            return
        self._meet()
        now = self._now()
        if session.seq != self._seq:
            self._seq, self._wanted, self._decided, self._pressed = session.seq, None, False, None
            self._waiting_until, self._rested = 0.0, now + BREATH_S
        if now < self._rested:
            return
        if self._volunteered():
            return
        self._decide(session.asks()[0])
        if self._wanted is None:
            self._throw(now)
        else:
            self._bring_about(self._wanted, now)

    @property
    def throwing(self) -> bool:
        """Whether the next thing that can happen is that dice are thrown."""
        return self._decided and self._wanted is None

    def _meet(self) -> None:
        """Learn the game at this desk."""
        session = self.controller.session
        assert session is not None
        if session.id == self._session:
            return
        if session.game.bot is None:
            raise ValueError(f"nobody here can play {session.game.title}: it has no bot")
        make: MakeBot = import_module(session.game.bot).make
        self._bot = make(session.table, session.options, self.random)
        self._session, self._seq = session.id, -1

    def _volunteered(self) -> bool:
        """Whether somebody did something unasked; each state is looked at once."""
        session = self.controller.session
        assert session is not None
        bot: object = self._bot
        if self._looked_at == (session.id, session.seq) or not isinstance(bot, Volunteer):
            return False
        self._looked_at = (session.id, session.seq)
        event = bot.volunteer(session.state)
        return event is not None and isinstance(self.controller.touch(event), Accepted)

    def _decide(self, ask: Ask) -> None:
        """Ask the bot, once for each state unless nothing came of it."""
        if not self._decided:
            assert self._bot is not None
            assert self.controller.session is not None
            self._wanted, self._decided = decided(self._bot, self.controller.session.state, ask), True

    def _throw(self, now: float) -> None:
        """Throw the dice that are asked for; a doubtful throw is thrown again, as people do."""
        if self.controller.tray.moving:
            self._judged = None
        elif (
            self.controller.seen is not None and self.controller.seen.dice and self.controller.seen is not self._judged
        ):
            self._judged = self.controller.seen  # what they threw was seen, and did not count: they throw again
            self.controller.dismiss()
            self._waiting_until = 0.0
        patience = LONG_PATIENCE_S - PATIENCE_S if self.controller.tray.moving else 0.0
        if now < self._waiting_until + patience or not self.controller.devices.can_throw:
            return
        self.controller.throw()
        self._waiting_until = now + PATIENCE_S

    def _bring_about(self, wanted: Event, now: float) -> None:
        """What the bot wants: by the seat's buttons where it is on the list, else on the glass."""
        assert self.controller.session is not None
        seat = wanted.seat
        choices = [choice for one in self.controller.session.asks() if one.seat == seat for choice in one.choices]
        index = next((number for number, choice in enumerate(choices) if choice.event == wanted), None)
        if index is None or not self._can_press(seat):
            self.controller.touch(wanted)
            self._wanted, self._decided = None, False
            return
        pointer = self.controller.pointers.get(seat)
        if self._pressed == (seat, pointer) and now < self._waiting_until:
            return  # the press is still on its way
        direct = choices[index].key
        if direct is not None and pointer is None:
            key = direct
        else:
            key = Key.YES if pointer == index or (pointer is None and len(choices) == 1) else Key.NEXT
        self._press(seat, key)
        self._pressed, self._waiting_until = (seat, pointer), now + PATIENCE_S

    def _can_press(self, seat: int) -> bool:
        box = self.controller.devices.box_device
        if box is None or box.fingers is None or not self.controller.devices.box.ok:
            return False
        return all(box.button(seat, key) is not None for key in (Key.YES, Key.NEXT))

    def _press(self, seat: int, key: Key) -> None:
        box = self.controller.devices.box_device
        button = box.button(seat, key) if box is not None else None
        if box is not None and box.fingers is not None and button is not None:
            box.fingers.press(button)

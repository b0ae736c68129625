"""Simulated players, who throw dice, press buttons and, if they must, touch the screen.

They see what people see (asks, readings) and act as people do, on the controller's thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from random import Random

from companion.app.controller import TableController
from companion.core.asks import Ask, Key
from companion.core.bots import Bot, MakeBot, Volunteer, decided
from companion.core.events import Event, Face, Rolled
from companion.record.session import Session
from companion.referee.signals import DiceSeen
from companion.referee.verdicts import Accepted

PATIENCE_S = 12.0
"""How long to wait for the effect of an action before repeating it, seconds."""
LONG_PATIENCE_S = 60.0
"""The same while dice roll, for slow machines, seconds."""
PAUSE_S = 0.25
"""Pause between two actions, seconds: a press before anybody can have seen the question does not count."""


def thrown(ask: Ask, random: Random) -> Rolled:
    """Return the dice that are asked for, with random faces."""
    assert ask.roll is not None
    colours = ask.roll.colours or ("",) * ask.roll.count
    return Rolled(ask.seat, tuple(Face(random.randint(1, 6), colour) for colour in colours))


class SimulatedPlayers:
    """Plays every seat of the controller's game. `step` does at most one thing and never waits."""

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
        self._volunteered_at = -1

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return self.controller.session is not None and self.controller.session.outcome() is not None

    @property
    def throwing(self) -> bool:
        """Whether the next action is a throw."""
        return self._decided and self._wanted is None

    def step(self) -> None:
        """Do the next thing, if it is time."""
        session = self.controller.session
        if session is None or self.done or self.controller.paused:
            return
        bot, now = self._bot_for(session), self._now()
        if session.seq != self._seq:
            self._seq, self._wanted, self._decided, self._pressed = session.seq, None, False, None
            self._waiting_until, self._rested = 0.0, now + PAUSE_S
        if now < self._rested:
            return
        if self._volunteered(bot, session):
            return
        if not self._decided:
            self._wanted, self._decided = decided(bot, session.state, session.asks()[0]), True
        if self._wanted is None:
            self._throw(now)
        else:
            self._bring_about(session, self._wanted, now)

    def _bot_for(self, session: Session) -> Bot:
        """Return the bot that plays this session."""
        if self._bot is None or session.id != self._session:
            if session.game.bot is None:
                raise ValueError(f"{session.game.title} cannot be played by simulated players: it has no bot")
            make: MakeBot = import_module(session.game.bot).make
            self._bot = make(session.table, session.options, self.random)
            self._session, self._seq, self._volunteered_at = session.id, -1, -1
        return self._bot

    def _volunteered(self, bot: object, session: Session) -> bool:
        """Let the bot do something unasked, once per state, and return whether it did."""
        if self._volunteered_at == session.seq or not isinstance(bot, Volunteer):
            return False
        self._volunteered_at = session.seq
        event = bot.volunteer(session.state)
        return event is not None and isinstance(self.controller.touch(event), Accepted)

    def _throw(self, now: float) -> None:
        """Throw the dice that are asked for, and again if the throw did not count."""
        moving, seen = self.controller.tray.moving, self.controller.seen
        if moving:
            self._judged = None
        elif seen is not None and seen.dice and seen is not self._judged:
            self._judged = seen
            self.controller.dismiss()
            self._waiting_until = 0.0
        patience = LONG_PATIENCE_S - PATIENCE_S if moving else 0.0
        if now < self._waiting_until + patience or not self.controller.devices.can_throw:
            return
        self.controller.throw()
        self._waiting_until = now + PATIENCE_S

    def _bring_about(self, session: Session, wanted: Event, now: float) -> None:
        """Do what the bot wants, by the seat's buttons if it is a choice, or else on the screen."""
        seat = wanted.seat
        choices = [choice for ask in session.asks() if ask.seat == seat for choice in ask.choices]
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
        devices = self.controller.devices
        box = devices.box_device
        if box is None or box.fingers is None or not devices.box.ok:
            return False
        return all(box.button(seat, key) is not None for key in (Key.YES, Key.NEXT))

    def _press(self, seat: int, key: Key) -> None:
        box = self.controller.devices.box_device
        if box is not None and box.fingers is not None and (button := box.button(seat, key)) is not None:
            box.fingers.press(button)

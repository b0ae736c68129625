"""Bots at seats beside people: they roll their own dice and choose what a person would touch."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from random import Random

from companion.app.bot_seats import BotSeats
from companion.app.controller import TableController
from companion.bots.players import thrown
from companion.core.bots import Bot, MakeBot, Volunteer, decided
from companion.core.events import Event
from companion.core.schema import AnySeat, fields_of
from companion.record.journal import Origin
from companion.record.session import Session
from companion.referee.verdicts import Accepted

THINKING_S = 1.5
"""Pause before a bot acts after a change of the table, seconds, so that people can follow."""
ANSWER_S = 4.0
"""The same if people may answer what happened, seconds."""
TRIES = 20
"""Number of choices after which a bot that would act for people leaves it: it plays whole tables in tests."""
TAKEN_BACK_S = 6.0
"""The same after an undo, seconds: people may want to take back more."""


class SeatBots:
    """Plays the seats in `seats` of the open game; dice in the tray are nobody's roll there. `step` does at most one
    thing and never waits.

    Refused actions are not repeated: people can act for the bot.
    """

    def __init__(
        self,
        controller: TableController,
        seats: BotSeats,
        random: Random,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._controller, self._seats, self._random, self._now = controller, seats, random, now
        controller.tray.bots = seats.of
        self._bot: tuple[str, Bot | None] = ("", None)
        self._seen = ("", -1)
        self._counted = 0  # events that counted when the table was last looked at
        self._acts_at = 0.0
        self._done_at = -1

    def step(self) -> None:
        """Act at the bots' seats if it is time."""
        session = self._controller.session
        seats = () if session is None else self._seats.of(session.id)
        if session is None or not seats or self._busy():
            return
        now = self._now()
        if self._seen != (session.id, session.seq):
            back = session.id == self._seen[0] and len(session.entries) < self._counted
            self._seen, self._counted = (session.id, session.seq), len(session.entries)
            self._acts_at, self._done_at = now + (TAKEN_BACK_S if back else self._pause(session, seats)), -1
        if now >= self._acts_at and self._done_at != session.seq:
            self._done_at = session.seq
            self._act(session, seats)
            self._counted = len(session.entries)

    def _busy(self) -> bool:
        """Return whether people or dice are in the middle of something."""
        controller = self._controller
        return bool(controller.paused) or controller.tray.moving or controller.pending_review is not None

    def _pause(self, session: Session, seats: tuple[int, ...]) -> float:
        answers = any(ask.optional and ask.choices for ask in session.asks() if ask.seat not in seats)
        return ANSWER_S if answers else THINKING_S

    def _act(self, session: Session, seats: tuple[int, ...]) -> None:
        bot = self._bot_for(session)
        if bot is None:
            return
        unasked = bot.volunteer(session.state) if isinstance(bot, Volunteer) else None
        if unasked is not None and _named(unasked) <= set(seats) and self._does(unasked):
            return
        ask = next((ask for ask in session.asks() if ask.seat in seats and not ask.optional), None)
        if ask is None:
            return
        for _ in range(TRIES):
            event = decided(bot, session.state, ask) or thrown(ask, self._random)
            if event.seat in seats:
                self._does(event)
                return

    def _does(self, event: Event) -> bool:
        """Submit an event of the bot and return whether it counts."""
        return isinstance(self._controller.touch(event, Origin.BOT), Accepted)

    def _bot_for(self, session: Session) -> Bot | None:
        """Return the bot of this session, or None if its game has none that may play beside people. In a practice game
        nobody has cards that it would have to see.
        """
        if self._bot[0] != session.id:
            game, bot = session.game, None
            if game.bot is not None and (game.bot_beside_people or self._controller.practice is not None):
                make: MakeBot = import_module(game.bot).make
                bot = make(session.table, session.options, self._random)
            self._bot = session.id, bot
        return self._bot[1]


def _named(event: Event) -> set[int]:
    """Return the seats an event is about. What a bot does unasked must not need a person's consent."""
    fields = fields_of(type(event)).values()
    return {getattr(event, field.name) for field in fields if isinstance(field.shape, AnySeat)}

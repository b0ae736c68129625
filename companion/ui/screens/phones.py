"""Phones, tablets and televisions: let in by a code, given a seat, sent away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app.phones import Phones
from companion.core.text import say
from companion.drawing.theme import LABEL, NUMBER, PROMPT
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.first_steps import PHONES, paint_steps
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.painted import HIDDEN, Words, columns_in, put, rows_in
from companion.ui.widgets.qr_picture import QrPicture
from companion.ui.widgets.value_inputs import Segments

_SHOWN_S = 1 / 4
"""Interval between looks at who is paired, seconds: phones come in on another thread."""
_LEFT, _HIGH, _STEP = 480, 72, 130
"""In dp: the width of the code's column and the heights of a paired browser and of a step."""
PLAYER, WATCH, TABLE, CAMERA = "player", "watch", "table", "camera"
"""Roles, as `companion.web.pairing` has them."""


class PhonesScreen(Screen):
    """The code on the left; on the right a switch, what the code is for, and who is paired."""

    title = say("Phones")
    card_inset = 150

    def __init__(self, app: Any, **kwargs: Any) -> None:
        self.back = "table" if app.controller.session is not None else "home"
        self.phones: Phones = app.phones
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """The code, and what is done about it."""
        self._shown: tuple[object, ...] = ()
        self._role = PLAYER
        self.picture = QrPicture(word("One moment…"))
        self.code = Words("", NUMBER, align="center", bold=True)
        self.link = Words("", LABEL, align="center")
        self.named = Words("", LABEL, "quiet", align="center")
        self.about = Words("", PROMPT)
        self.switch = Segments([(True, word("on")), (False, word("off"))], self.phones.on, self._switch)
        roles = [
            (PLAYER, word("A player's phone")),
            (WATCH, word("Somebody who looks, a television")),
            (TABLE, word("Another screen of the table")),
            (CAMERA, word("A camera")),
        ]
        self.roles = Segments(roles, self._role, self._choose)
        self.people = ChoicePages([], LABEL, 320, _HIGH)
        for widget in (
            self.picture,
            self.code,
            self.link,
            self.named,
            self.about,
            self.switch,
            self.roles,
            self.people,
        ):
            self.add_widget(widget)
        self._looking = Clock.schedule_interval(lambda _dt: self._look(), _SHOWN_S)
        self._look()

    def _switch(self, on: object) -> None:
        (self.phones.switch_on if on else self.phones.switch_off)()
        self._look()

    def _choose(self, role: Any) -> None:
        self._role = role
        self._look()

    def _look(self) -> None:
        """Show what is different since the last look."""
        phones = self.phones
        code, people = phones.code(self._role), tuple(phones.people())
        now = phones.on, phones.starting, phones.trouble, phones.link, phones.named, code, people
        if now == self._shown:
            return
        self._shown = now
        self.switch.chosen = phones.on or phones.starting
        self.code.words, self.link.words = code, f"{phones.link}?code={code}" if code else ""
        self.named.words = word("or {address}, then the code", address=phones.named) if phones.named else ""
        if code:
            self.picture.show_text(self.link.words)
        self.about.say(self._says, "danger" if phones.trouble else "ink")
        self.people.offer([(self._called(role), self._asking(name, role), False) for name, role in people])
        self._lay_all()

    @property
    def _says(self) -> str:
        phones = self.phones
        if phones.trouble:
            return translate(phones.trouble)
        if phones.starting:
            return word("One moment…")
        if not phones.on:
            return word(
                "Phones, tablets and a television in this room can show this game in their browsers. They need no app "
                "and no Internet."
            )
        return "" if phones.people() else word("No browser is paired yet.")

    def _called(self, role: str) -> str:
        """A paired browser as people call it."""
        kind, _, seat = role.partition(":")
        if kind == "seat":
            session = self.controller.session
            at = int(seat)
            if session is not None and at in session.table.seats:
                return session.table.name(at)
            return word("Seat {n}", n=at + 1)
        return {WATCH: word("Somebody who looks, a television"), CAMERA: word("A camera")}.get(kind, word("The table"))

    def _asking(self, name: str, role: str) -> Callable[[], object]:
        """Another place for a browser, or none."""

        def give(wanted: str) -> Callable[[], object]:
            def act() -> None:
                self.card.close()
                self.phones.give(name, wanted)
                self._look()

            return act

        def ask() -> None:
            session = self.controller.session
            seats = [] if session is None else [f"seat:{seat}" for seat in session.table.seats]
            others = [each for each in (*seats, WATCH, TABLE, CAMERA) if each != role]
            choices = [(self._called(each), give(each), False) for each in others]
            card = ChoicePages([*choices, (word("Take away"), give(""), False)], LABEL, 320, _HIGH)
            self.card.open(card, word("{who}: give another place", who=self._called(role)))

        return ask

    def gone(self) -> None:
        """Look no more; browsers stay."""
        self._looking.cancel()

    def lay(self, body: canvas.Box) -> None:
        """The code left, the rest right; while this is off only the switch and what it is for."""
        if not self.phones.on:
            for widget in (self.picture, self.code, self.link, self.named, self.roles, self.people):
                put(widget, HIDDEN)
            high = 3 * _STEP if body[3] > body[2] else _STEP
            about, self._steps, switch, _ = rows_in(body, 120, high, 72, 0, gap=24)
            put(self.about, about)
            put(self.switch, columns_in(switch, _LEFT, 0)[0])
        else:
            left, right = columns_in(body, _LEFT, 0, gap=36)
            side = min(left[2], left[3] - dp(180)) / dp(1)
            picture, code, link, named, _ = rows_in(left, side, 72, 36, 36, 0, gap=8)
            put(self.picture, picture)
            put(self.code, code)
            put(self.link, link)
            put(self.named, named)
            self._switched, switch, self._asked, roles, self._there, rest = rows_in(
                right, 28, 64, 28, 136, 28, 0, gap=8
            )
            put(self.switch, switch)
            put(self.roles, roles)
            people = bool(self._shown[-1])
            put(self.people, rest if people else HIDDEN)
            put(self.about, HIDDEN if people else rows_in(rest, 60, 0)[0])
        self.again()

    def paint(self) -> None:
        """What the rows are about."""
        super().paint()
        if not self.phones.on and hasattr(self, "_steps"):
            paint_steps(KivyCanvas(), canvas.in_units(self._steps), PHONES)
        if self.phones.on and hasattr(self, "_there"):
            canvas.text(word("Browsers in this network can join"), self._switched, LABEL, "quiet", align="left")
            canvas.text(word("The code is for"), self._asked, LABEL, "quiet", align="left")
            canvas.text(word("Paired: tap one to give it another place"), self._there, LABEL, "quiet", align="left")

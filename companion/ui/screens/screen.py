"""What all screens have in common: they fill the window, come and go, and refresh when something has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text, capital
from companion.drawing.geometry import Box
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.overlay import CardSlot
from companion.ui.widgets.painted import Drawn, put
from companion.ui.widgets.refusal_note import LOOKED_AT_S, Heading, Toast, beside_title, widths_of
from companion.views.tray_views import without_addresses

if TYPE_CHECKING:
    from companion.ui.kivy_app import CatsEyeApp

TITLE, _TITLE_SIZE = 76, 36  # dp: the height of a heading; units: the type of its title
_WHEEL = {"scrolldown": -1, "scrollup": 1}
"""Kivy names a wheel by what it does to the page: turned away from the hand it is "scrolldown"."""


class Screen(Drawn):
    """Made when it is gone to, thrown away when it is left. A subclass builds its widgets in `build`.

    `title` stands at the top with a button back to `back` (the name of a screen; "" for none).
    """

    title: Text | str = ""
    back = ""
    title_ends = 24
    """How far (dp) before the right edge the room of the title ends."""
    angle = 0
    card_inset = 60
    """Width (dp) of what is seen around a card."""

    def __init__(self, app: CatsEyeApp, **kwargs: Any) -> None:
        self.app, self.controller = app, app.controller
        self.card = CardSlot(self, self.card_place, self.card_inset, self.hush, self._card_goes)
        self._kept: float | None = None  # the width of the title beside what is said
        self._waits: tuple[Any, Sequence[Widget]] | None = None
        super().__init__(**kwargs)
        self._back = Button("← " + word("Back"), self._return, "quiet", 24) if self.back else None
        if self._back is not None:
            self.add_widget(self._back)
        self.build()
        self._lay_soon = Clock.create_trigger(lambda _dt: self._lay_all(), -1)
        self.bind(pos=self._lay_soon, size=self._lay_soon)

    @property
    def listed(self) -> object:
        """What is listed here, if that can change under a finger."""
        return None

    @property
    def opened(self) -> Widget | None:
        """The card that lies over the screen, if any."""
        return self.card.inner

    def card_place(self) -> Box:
        """What a card covers."""
        return self.box

    def build(self) -> None:
        """Makes the widgets."""

    def lay(self, body: canvas.Box) -> None:
        """Places the widgets; `body` is what the title leaves."""

    def refresh(self) -> None:
        """Something in the session changed."""

    def continue_from(self, before: Any) -> None:
        """Take over what was being entered on the same screen, which is built anew."""

    def hidden(self) -> None:
        """The screen is kept while another one is seen; `refresh` follows when it is seen again."""

    def gone(self) -> None:
        """The screen is being left."""

    def scrolled(self, by: int) -> None:
        """A mouse wheel was turned: one step towards the end, or (-1) towards the beginning."""

    def escape(self) -> None:
        """The key Escape: close the card on top, or go back to the screen before."""
        if self.card.overlay is not None:
            self.card.overlay.dismiss()
        elif self.back:
            self._return()

    @property
    def _back_wide(self) -> float:
        """The width of the button back: its words are written as large as people want all words."""
        return 0.0 if self._back is None else max(dp(130), canvas.text_width(self._back.words, 24, bold=True) + dp(24))

    @property
    def _head(self) -> Box:
        """Where the title stands, free of the button back."""
        left = self._back_wide + dp(30) if self.back else dp(24)
        return (self.x + left, self.top - dp(TITLE), self.width - left - dp(self.title_ends), dp(TITLE))

    def on_touch_down(self, touch: Any) -> bool:
        """Turn the wheel of a mouse into steps of what is long under it. What was said goes with the next finger of
        those it was said to: they have read it, or do what it asks for.
        """
        if not touch.is_mouse_scrolling:
            said = self._toasts
            self._forget_what_waits(touch)
            taken = bool(super().on_touch_down(touch))
            for each in said:
                if each.is_for(touch):
                    each.go()
            return taken
        step = _WHEEL.get(touch.button)
        if step is not None:
            top = self if self.card.overlay is None else self.card.overlay
            long = [each for each in top.walk(restrict=True) if hasattr(each, "scrolled") and _is_under(each, touch)]
            if long:
                long[-1].scrolled(step)
        return True

    def _return(self) -> None:
        """To the screen before."""
        self.app.go(self.back)

    def toast(self, words: str, *, role: str = "warn", holds: Callable[[], bool] = lambda: True) -> None:
        """Say a sentence in a heading: of the card that lies there, else of the screen; beside the title if there is
        room. Nothing is tapped there, so it covers nothing it could speak of. It goes by itself, with the next finger,
        or once it does not hold.
        """
        self.say_in(self.card.overlay or self, words, role, holds)

    def make_room(self, words: str) -> Box:
        """Return where a sentence stands in the heading; the title makes room."""
        self._kept, place = beside_title(self.title_widths, self._head, words)
        self.again()
        return place

    def take_back(self) -> None:
        """The title has the whole heading again."""
        self._kept = None
        self.again()

    @property
    def title_widths(self) -> tuple[float, ...]:
        """How wide the title can be."""
        return widths_of(translate(self.title), _TITLE_SIZE)

    def say_in(
        self, heading: Heading, words: str, role: str, holds: Callable[[], bool], others: Sequence[Widget] = ()
    ) -> None:
        """Say a sentence in this heading, instead of what was said before; fingers on `others` leave it there. It waits
        until a confirmation was read, unless it confirms something newer.
        """
        for said in self._toasts:
            if role == "good" or not said.is_unread:
                said.go()
        if not self._toasts:
            words = capital(without_addresses(words))
            self.add_widget(Toast(words, heading, self.center, role, holds, others, card=self.card.overlay))
            return
        again = partial(self.say_in, heading, words, role, holds, others)
        later = Clock.schedule_once(lambda _dt: holds() and self.parent is not None and again(), LOOKED_AT_S)
        self._waits = later, others

    def _forget_what_waits(self, touch: Any) -> None:
        """What could not be said yet is about the finger before this one."""
        if self._waits is not None and not any(each.collide_point(*touch.pos) for each in self._waits[1]):
            self._waits[0].cancel()

    def hush(self) -> None:
        """What was said goes, as a card is laid there; what was said on another card is read on top of this one."""
        for said in self._toasts:
            if not (said.is_unread and said.card is not None):
                said.go()

    def _card_goes(self, card: Widget) -> None:
        """What was said on the card before this one goes: it comes up nowhere else."""
        for said in self._toasts:
            if said.card not in {None, card}:
                said.go()

    def hush_outdated(self) -> None:
        """What was said goes if it does not hold."""
        for said in self._toasts:
            said.age(0.0)

    @property
    def _toasts(self) -> list[Toast]:
        return [child for child in self.children if isinstance(child, Toast)]

    def _lay_all(self) -> None:
        if self.width < dp(100) or self.height < dp(100):
            return
        if self._back is not None:
            put(self._back, (self.x + dp(12), self.top - dp(TITLE - 6), self._back_wide, dp(TITLE - 18)))
        head = dp(TITLE) if self.title else 0.0
        self.lay((self.x + dp(16), self.y + dp(16), self.width - dp(32), self.height - head - dp(20)))
        self.card.lay()

    def paint(self) -> None:
        """Paint the title; the window's own colour is the ground, which costs a third of a frame less."""
        if self.title:
            x, y, width, height = self._head
            kept = width if self._kept is None else self._kept
            canvas.text(translate(self.title), (x, y, kept, height), _TITLE_SIZE, bold=True, align="left")


def _is_under(widget: Widget, touch: Any) -> bool:
    """Whether a touch of the window is on this widget, however that is turned."""
    return bool(widget.collide_point(*widget.to_widget(*touch.pos)))

"""In the setup: what the three colours of the cards are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from catseye.colours import colour
from companion.games.catchy.card_faces import NAMED
from companion.i18n import translate
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn


class SuitNames(Drawn):
    """Three buttons; a tap goes on to the next colour that none of the others has."""

    wanted_wide = 360

    def __init__(self, names: Any, changed: Callable[[tuple[str, ...]], object], **kwargs: Any) -> None:
        self.names = [str(name) for name in names]
        self._changed = changed
        super().__init__(**kwargs)
        self.buttons = [Button(translate(colour(name)), self._next(at), size=20) for at, name in enumerate(self.names)]
        for button in self.buttons:
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)

    def _next(self, at: int) -> Callable[[], None]:
        def turn() -> None:
            known = [name for name in NAMED if name == self.names[at] or name not in self.names]
            here = known.index(self.names[at]) if self.names[at] in known else -1
            self.names[at] = known[(here + 1) % len(known)]
            self.buttons[at].say(translate(colour(self.names[at])))
            self._changed(tuple(self.names))

        return turn

    def _lay(self, *_: object) -> None:
        put_grid(self.buttons, self.box, 3, 8)

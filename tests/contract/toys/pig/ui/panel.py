"""The panel of Pig: who plays and what they have collected."""

from __future__ import annotations

from companion.games.pig import view_model

from companion.i18n import translate
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import rows_in


class Panel(game_panel.Panel):
    """Two lines of words."""

    def paint(self) -> None:
        """The two lines."""
        state = self.session.state
        upper, lower = rows_in(self.box, 0, 0)
        canvas.text(translate(view_model.heading(state)), upper, 48, bold=True)
        canvas.text(translate(view_model.collected(state)), lower, 36)

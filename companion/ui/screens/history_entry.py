"""What there is to see of one entry of the history: its picture; without one its dice, or the table after it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Scale, Translate
from kivy.metrics import dp

from companion.core.game import Game
from companion.core.text import say
from companion.drawing.geometry import inset
from companion.drawing.scene import Scene
from companion.drawing.theme import LABEL, PROMPT, SMALL
from companion.i18n import translate, word
from companion.record.entries import Entry
from companion.record.history import Line
from companion.record.session import Session
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.history_row import ORIGINS, UNKNOWN_ORIGIN
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import HIDDEN, Drawn, put, rows_in
from companion.ui.widgets.picture import Picture
from companion.views.local_time import wall
from companion.views.seating import seating

_DIE, _GAP, _SIGN = 104, 16, 48
"""The largest side of a die, the gap between two, the radius of a player's sign, in dp."""


class EntryPicture(Drawn):
    """Shows one entry after the other."""

    def __init__(self, **kwargs: Any) -> None:
        self._picture = Picture()
        self._play = Button("▶ " + word("Film"), self._play_film, "plain", SMALL)
        self._film: Path | None = None
        self._playing: Any = None
        self._line: Line | None = None
        self._has_picture = False
        self._after: tuple[Game, Scene] | None = None
        super().__init__(**kwargs)
        self.add_widget(self._picture)
        self.bind(pos=self._lay, size=self._lay)

    def show(
        self,
        line: Line | None,
        jpeg: bytes | None,
        after: tuple[Game, Scene] | None = None,
        film: Path | None = None,
    ) -> None:
        """Another entry, with its stored picture if it has one, the table `after` it if that can be drawn, and the file
        of its `film` if there is one.
        """
        self._stop_film()
        self._line, self._has_picture, self._after = line, jpeg is not None, after
        self._film = film
        self._picture.show_jpeg(jpeg)
        self._lay()
        self.again()

    def _lay(self, *_: object) -> None:
        put(self._picture, self.box if self._has_picture else HIDDEN)
        x, y, width = self.box[:3]
        self.remove_widget(self._play)
        if self._film is not None and self._has_picture:
            self.add_widget(self._play)
            put(self._play, (x + width - dp(140), y + dp(8), dp(132), dp(58)))

    def _play_film(self) -> None:
        from companion.devices.film import frames_of  # noqa: PLC0415  OpenCV is slow to import

        self._stop_film()
        frames, seconds = (
            frames_of(self._film.read_bytes()) if self._film is not None and self._film.exists() else ([], 1)
        )
        left = iter(frames)

        def show(_dt: float) -> bool:
            frame = next(left, None)
            if frame is not None:
                self._picture.show_frame(frame)
            return frame is not None and self.get_parent_window() is not None

        self._playing = Clock.schedule_interval(show, seconds)

    def _stop_film(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    def paint(self) -> None:
        """The dice, the table or the sign, and what that is."""
        if self._has_picture:
            return
        canvas.panel(self.box, "panel", 14)
        upper, lower = rows_in(self.box, 0, 48, gap=0)
        if self._after is not None and self._line is not None and not self._line.faces:
            canvas.text(word("The table after this"), lower, SMALL, "quiet")
            self._paint_table(*self._after, inset(upper, dp(12)))
            return
        if self._line is None:
            return
        canvas.text(word("There is no picture of this."), lower, SMALL, "quiet")
        x, y, width, height = upper
        middle = (x + width / 2, y + height / 2)
        faces = self._line.faces
        if not faces:
            if self._line.mark is not None:
                canvas.person_mark(self._line.mark, middle, dp(_SIGN))
            return
        side = min(dp(_DIE), (width - dp(_GAP)) / len(faces) - dp(_GAP))
        left = middle[0] - (len(faces) * (side + dp(_GAP)) - dp(_GAP)) / 2
        for at, face in enumerate(faces):
            canvas.die(face.value, face.colour, (left + at * (side + dp(_GAP)), middle[1] - side / 2, side, side))

    @staticmethod
    def _paint_table(game: Game, scene: Scene, room: canvas.Box) -> None:
        """The game's board as it lies on the table, made smaller as a whole."""
        assert game.board is not None, "only games with a board have a scene"
        middle = seating(len(scene.angles), 1280, 800, 1, game.depths).board
        share = min(room[2] / dp(middle[2]), room[3] / dp(middle[3]))
        x, y = room[0] + (room[2] - share * dp(middle[2])) / 2, room[1] + (room[3] - share * dp(middle[3])) / 2
        PushMatrix()
        Translate(x, y, 0)
        Scale(share, share, 1)
        game.board(KivyCanvas(), (0, 0, middle[2], middle[3]), scene)
        PopMatrix()


def table_after(session: Session, entry: Entry | None) -> tuple[Game, Scene] | None:
    """Return the game and its table as it was after an entry; None if nothing draws it."""
    if entry is None or session.game.board is None:
        return None
    entries = [each for each in session.entries if each.seq <= entry.seq]
    told = [(each.event, each.state) for each in entries]
    angles = (0,) * len(session.table.players)
    return session.game, Scene(entry.state, entries=told, angles=angles, still=True)


def paint_words(line: Line, box: canvas.Box) -> None:
    """Paint one entry in full: what happened, what was recorded first, how and when it came in."""
    upper, middle, lower = rows_in(box, 0, 30 if line.before is not None else 1, 34, gap=2)
    canvas.text(translate(line.text), upper, PROMPT, bold=True, align="left")
    if line.before is not None:
        first = translate(say("first recorded: {event}", event=line.before))
        canvas.text("\u270e " + first, middle, 20, "warn", align="left")
    sign, origin = ORIGINS.get(line.origin, UNKNOWN_ORIGIN)
    when = wall(line.at, "%Y-%m-%d %H:%M:%S")
    canvas.text(f"{sign} {translate(origin)}  ·  {when}", lower, LABEL, "quiet", align="left")

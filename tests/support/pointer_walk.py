"""A program that is used with a real pointer: it prints where to click next, and `done` at the end.

`python -m tests.support.pointer_walk WALK`. Each walk is a generator of functions that find the next widget.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from kivy.metrics import dp

from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.events import Corrected, Event, Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.ui.clock import every
from companion.ui.kivy_app import CatsEyeApp
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.review import ReviewCard

Find = Callable[[], Any]
"""The widget to click on, or None while it is not there."""
STEPS = ("+", "\N{MINUS SIGN}")
"""Words of the buttons that correct a count: no part of a turn."""
STEADY = 9
"""Consecutive looks, 0.1 s apart, in which a widget has lain at the same place before it is clicked on: for longer than
what has come up by itself takes no tap.
"""


class Spot:
    """A part of a widget, to click on."""

    def __init__(self, widget: Any, box: tuple[float, float, float, float]) -> None:
        self.to_window, self.center = widget.to_window, (box[0] + box[2] / 2, box[1] + box[3] / 2)


class Walk:
    """Finds widgets on the screens of a running app."""

    def __init__(self, app: Any) -> None:
        self.app, self.controller = app, app.controller

    def tappables(self, parent: Any) -> list[Any]:
        return [
            each
            for each in parent.walk(restrict=True)
            if isinstance(each, Tappable) and not each.why and each.width > 20 and each.x > -1000
        ]

    def button(self, words: str) -> Find:
        def find() -> Any:
            there = [each for each in self.tappables(self.app.stage) if str(getattr(each, "words", "")) == words]
            return there[0] if there else None

        return find

    def tile(self, game: str) -> Find:
        def find() -> Any:
            tiles = [each for each in getattr(self.app.screen, "tiles", []) if each.game.id == game]
            return tiles[0] if tiles and self.app.screen_name == "home" else None

        return find

    def review(self) -> Any:
        """The next click on the card on which a roll is entered."""
        card = self.app.screen.opened
        if not isinstance(card, ReviewCard):
            return None
        if all(slot.value for slot in card.slots):
            return self.button("Accept")()
        return next((each for each in card.faces if each.die.value == 4), None)

    @staticmethod
    def die(widget: Any) -> bool:
        """Whether this is a drawn die to tap on."""
        return hasattr(widget, "die")

    def turn(self) -> Any:
        """Whatever the seat that is asked can do first."""
        screen = self.app.screen
        if self.app.screen_name != "table" or screen.view is None:
            return None
        if screen.opened is not None:
            return self.review() or next(iter(self.tappables(screen.opened)), None)
        seat = next((each.seat for each in screen.view.seats if each.asked), None)
        if seat is None:
            return None
        places = [screen.strips[seat], *([screen.hands[seat]] if seat in screen.hands else []), screen.panel]
        if (wanted := self.button("Enter dice")() or self.square()) is not None:
            return wanted
        taps = [each for place in places for each in self.tappables(place)]
        return next((each for each in taps if getattr(each, "words", "") not in STEPS), None)

    def square(self) -> Any:
        """Return a place on the board that a touch may choose, or None."""
        panel = self.app.screen.panel
        boxes = [target.box for target in panel.targets.all if isinstance(target.means, Event)]
        return Spot(panel, tuple(dp(part) for part in boxes[0])) if boxes else None

    # --- the walks

    def play(self) -> Iterator[Find]:
        """A turn of each game, from the home screen."""
        for game in self.controller.games:
            yield self.tile(game)
            yield self.button("Begin")
            clicks = 0
            while self.controller.session is None or not self.controller.session.entries:
                clicks += 1
                assert clicks < 12, f"{game}: nothing counted after {clicks} clicks"
                yield self.turn
            print("counted", game, flush=True)
            yield lambda: self.app.screen.tools.home if self.app.screen_name == "table" else None

    def correct(self) -> Iterator[Find]:
        """An entry three back is changed in the history."""
        self.controller.begin("catch-up", Table(("Ann", "Bo")))
        for seat, values in ((0, (6, 6, 5)), (1, (1, 1, 2)), (0, (6, 6, 6))):
            self.controller.touch(Rolled(seat, tuple(Face(value) for value in values)))
        self.app.go("table")
        yield lambda: self.app.screen.tools.history if self.app.screen_name == "table" else None
        yield lambda: next((row for row in getattr(self.app.screen, "rows", []) if row.line.seq == 1), None)
        yield self.button("Change this")
        yield lambda: next(
            (each for each in self.tappables(self.app.screen.opened or self.app.stage) if self.die(each)), None
        )
        yield lambda: next((each for each in getattr(self.app.screen.opened, "faces", []) if each.die.value == 4), None)
        assert isinstance(self.app.screen.opened, ReviewCard)
        yield self.button("Accept")
        changed = self.controller.session.entries[0]
        print("amended", changed.amended, [face.value for face in changed.event.faces], flush=True)

    def take_over(self) -> Iterator[Find]:
        """A table that began without the app."""
        yield self.tile("catch-up")
        yield self.button("We are in the middle of a game")
        yield self.button("Play on from here")
        yield lambda: self.app.screen.tools.home if self.app.screen_name == "table" else None
        print("taken", self.controller.session is None, self.controller.sessions()[0].game, flush=True)

    def set_right(self) -> Iterator[Find]:
        """Something is different on the table; then the game is stopped, and goes on after all."""
        for game, fact, step in (("catch-up", "Round", "+"), ("catastrophe", "Grim Reapurr", "+")):
            yield self.tile(game)
            yield self.button("Begin")
            begun = {"catch-up": {"phase": "rolling"}, "catastrophe": {"phase": "claw", "turn": 0}}[game]
            self.controller.touch(Corrected(begun))
            yield self.more
            yield self.button("Something is different on the table")
            yield self.button("All as a list")
            yield self.button(fact)
            yield self.button(step)
            yield self.button("That is how it lies")
            yield self.more
            print("set right", game, self.controller.session.entries[-1].event.facts, flush=True)
            yield self.button("We stop here")
            yield self.button("Stop the game")
            yield self.button("Undo")
            if game == "catastrophe":
                yield lambda: self.app.screen.hands[0].hand_count.more if self.app.screen_name == "table" else None
                yield self.more
                print("counted", self.controller.session.entries[-1].event.facts, flush=True)
            yield self.more
            print("goes on", game, self.controller.session.outcome() is None, flush=True)
            yield self.button("✕")
            yield lambda: self.app.screen.tools.home if self.app.screen_name == "table" else None

    def come_and_go(self) -> Iterator[Find]:
        """Somebody leaves in the middle of a game, and the others play on."""
        for game, lies in (("catastrophe", {"phase": "claw", "turn": 1}), ("catch-up", {"phase": "rolling"})):
            yield self.tile(game)
            yield self.button("Begin")
            self.controller.touch(Corrected(lies))
            yield self.more
            yield self.button("The table changes")
            yield lambda: self.app.screen.people.map.chips[1].name if self.app.screen_name == "setup" else None
            yield self.button("Leaves the table")
            yield self.button("Play on")
            yield self.more
            session = self.controller.session
            print("goes on", game, session.table.players, bool(session.continues), flush=True)
            yield self.button("✕")
            yield lambda: self.app.screen.tools.history if self.app.screen_name == "table" else None
            yield self.button("← Back")
            yield lambda: self.app.screen.tools.home if self.app.screen_name == "table" else None

    def more(self) -> Any:
        return self.app.screen.tools.more if self.app.screen_name == "table" else None

    def language(self) -> Iterator[Find]:
        """The words of the home screen change at once."""
        yield lambda: self.app.screen.gear
        yield self.button("Deutsch")
        yield self.button("✕")
        yield self.button("Kamera und Knöpfe")
        print("language", self.app.settings.language, flush=True)


def main(name: str) -> None:
    """Run one walk."""
    controller = TableController(Journal(":memory:"), shelf())
    app = CatsEyeApp(controller, Settings())
    steps: Iterator[Find] = iter(())
    find: Find | None = None
    places: list[tuple[int, int]] = []
    clicked = [0]

    def clicks(*_: object) -> None:
        clicked[0] += 1

    def look(_seconds: float) -> None:
        nonlocal steps, find
        if app.screen is None:
            return
        if find is None:
            steps = getattr(Walk(app), name)()
            app.stage.bind(on_touch_up=clicks)
            find = next(steps)
        if clicked[0]:
            clicked[0], places[:] = 0, []
            try:
                find = next(steps)
            except StopIteration:
                print("done", flush=True)
                app.stop()
                return
        widget = find()
        if widget is None or len(places) > STEADY:
            return
        x, y = widget.to_window(*widget.center)
        place = round(x), round(app.stage.height - y)
        places[:] = [*places, place] if not places or places[-1] == place else [place]
        if len(places) == STEADY:
            places.append(place)
            print("click", *place, flush=True)

    def walk(seconds: float) -> None:
        """End the app when a step fails: the screen would say so and go on."""
        try:
            look(seconds)
        except Exception:
            app.stop()
            raise

    every(0.1, walk)
    app.run()


if __name__ == "__main__":
    main(sys.argv[1])

"""Somebody with the button lesson open."""

from companion.app import settings as kept_settings
from companion.devices.button_map import kept
from tests.support.waiting import until


class Overheard:
    """The edges that the screen has `taken` from the boxes, those that a test has `added` among them."""

    def __init__(self, device):
        self.taken, self.added = [], []
        self._edges, device.edges = device.edges, self.take

    def take(self):
        found = [*self._edges(), *self.added]
        self.added.clear()
        self.taken += found
        return found


class LessonUser:
    """Somebody at the screen."""

    def __init__(self, shown, controller):
        self.shown, self.controller, self.app = shown, controller, shown.app
        self.edges = Overheard(controller.devices.box_device)

    @property
    def screen(self):
        return self.app.screen

    @property
    def lesson(self):
        return self.screen.lesson

    def until(self, met):
        return until(met, meanwhile=lambda: self.shown.frames(1))

    def count_seats(self, sign, times=1):
        for _ in range(times):
            self.shown.tap_on(self.shown.button(sign, within=self.screen.seats))

    def tap(self, words):
        self.shown.tap_on(self.shown.button(words))

    def felt(self, press, *arguments):
        """A press, and waits until it has been felt."""
        before = self.lesson
        press(*arguments)
        self.until(lambda: self.lesson != before)

    def saved(self):
        """What the settings file says of the buttons."""
        return kept(kept_settings.load().buttons)[0]

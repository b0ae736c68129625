"""Who sets a tray up on the screen: with a rendered camera, the chart, dice and one finger."""

import cv2

from companion.referee.signals import DiceSeen, SeenDie
from tests.support.screen_clock import pass_time

RED, BLUE = (50, 45, 190), (170, 80, 40)


def with_die(picture, body, at):
    picture = picture.copy()
    cv2.rectangle(picture, at, (at[0] + 34, at[1] + 34), body, -1)
    cv2.circle(picture, (at[0] + 17, at[1] + 17), 4, (235, 235, 235), -1)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


class Person:
    """Does what a person does with the tray, the chart and one finger."""

    def __init__(self, driver, until, film):
        self.driver, self.film = driver, film
        self.camera = driver.controller.devices.tray_device
        self._until = until
        self.seen = None  # by the wizard

    @property
    def screen(self):
        return self.driver.app.screen

    def until(self, holds):
        self._until(self.driver, holds, lambda: str(self.screen.progress))

    def open(self):
        self.driver.app.go("devices")
        self.driver.frames(3)
        self.driver.tap_on(self.driver.button("Set up the tray"))
        self.driver.frames(3)
        self.driver.tap_on(self.driver.button("A better set-up"))
        self.driver.frames(3)

    def open_with_chart(self):
        """Take the longer way, which begins with the chart."""
        self.open()
        if self.screen.progress.step == "corners":
            self.quiet()
            self.driver.tap_on(self.driver.button("With a printed chart"))
            self.until(lambda: self.screen.progress.step == "lens")

    def quiet(self):
        self.until(lambda: not self.screen.setup.busy)

    def go_on(self, step):
        self.until(lambda: self.screen.progress.may)
        self.driver.tap_on(self.driver.button("Next"))
        self.until(lambda: self.screen.progress.step == step)

    def show_chart(self, count=12):
        for picture in self.film["tour"][:count]:
            for _ in range(2):
                self.camera.look_at(picture)
                self.until_seen()

    def until_seen(self):
        """The wizard has answered what it saw in the newest picture."""
        self.until(lambda: self.seen is self.camera.newest.image and not self.screen.setup.busy)

    def until_shown(self):
        """The newest picture is on the screen."""
        pass_time(0.2)

    def lie(self, name):
        for _ in range(3):
            self.camera.look_at(self.film[name])
            self.until_seen()

    def tap_picture(self, x, y):
        picture = self.screen.picture
        left, low, width, height = picture.fitted()
        self.driver.tap(left + width * x / 1279, low + height * (1 - y / 719))
        self.quiet()

    def tap_corners(self):
        for x, y in self.film["corners"]:
            self.tap_picture(x, y)

    def throw(self, body, colour, at, extra=()):
        self.camera.look_at(with_die(self.film["empty"], body, at))
        box = (at[0] / 1280, at[1] / 720, (at[0] + 34) / 1280, (at[1] + 34) / 720)
        self.driver.controller.inbox.put(DiceSeen((SeenDie(1, colour, box=box), *extra), sure=True))
        self.driver.frames(3)
        self.until(lambda: self.screen.throws.last_seen is self.driver.controller.seen)
        self.quiet()


def skipped_to(person, *steps):
    for step in steps:
        person.quiet()
        person.driver.tap_on(person.driver.button("Skip"))
        person.until(lambda wanted=step: person.screen.progress.step == wanted)
    person.quiet()

"""Ctrl+C stops the app between two frames, even where an exception would be swallowed."""

import os
import signal

import pytest

from companion.app.interrupts import stopped_by_interrupt


class Clock:
    """Calls what was scheduled when the test says so."""

    def __init__(self):
        self.calls = []

    def every(self, _seconds, call):
        self.calls.append(call)

    def tick(self):
        for call in self.calls:
            call(0.05)


def press():
    os.kill(os.getpid(), signal.SIGINT)


def test_interrupt_stops_the_app():
    clock, stopped = Clock(), []

    def run():
        with stopped_by_interrupt(lambda: stopped.append(True), clock.every):
            press()
            stopped.append(False)
            clock.tick()

    with pytest.raises(KeyboardInterrupt):
        run()
    assert stopped == [False, True]


def test_second_interrupt_does_not_wait():
    reached = []

    def run():
        with stopped_by_interrupt(lambda: None, Clock().every):
            press()
            reached.append(1)
            press()
            reached.append(2)

    with pytest.raises(KeyboardInterrupt):
        run()
    assert reached == [1]


def test_handler_is_restored():
    before, clock, stopped = signal.getsignal(signal.SIGINT), Clock(), []
    with stopped_by_interrupt(lambda: stopped.append(True), clock.every):
        clock.tick()
    assert (stopped, signal.getsignal(signal.SIGINT)) == ([], before)

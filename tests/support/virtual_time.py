"""Threads on a virtual clock: one runs at a time, and time passes only where all of them wait. It repeats exactly.

`VirtualTime.threading` stands for the module of that name in the code under test. What such a thread cannot show is two
threads in the middle of something at once: they take turns where they wait.
"""

from __future__ import annotations

import math
import threading
import traceback
from itertools import count
from types import SimpleNamespace


class _Turn:
    """A thread's place in the order of who runs next; woken at `due`, or by what it waits `on`."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.due, self.number, self.on = 0.0, 0, None


class VirtualTime:
    """A clock, and the threads that wait by it; the thread that makes it is the first one.

    `switches` counts how often another thread's turn came, `crashed` has the traceback of every thread that failed.
    """

    def __init__(self, begin: float = 1000.0) -> None:
        self.seconds, self.switches = begin, 0
        self.crashed: list[str] = []
        self._numbers = count()
        self._current = _Turn()
        self._waiting: list[_Turn] = []
        self.threading = SimpleNamespace(
            Thread=lambda **given: _Thread(self, **given),
            Event=lambda: _Event(self),
            Condition=lambda: _Condition(self),
            Lock=lambda: _Lock(self),
            RLock=lambda: _Lock(self, again=True),
            current_thread=lambda: self._current,
        )

    def now(self) -> float:
        """Seconds."""
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Let the other threads run until this much time has passed."""
        self.wait(seconds)

    def wait(self, timeout: float | None, on: object = None) -> None:
        """Wait for `wake(on)`, at most `timeout` seconds."""
        me = self._current
        me.on = on
        self._line_up(me, math.inf if timeout is None else self.seconds + max(timeout, 0.0))
        self._next(me)

    def wake(self, on: object) -> None:
        """Those that wait on this run next, after the thread that runs now waits."""
        for turn in self._waiting:
            if turn.on is on:
                turn.due, turn.number = self.seconds, next(self._numbers)

    def begin(self, turn: _Turn) -> None:
        """A thread is there and may run."""
        self._line_up(turn, self.seconds)

    def end(self, on: object) -> None:
        """The thread that runs ends; `on` is what others joined."""
        self.wake(on)
        self._next(None)

    @property
    def current(self) -> _Turn:
        """The turn of the thread that runs."""
        return self._current

    def _line_up(self, turn: _Turn, due: float) -> None:
        turn.due, turn.number = due, next(self._numbers)
        self._waiting.append(turn)

    def _next(self, me: _Turn | None) -> None:
        turn = min(self._waiting, key=lambda each: (each.due, each.number))
        if turn.due == math.inf:
            raise RuntimeError("every thread waits, and nothing will wake one")
        self._waiting.remove(turn)
        self.seconds, turn.on, self._current = max(self.seconds, turn.due), None, turn
        if turn is not me:
            self.switches += 1
            turn.go.release()
            if me is not None:
                me.go.acquire()


class _Thread(_Turn):
    def __init__(self, time: VirtualTime, *, target, args=(), name="", daemon=True) -> None:
        super().__init__()
        self._time, self._target, self._args, self.name = time, target, args, name
        self._alive = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self):
        self._alive = True
        self._time.begin(self)
        self._thread.start()

    def is_alive(self):
        return self._alive

    def join(self, timeout=None):
        if self._alive:
            self._time.wait(timeout, on=self._thread)

    def _run(self):
        self.go.acquire()
        try:
            self._target(*self._args)
        except BaseException:  # noqa: BLE001  the test reports it
            self._time.crashed.append(f"{self.name}: {traceback.format_exc()}")
        self._alive = False
        self._time.end(self._thread)


class _Event:
    def __init__(self, time: VirtualTime) -> None:
        self._time, self._is_set = time, False

    def is_set(self):
        return self._is_set

    def set(self):
        self._is_set = True
        self._time.wake(self)

    def clear(self):
        self._is_set = False

    def wait(self, timeout=None):
        if not self._is_set:
            self._time.wait(timeout, on=self)
        return self._is_set


class _Lock:
    def __init__(self, time: VirtualTime, *, again: bool = False) -> None:
        self._time, self._again = time, again
        self._owner, self._depth = None, 0

    def __enter__(self):
        me = self._time.current
        if self._owner is me and not self._again:
            raise RuntimeError("this thread waits for a lock that it holds")
        while self._owner not in (None, me):
            self._time.wait(None, on=self)
        self._owner, self._depth = me, self._depth + 1
        return self

    def __exit__(self, *_):
        self._depth -= 1
        if not self._depth:
            self._owner = None
            self._time.wake(self)

    def let_go(self):
        """Release it however deep it is held; gives what `take_back` needs."""
        depth, self._depth, self._owner = self._depth, 0, None
        self._time.wake(self)
        return depth

    def take_back(self, depth):
        self.__enter__()
        self._depth = depth


class _Condition(_Lock):
    def __init__(self, time: VirtualTime) -> None:
        super().__init__(time, again=True)
        self._news = object()

    def wait(self, timeout=None):
        depth = self.let_go()
        self._time.wait(timeout, on=self._news)
        self.take_back(depth)

    def wait_for(self, met, timeout=None):
        end = math.inf if timeout is None else self._time.now() + timeout
        while not (found := met()) and self._time.now() < end:
            self.wait(None if timeout is None else end - self._time.now())
        return found

    def notify_all(self):
        self._time.wake(self._news)

"""The rendered tray as a source of frames: `sim:`, `sim:seed=7&size=1280x720&fps=30&dice=red,blue`. Without a seed each
one throws other dice.

It does not simulate a lens that distorts or focuses, the loss of the camera, or dice that stack or leave the tray.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from catseye.text import say
from vision.frames import Frame
from vision.sim.actions import PassOver
from vision.sim.scene import Stage


class StepClock:
    """A clock that advances only by `sleep`: frames come as fast as they are rendered."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        """Return the time in seconds."""
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Advance the clock by `seconds`."""
        self.seconds += max(seconds, 0.0)


class SimTray:
    """A camera over a tray in which a hand throws rendered dice. Frames come at the pace of the given clock; any thread
    may call `hand`.
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        size: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        dice: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not (160 <= size[0] <= 4096 and 120 <= size[1] <= 4096):
            found = f"{size[0]}x{size[1]}"
            raise ValueError(say("a rendered tray is 160x120 to 4096x4096 pixels, not {size}", size=found))
        if not 1 <= fps <= 240:
            raise ValueError(say("a rendered tray gives 1 to 240 frames a second, not {fps}", fps=f"{fps:g}"))
        self.name = f"sim:{'' if seed is None else f'seed={seed}&'}size={size[0]}x{size[1]}&fps={fps:g}"
        self.fps = float(fps)
        self.ended = False
        self._now, self._sleep = now, sleep
        self._stage = Stage(seed, size, fps)
        self._begun = now()
        self._last = -1
        self._closed = False
        self.hand: SimHand = SimHand(self._stage, lambda: now() - self._begun, lambda: self._begun)
        if dice:
            self.hand.throw(dice)

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame, waiting at most `timeout` seconds; a late caller gets the newest one (the number
        then jumps).
        """
        if self._closed:
            self.ended = True
            return None
        late = int((self._now() - self._begun) * self.fps + 1e-6)
        number = max(self._last + 1, late)
        wait = self._begun + number / self.fps - self._now()
        if wait > timeout:
            self._sleep(timeout)
            return None
        if wait > 0:
            self._sleep(wait)
        self._last = number
        t = number / self.fps
        return Frame(self._stage.picture(t), self._begun + t, number)

    def close(self) -> None:
        """End the source. May be called more than once."""
        self._closed = True
        self.ended = True


class SimHand:
    """The hand over the rendered tray. Calls return at once; the following frames show their actions, one after the
    other.
    """

    def __init__(self, stage: Stage, now: Callable[[], float], begun: Callable[[], float] = lambda: 0.0) -> None:
        self._stage, self._now, self._begun = stage, now, begun

    def throw(
        self, dice: Sequence[str], *, values: Sequence[int] | None = None, leans_deg: Sequence[float] = ()
    ) -> None:
        """Throw one die for each colour name ("" is white), after the removal of earlier dice. `values` fixes the
        faces, `leans_deg` by how much the first dice lean at rest, as on a token that is not drawn.

        Raises ValueError for an unknown colour, a value outside 1-6, or more dice than fit.
        """
        if values is not None and (len(values) != len(dice) or any(v not in range(1, 7) for v in values)):
            raise ValueError(f"values must be one of 1-6 for each of the {len(dice)} dice, not {list(values)}")
        self._stage.throw(dice, values, self._now(), leans_deg)

    def throw_again(self, at: Sequence[tuple[float, float]]) -> None:
        """Take up the dice nearest to these points, shares (x, y) of the picture, and throw them again; the others stay
        as they lie.
        """
        self._stage.throw_again(at, self._now())

    def clear(self) -> None:
        """Remove all dice from the tray."""
        self._stage.clear(self._now())

    def nudge(self, which: int = 0, *, value: int | None = None) -> None:
        """Push one die a few millimetres with a finger, or tip it so that `value` is on top. Raises IndexError when
        there is no such die.
        """
        self._stage.nudge(which, value, self._now())

    def pass_over(self) -> None:
        """Move through the picture without touching anything."""
        self._stage.add(self._now(), PassOver())

    @property
    def busy(self) -> bool:
        """Whether the hand or dice still move."""
        return self._now() < self._stage.ends_at()

    def calm_at(self) -> float:
        """The time, on the source's clock, at which all requested actions have ended and the dice are at rest."""
        return self._begun() + self._stage.ends_at()

    @property
    def values(self) -> tuple[int, ...]:
        """The sorted values on top after all requested actions: ground truth for tests."""
        return self._stage.values()


def open_sim(
    options: str = "", *, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> SimTray:
    """Return the tray named by the part after `sim:`, e.g. "seed=7&size=1280x720&fps=30&dice=red,blue". Raises
    ValueError for invalid options.
    """
    settings: dict[str, str] = {}
    for item in filter(None, options.replace("?", "").split("&")):
        key, equals, value = item.partition("=")
        if key not in ("seed", "size", "fps", "dice") or not equals:
            why = say("sim: knows seed=, size=WxH, fps= and dice=colour,colour; not {item}", item=repr(item))
            raise ValueError(why)
        settings[key] = value
    try:
        width, _, height = settings.get("size", "1280x720").partition("x")
        size = (int(width), int(height))
        seed, fps = int(settings["seed"]) if "seed" in settings else None, float(settings.get("fps", "30"))
    except ValueError as error:
        why = say("sim: seed and fps are numbers and size is like 1280x720; got {options}", options=repr(options))
        raise ValueError(why) from error
    if seed is not None and seed < 0:
        raise ValueError(say("sim: the seed is a whole number from 0 on, not {seed}", seed=seed))
    dice = tuple(settings["dice"].split(",")) if "dice" in settings else ()
    return SimTray(seed=seed, size=size, fps=fps, dice=dice, now=now, sleep=sleep)

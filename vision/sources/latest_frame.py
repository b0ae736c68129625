"""A live camera: a worker thread grabs frames, and the reader gets the newest one."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from catseye.text import Text, plain, say
from vision.frames import Frame, Hand, SourceLost
from vision.sources.camera_url import words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.frames import Picture

STALLED_AFTER = 2.0
"""Seconds without a frame after which a live camera counts as lost: an unplugged one often gives no error."""
FIRST_WITHIN = 10.0
"""The same before the first frame: many cameras take seconds to start."""


class LatestFrames:
    """A FrameSource over `grab`, which blocks for the next picture and raises SourceLost when there will be none.

    `grab` and `release` are called on a worker thread that this object owns and starts at once. A picture that is not
    fetched before the next one comes is dropped: a slow reader is never more than one frame behind. Frame numbers count
    the dropped ones. `end` makes a `grab` that waits return; `close` calls it.
    """

    hand: Hand | None = None
    ended = False

    def __init__(
        self,
        name: str,
        grab: Callable[[], Picture],
        release: Callable[[], None],
        *,
        fps: float,
        clock: Callable[[], float] = time.monotonic,
        stalled_after: float = STALLED_AFTER,
        first_within: float = FIRST_WITHIN,
        end: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name
        self.fps = fps
        self._grab, self._release, self._clock, self._end = grab, release, clock, end
        self._stalled_after, self._patience = stalled_after, first_within
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._lost: Text | None = None
        self._closing = threading.Event()
        self._last_news = clock()
        self._worker = threading.Thread(target=self._work, name=f"camera {name}", daemon=True)
        self._worker.start()

    def read(self, timeout: float) -> Frame | None:
        """Return the newest frame not yet fetched, waiting up to `timeout` seconds. Raises SourceLost."""
        with self._news:
            self._news.wait_for(
                lambda: self._frame is not None or self._lost is not None or self._closing.is_set(), timeout
            )
            if self._frame is not None:
                frame, self._frame = self._frame, None
                return frame
            if self._lost is not None:
                raise SourceLost(say("{name}: {why}", name=self.name, why=self._lost))
            if self._clock() - self._last_news > self._patience and not self._closing.is_set():
                raise SourceLost(
                    say("{name}: {why}", name=self.name, why=say("it sends nothing, or nothing that is a picture"))
                )
            return None

    def close(self) -> None:
        """Stop the worker and close the camera. Waits at most a second for a worker stuck in the driver."""
        with self._news:
            self._closing.set()
            self._frame = None
            self._news.notify_all()
        self._end()
        self._worker.join(timeout=1.0)

    def _work(self) -> None:
        number = 0
        try:
            while not self._closing.is_set():
                image, damaged = self._grab()
                frame = Frame(image=image, at=self._clock(), number=number, damaged=damaged)
                number += 1
                with self._news:
                    if self._closing.is_set():
                        return
                    self._frame, self._last_news = frame, frame.at
                    self._patience = self._stalled_after
                    self._news.notify_all()
        except Exception as error:  # noqa: BLE001  whatever a driver raises, there will be no more pictures
            with self._news:
                self._lost, self._frame = words_of(error) or plain(type(error).__name__), None
                self._news.notify_all()
        finally:
            self._release()

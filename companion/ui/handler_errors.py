"""An exception in a screen's handler does not end the app: it is logged and said, and play goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import extract_tb

from kivy.base import ExceptionHandler, ExceptionManager

from companion.core.text import Text, say

_log = logging.getLogger(__name__)
SENTENCE = say("That failed by a fault of the app. Nothing of the game is lost: go on playing.")


class _KeepPlaying(ExceptionHandler):
    """Lets only what is meant to end the app through (`KeyboardInterrupt`, `SystemExit`)."""

    def __init__(self, tell: Callable[[Text], object]) -> None:
        self._tell = tell
        self._logged: set[tuple[str, int | None, type]] = set()

    def handle_exception(self, inst: BaseException) -> int:
        """Log a fault once for each place, and tell people each time."""
        if not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        place = extract_tb(inst.__traceback__)[-1]
        fault = place.filename, place.lineno, type(inst)
        if fault not in self._logged:  # a fault in painting comes with every frame
            self._logged.add(fault)
            _log.error("a handler of the screen failed", exc_info=inst)
        try:
            self._tell(SENTENCE)
        except Exception:  # noqa: BLE001  the fault may be in what shows sentences
            _log.exception("the screen could not say so")
        return int(ExceptionManager.PASS)


@contextmanager
def survived(tell: Callable[[Text], object]) -> Iterator[None]:
    """Keep the app running after exceptions in its handlers; `tell` shows people a sentence."""
    handler = _KeepPlaying(tell)
    ExceptionManager.add_handler(handler)
    try:
        yield
    finally:
        ExceptionManager.remove_handler(handler)

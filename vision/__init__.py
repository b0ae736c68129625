"""Reads the dice in a tray from a camera's pictures.

`open_reader` and `open_watcher` are the entry points. Names are imported on first use, because OpenCV is slow to
import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.frames import Frame, FrameSource, SourceLost
    from vision.imaging.outline import Outline
    from vision.pipeline.context import ReadContext
    from vision.pipeline.networks import MissingModelsError
    from vision.pipeline.tray_reader import TrayReader, TrayWatcher, open_reader, open_watcher
    from vision.reading import DieReading, Reading, Reason, ReasonKind
    from vision.sources import open_source
    from vision.tracking.watcher import Disturbed, Lost, Motion, Rest, Seen, Unsettled
    from vision.tray.tray import Tray
    from vision.trust.asked import AskedDice

_MODULES = {
    "frames": ("Frame", "FrameSource", "SourceLost"),
    "pipeline.context": ("ReadContext",),
    "pipeline.networks": ("MissingModelsError",),
    "pipeline.tray_reader": ("TrayReader", "TrayWatcher", "open_reader", "open_watcher"),
    "reading": ("DieReading", "Reading", "Reason", "ReasonKind"),
    "sources": ("open_source",),
    "tracking.watcher": ("Disturbed", "Lost", "Motion", "Rest", "Seen", "Unsettled"),
    "imaging.outline": ("Outline",),
    "tray.tray": ("Tray",),
    "trust.asked": ("AskedDice",),
}
_WHERE = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [  # noqa: RUF022  in the order of use
    "open_reader",
    "open_watcher",
    "open_source",
    "TrayReader",
    "TrayWatcher",
    "ReadContext",
    "AskedDice",
    "Reading",
    "DieReading",
    "Reason",
    "ReasonKind",
    "Frame",
    "FrameSource",
    "SourceLost",
    "MissingModelsError",
    "Motion",
    "Rest",
    "Disturbed",
    "Lost",
    "Seen",
    "Unsettled",
    "Tray",
    "Outline",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)

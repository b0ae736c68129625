"""`rtsp://...`: a network camera that sends RTSP, through FFmpeg as the package `av` brings it, in a process that may
take so much memory and no more (`vision.rtsp_process`).
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from catseye.text import say
from vision.frames import SourceLost
from vision.sources.camera_url import shown, words_of
from vision.sources.child import answer_of, ended, picture_from, started
from vision.sources.http_stream import CLOSED
from vision.sources.latest_frame import FIRST_WITHIN, STALLED_AFTER, LatestFrames

if TYPE_CHECKING:
    from vision.frames import Picture

_ANSWERS_WITHIN_S = 2 * FIRST_WITHIN
"""A camera has FIRST_WITHIN to answer; a busy tablet may take as long to load FFmpeg."""
_ENDS_WITHIN_S = 5.0
"""A killed process ends at once, unless the machine is very busy."""


def open_rtsp(url: str) -> LatestFrames:
    """Open the video at `url`. Raises SourceLost if there is none, or if `av` is not installed."""
    name = shown(url)
    if find_spec("av") is None:
        why = say("RTSP needs one more package: pip install 'catseye[rtsp]' (or use the camera's http address)")
        raise SourceLost(say("{name}: {why}", name=name, why=why))
    process = started("vision.rtsp_process", {"url": url, "timeout": (FIRST_WITHIN, STALLED_AFTER)})
    opened = answer_of(process, _ANSWERS_WITHIN_S) or {"why": "no answer"}
    if "fps" not in opened:
        ended(process, _ENDS_WITHIN_S)
        why = say("no stream there ({why})", why=words_of(opened["why"]))
        raise SourceLost(say("{name}: {why}", name=name, why=why))

    def grab() -> Picture:
        picture = picture_from(process)
        if picture is None:
            raise SourceLost(CLOSED)
        return picture

    def release() -> None:
        ended(process, _ENDS_WITHIN_S)

    return LatestFrames(name, grab, release, fps=opened["fps"], end=process.kill)

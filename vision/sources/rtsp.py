"""`rtsp://...`: a network camera that sends RTSP, through FFmpeg as the package `av` brings it."""

from __future__ import annotations

from typing import Any

import numpy as np

from catseye.text import say
from vision.frames import Picture, SourceLost
from vision.sources.camera_url import shown, words_of
from vision.sources.latest_frame import FIRST_WITHIN, STALLED_AFTER, LatestFrames

USUAL_FPS = 25.0
"""Frame rate of a camera that does not tell its own."""


def open_rtsp(url: str) -> LatestFrames:
    """Open the video at `url`. Raises SourceLost if there is none, or if `av` is not installed."""
    name = shown(url)
    try:
        import av  # noqa: PLC0415  an extra
    except ImportError:
        why = say("RTSP needs one more package: pip install 'catseye[rtsp]' (or use the camera's http address)")
        raise SourceLost(say("{name}: {why}", name=name, why=why)) from None
    options = {"rtsp_transport": "tcp"}  # over UDP frames arrive with parts missing
    try:
        container: Any = av.open(url, options=options, timeout=(FIRST_WITHIN, STALLED_AFTER))
        frames = container.decode(video=0)
        rate = container.streams.video[0].average_rate
    except (OSError, ValueError, IndexError) as error:
        why = say("no stream there ({why})", why=words_of(getattr(error, "strerror", "") or error))
        raise SourceLost(say("{name}: {why}", name=name, why=why)) from error

    def grab() -> Picture:
        frame = next(frames, None)
        if frame is None:
            raise SourceLost(say("the camera closed the connection"))
        return Picture(np.asarray(frame.to_ndarray(format="bgr24"), np.uint8), damaged=bool(frame.is_corrupt))

    return LatestFrames(name, grab, container.close, fps=float(rate) if rate else USUAL_FPS)

"""Reads an RTSP camera in a process with a limit of memory: `vision.sources.rtsp` starts it and reads its frames.

FFmpeg takes what a stream asks for. The input and the answers are those of `vision.usb_process`; the request has the
`url`, and a stream that cannot be opened is answered with `{"why": "..."}`.
"""

from __future__ import annotations

import json
from typing import IO, Any

import av

from catseye.image_files import MOST_PIXELS
from vision.usb_process import send_frame, serve
from vision.video_process import MEMORY, limit_memory

USUAL_FPS = 25.0
"""Frame rate of a camera that does not tell its own."""


def send_stream(request: dict[str, Any], out: IO[bytes]) -> None:
    """Write the camera's frames until it fails."""
    limit_memory(MEMORY)
    options = {"rtsp_transport": "tcp"}  # over UDP frames arrive with parts missing
    try:
        container: Any = av.open(request["url"], options=options, timeout=tuple(request["timeout"]))
        frames = container.decode(video=0)
        rate = container.streams.video[0].average_rate
    except (OSError, ValueError, IndexError) as error:
        out.write(json.dumps({"why": str(getattr(error, "strerror", "") or error)}).encode() + b"\n")
        return
    out.write(json.dumps({"fps": float(rate) if rate else USUAL_FPS}).encode() + b"\n")
    for frame in frames:
        if frame.width * frame.height > MOST_PIXELS:
            return
        send_frame(frame.to_ndarray(format="bgr24"), out, damaged=bool(frame.is_corrupt))


if __name__ == "__main__":
    serve(send_stream)

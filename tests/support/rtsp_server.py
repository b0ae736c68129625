"""A tiny RTSP camera (RFC 2326): one film, sent as MPEG-TS in RTP over the connection itself (RFC 2250)."""

from __future__ import annotations

import io
import socket
import struct
from threading import Event, Thread

TS_PACKETS = 7
"""MPEG-TS packets of 188 bytes in an RTP packet."""
MPEG_TS, CLOCK_HZ, FPS = 33, 90000, 25


def film(pictures):
    """Return pictures (H, W, 3) uint8 BGR as MPEG-TS, `FPS` of them a second."""
    import av  # noqa: PLC0415  an extra

    written = io.BytesIO()
    with av.open(written, "w", format="mpegts") as container:
        stream = container.add_stream("mpeg2video", rate=FPS)
        stream.height, stream.width = pictures[0].shape[:2]
        stream.pix_fmt, stream.bit_rate = "yuv420p", 4_000_000
        for picture in pictures:
            for packet in stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
    return written.getvalue()


class RtspServer:
    """Sends a film to whoever asks, in `seconds`, and closes. `asked` are the methods it was asked for at its `url`."""

    def __init__(self, transport_stream, seconds=0.0):
        self._film, self._seconds, self.asked = transport_stream, seconds, []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"rtsp://127.0.0.1:{self._socket.getsockname()[1]}/live"
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self):
        self._socket.close()
        self._thread.join(5)

    def _serve(self):
        try:
            connection, _ = self._socket.accept()
            with connection, connection.makefile("rb") as lines:
                while (method := self._answer(connection, lines)) not in {"", "TEARDOWN"}:
                    if method == "PLAY":
                        self._send(connection)
                        return
        except OSError:
            return

    def _answer(self, connection, lines):
        """Answer one request and return its method, "" at the end."""
        head = [line.decode().strip() for line in iter(lines.readline, b"\r\n") if line]
        if not head:
            return ""
        method = head[0].split()[0]
        number = next(line.split(":")[1].strip() for line in head if line.lower().startswith("cseq"))
        self.asked.append(method)
        about = (
            f"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=film\r\nt=0 0\r\nm=video 0 RTP/AVP {MPEG_TS}\r\na=control:track\r\n"
        )
        more = {
            "OPTIONS": "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n\r\n",
            "DESCRIBE": f"Content-Type: application/sdp\r\nContent-Length: {len(about)}\r\n\r\n{about}",
            "SETUP": "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n\r\n",
        }.get(method, "Session: 1\r\n\r\n")
        connection.sendall(f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\n{more}".encode())
        return method

    def _send(self, connection):
        size, pace = 188 * TS_PACKETS, Event()
        for number, start in enumerate(range(0, len(self._film), size)):
            part = self._film[start : start + size]
            rtp = struct.pack(">BBHII", 0x80, MPEG_TS, number & 0xFFFF, number * CLOCK_HZ // 100, 1) + part
            connection.sendall(struct.pack(">cBH", b"$", 0, len(rtp)) + rtp)
            pace.wait(self._seconds * size / len(self._film))

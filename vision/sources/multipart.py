"""Splits a multipart byte stream into the bodies of its parts, in linear time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from catseye.text import say
from vision.frames import SourceLost

LONGEST_PART = 32 << 20
"""Most bytes of a part, header and body; a JPEG of 50 million pixels has fewer."""
_HEAD_ENDS = (b"\n\r\n", b"\n\n")
"""The blank line after a part's header; some cameras end lines with a bare LF."""
_FIRST_LINE = re.compile(rb"(?:\A|\n)\s*(--[^\r\n]{1,200})\r?\n")
_FIRST_BYTES = 4096
"""Bytes among which the first delimiter must be."""


@dataclass
class Multipart:
    """Splits a multipart stream into its parts' bodies, from chunks of any size.

    Of a part's headers only Content-Length is used. The first line is the delimiter if it begins with dashes, whatever
    the header of the stream says; else it is `boundary`, which may have two more dashes in the stream.
    """

    boundary: bytes = b""
    _known: bool = False
    """Whether the delimiter was found in the stream, or will be `boundary`."""
    _held: bytearray = field(default_factory=bytearray)
    _searched: int = 0
    """Bytes of `_held` that need not be searched again."""
    _head_at: int | None = None
    """Start of the part's header; None before its delimiter."""
    _body_at: int | None = None
    """Start of the part's body; None before the end of its header."""
    _length: int | None = None
    """Length of the body, if the header has it."""

    def feed(self, portion: bytes) -> list[bytes]:
        """Return the bodies completed by `portion`, oldest first. Raises SourceLost for a part without an end."""
        self._held += portion
        if not self._known and not self._find_delimiter():
            return []
        bodies = []
        while (body := self._next()) is not None:
            bodies.append(body)
        if len(self._held) > LONGEST_PART:
            raise SourceLost(say("the stream is not a multipart stream of pictures (a part without an end)"))
        return bodies

    def _find_delimiter(self) -> bool:
        """Take the delimiter from the stream's first line, once that has arrived; return whether it is known."""
        if (first := _FIRST_LINE.search(self._held[:_FIRST_BYTES])) is not None:
            self.boundary = bytes(first[1]).strip()
        elif len(self._held) < _FIRST_BYTES and (not self.boundary or bytes(self._held.lstrip()[:1]) in {b"", b"-"}):
            return False
        elif not self.boundary:
            raise SourceLost(say("the stream is not a multipart stream of pictures"))
        self._known = True
        return True

    def _next(self) -> bytes | None:
        if self._body_at is None:
            self._find_body()
        if self._body_at is None:
            return None
        end = self._delimiter(self._body_at) if self._length is None else self._body_at + self._length
        if not 0 <= end <= len(self._held):
            return None
        body = bytes(self._held[self._body_at : end])
        del self._held[:end]
        self._searched, self._head_at, self._body_at = 0, None, None
        return body

    def _find_body(self) -> None:
        """Find the next part's delimiter and the end of its header, if they have arrived."""
        if self._head_at is None and (start := self._find(self.boundary)) >= 0:
            self._searched = self._head_at = start + len(self.boundary)
        if self._head_at is None:
            return
        place, end = self._find_head_end()
        if place < 0:
            return
        self._length = _content_length(bytes(self._held[self._head_at : place]).lower())
        if self._length is not None and self._length > LONGEST_PART:
            raise SourceLost(say("the stream is not a multipart stream of pictures (a part too long for one)"))
        self._searched = self._body_at = end

    def _delimiter(self, body_at: int) -> int:
        """Return the start of the delimiter after the body, with its line break and additional dashes; -1 if not yet
        there.
        """
        while (place := self._find(self.boundary)) >= 0:
            for lead in (b"\r\n--", b"\r\n", b"\n--", b"\n"):
                if body_at <= place - len(lead) and self._held.startswith(lead, place - len(lead)):
                    return place - len(lead)
            self._searched = place + 1
        return -1

    def _find_head_end(self) -> tuple[int, int]:
        """Return where the header's blank line begins and ends, (-1, -1) if it has not arrived."""
        found = [
            (place, place + len(end)) for end in _HEAD_ENDS if (place := self._held.find(end, self._searched)) >= 0
        ]
        if not found:
            self._searched = max(self._searched, len(self._held) - len(_HEAD_ENDS[0]) + 1)
        return min(found, default=(-1, -1))

    def _find(self, what: bytes) -> int:
        """Return the start of `what`, -1 if it has not arrived."""
        place = self._held.find(what, self._searched)
        self._searched = place if place >= 0 else max(self._searched, len(self._held) - len(what) + 1)
        return place


def _content_length(head: bytes) -> int | None:
    for line in head.splitlines():
        key, _, value = line.partition(b":")
        if key.strip() == b"content-length" and (digits := value.strip()).isdigit():
            return int(digits[:20])  # 20 digits are more than LONGEST_PART; int() refuses thousands of them
    return None

"""Frames on the box's cable: ``00 COBS(payload + CRC-32) 00``.

The CRC is that of zlib and Ethernet (reflected 0xEDB88320, all ones in and out), little-endian.
"""

from __future__ import annotations

import zlib

from cobs import cobs

CRC_BYTES = 4
MAX_PAYLOAD = 32
MAX_ENCODED = MAX_PAYLOAD + CRC_BYTES + 1


def wrap(body: bytes) -> bytes:
    """Frame a payload: delimiter, COBS of payload and CRC, delimiter."""
    sealed = body + zlib.crc32(body).to_bytes(CRC_BYTES, "little")
    return b"\0" + bytes(cobs.encode(sealed)) + b"\0"


def unwrap(encoded: bytes) -> bytes | None:
    """Return the payload of the bytes between two delimiters, or None if they are damaged."""
    if not CRC_BYTES + 1 < len(encoded) <= MAX_ENCODED:
        return None
    try:
        sealed = bytes(cobs.decode(encoded))
    except cobs.DecodeError:
        return None
    body, crc = sealed[:-CRC_BYTES], sealed[-CRC_BYTES:]
    return body if body and zlib.crc32(body).to_bytes(CRC_BYTES, "little") == crc else None

"""QR codes for phones to read from the screen."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Image

_QUIET = 4
"""Width of the white border, modules (ISO/IEC 18004)."""


def qr_code(text: str, module: int = 6) -> Image:
    """Return a text as a QR code, uint8 (H, W, 3) with a white border and `module` pixels per module.

    The bytes are UTF-8. Raises ValueError for a text that is too long for any code.
    """
    wanted = cv2.QRCodeEncoder.Params()
    wanted.mode = cv2.QRCODE_ENCODER_MODE_BYTE
    wanted.correction_level = cv2.QRCODE_ENCODER_CORRECT_LEVEL_M
    try:
        code = cv2.QRCodeEncoder.create(wanted).encode(text)
    except cv2.error as wrong:
        raise ValueError(f"no QR code holds these {len(text)} characters") from wrong
    x, y, side, _ = cv2.boundingRect(255 - code)  # without the encoder's narrower margin
    code = np.pad(code[y : y + side, x : x + side], _QUIET, constant_values=255)
    large = code.repeat(module, axis=0).repeat(module, axis=1)
    return np.dstack([large] * 3)

"""What a QR code holds is what a phone reads."""

import cv2
import pytest

from companion.devices.qr_code import qr_code

GERMAN = "1. Für IP Webcam endet sie auf /video: http://192.168.0.20:8080/video\n2. Größe, ¿señal?, réseau, « ça »"


@pytest.mark.parametrize("text", ["http://192.168.0.20:8080/video", GERMAN, GERMAN * 5])
def test_qr_code_round_trip(text):
    picture = qr_code(text)
    assert picture.shape[2] == 3
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text


def test_qr_code_has_a_white_border():
    picture = qr_code("dice", module=2)
    assert picture[:8].min() == 255
    assert picture[:, -8:].min() == 255
    assert picture[8].min() == 0


def test_too_long_text_is_refused():
    with pytest.raises(ValueError, match="no QR code"):
        qr_code("x" * 4000)

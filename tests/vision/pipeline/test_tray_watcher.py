"""The watcher of a set-up tray, with pictures of other kinds than colour ones."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.drift.reference import drift_reference_of
from calibration.light.measurement import measure
from calibration.profile.tray_profile import TrayProfile
from vision.frames import Frame
from vision.pipeline.tray_reader import TrayReader, TrayWatcher
from vision.reading import Reading, Reason, ReasonKind
from vision.tracking.watcher import Rest

CORNERS = ((60.0, 40.0), (260.0, 40.0), (260.0, 140.0), (60.0, 140.0))


class Empty:
    def read(self, image, context, *, at=0.0, frame=0):
        return Reading((), sure=True, at=at, frame=frame)


def table():
    small = np.random.default_rng(4).integers(80, 190, (23, 40, 3), np.uint8)
    return cv2.resize(small, (320, 180), interpolation=cv2.INTER_CUBIC)


@pytest.fixture(scope="module")
def profile():
    bare = TrayProfile("usb:0", 320, 180, "now", region=CORNERS, backdrop=drift_reference_of(table(), CORNERS))
    return replace(bare, light=measure([table()], mask=bare.region_mask()))


@pytest.mark.parametrize(
    ("kind", "reasons"),
    [
        (lambda picture: cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), ()),
        (lambda picture: cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], ()),
        (lambda picture: cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), ()),
        (lambda picture: picture.astype(np.float32), (Reason(ReasonKind.NO_PICTURE),)),
        (lambda picture: picture[:5, :5], (Reason(ReasonKind.TOO_SMALL),)),
        (lambda _: None, (Reason(ReasonKind.NO_PICTURE),)),
    ],
)
def test_other_array_types_are_read_or_refused(profile, kind, reasons):
    watcher = TrayWatcher(TrayReader(Empty(), profile))
    rests = [each for k in range(60) for each in watcher.feed(Frame(kind(table()), k / 30, k))]
    assert [(type(each), each.reading.reasons) for each in rests] == [(Rest, reasons)]

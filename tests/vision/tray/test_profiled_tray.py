"""A set-up tray with the reader: places, owners, dice outside, and a moved camera."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.drift.reference import drift_reference_of
from calibration.light.colours import colour_sample, enrol
from calibration.light.measurement import measure
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.lens import Lens
from calibration.solve.plane import plane_from_corners, plane_from_die
from companion.devices.tray_signals import dice_seen
from vision.frames import Frame
from vision.pipeline.tray_reader import TrayReader, TrayWatcher
from vision.pose.table_pose import PoseComparison
from vision.reading import DieReading, Reading, Reason, ReasonKind
from vision.tray.profiled import PROFILE_POSE

CORNERS = ((240.0, 110.0), (1040.0, 110.0), (1040.0, 610.0), (240.0, 610.0))
BODIES = {"red": (50, 45, 190), "blue": (170, 80, 40)}


def tray(dice=()):
    rng = np.random.default_rng(4)
    table = cv2.resize(rng.integers(80, 190, (90, 160, 3), np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
    cv2.rectangle(table, (240, 110), (1040, 610), (70, 100, 60), -1)
    for name, (x, y) in dice:
        cv2.rectangle(table, (x, y), (x + 46, y + 46), BODIES[name], -1)
        cv2.circle(table, (x + 23, y + 23), 5, (235, 235, 235), -1)
    return cv2.GaussianBlur(table, (0, 0), 0.7)


def die(x, y, colour="purple"):
    return DieReading(1, colour, (float(x), float(y), x + 46.0, y + 46.0), 0.99, 0.6)


class FixedReader:
    """A reader with fixed dice."""

    def __init__(self, *dice):
        self.dice = dice

    def read(self, image, context, *, at=0.0, frame=0):
        self.table = context.table
        dice = tuple(context.expected.named(image, each) for each in self.dice) if context.expected else self.dice
        return Reading(dice, sure=True, at=at, frame=frame)


@pytest.fixture(scope="module")
def profile():
    lens = Lens(1280, 720, 1150.0, 1150.0, 639.5, 359.5)
    bare = TrayProfile("usb:0", 1280, 720, "now", region=CORNERS)
    looks = {name: [] for name in BODIES}
    for shift in range(4):
        places = {"red": (400 + 50 * shift, 200), "blue": (700, 250 + 40 * shift)}
        image = tray(places.items())
        for name, (x, y) in places.items():
            looks[name].append(colour_sample(image, (x, y, x + 46, y + 46), bare.ground(image)))
    return TrayProfile(
        "usb:0",
        1280,
        720,
        "now",
        lens=lens,
        plane=plane_from_corners(CORNERS, 280, 175, lens, 1280),
        region=CORNERS,
        dice=tuple(enrol(name, found) for name, found in looks.items()),
        backdrop=drift_reference_of(tray(), CORNERS),
    )


@pytest.mark.parametrize("at", [(617, 337), (300, 150), (960, 540)])
def test_the_reader_is_given_the_pose_of_the_tray(profile, at):
    reader = FixedReader(die(*at))
    TrayReader(reader, profile).read(tray([("red", at)]))
    box = np.array([die(*at).box])
    poses = PoseComparison(np.zeros((1, 2)), np.full(1, 0.3), box, 1280, 720, reader.table)
    expected, sigma = poses.expected(np.ones(1))
    assert expected[0] == pytest.approx(profile.level_top_offset(tuple((box[0, :2] + box[0, 2:]) / 2), 16.0), abs=0.01)
    assert np.sqrt(sigma[0].diagonal()) == pytest.approx(PROFILE_POSE.sigma, rel=0.2)


def test_without_a_lens_the_reader_is_given_no_pose(profile):
    reader = FixedReader(die(500, 300))
    TrayReader(reader, replace(profile, lens=None)).read(tray([("red", (500, 300))]))
    assert reader.table is None


def test_a_scale_by_one_die_gives_no_pose(profile):
    reader = FixedReader(die(500, 300))
    by_die = replace(profile, plane=plane_from_die(46.0, 16.0, 1280, 720))
    reading = TrayReader(reader, by_die).read(tray([("red", (500, 300))]))
    assert reader.table is None
    assert reading.dice[0].centre_mm is not None


def test_after_a_move_of_the_camera_the_reader_is_given_no_pose(profile):
    reader = FixedReader(die(500, 300))
    calibrated = TrayReader(reader, profile)
    moved = np.roll(tray([("red", (500, 300))]), (40, 60), axis=(0, 1))
    for frame in range(60):
        calibrated.tray.profiled.watch(moved, 0.1 * frame)
    assert not calibrated.tray.profiled.drift.sure
    assert not calibrated.read(moved).sure
    assert reader.table is None
    nothing = TrayReader(FixedReader(), profile)
    for frame in range(60):
        nothing.tray.profiled.watch(moved, 0.1 * frame)
    assert nothing.read(moved).empty  # where no dice are seen, nobody need be asked what they show


def test_a_reason_about_a_die_beside_the_tray_is_none_about_the_tray(profile):
    class Unsure(FixedReader):
        def read(self, image, context, *, at=0.0, frame=0):
            return Reading(self.dice, sure=False, reasons=(Reason(ReasonKind.MAY_LEAN, 0, 3),), at=at, frame=frame)

    assert TrayReader(Unsure(die(20, 20)), profile).read(tray()).empty
    assert not TrayReader(Unsure(die(500, 300)), profile).read(tray()).empty


def test_places_and_owners(profile):
    image = tray([("red", (500, 300)), ("blue", (617, 337))])
    reading = TrayReader(FixedReader(die(500, 300), die(617, 337)), profile).read(image)
    assert [one.colour for one in reading.dice] == ["red", "blue"]
    assert all(one.colour_confidence > 0.95 for one in reading.dice)
    assert reading.dice[1].centre_mm == pytest.approx((0.0, 0.0), abs=0.5)
    assert reading.sure
    assert [one.value for one in reading.dice] == [1, 1]


def test_the_top_of_a_die_is_put_above_the_table(profile):
    image = tray([("red", (900, 500))])
    (one,) = TrayReader(FixedReader(die(900, 500)), profile).read(image).dice
    on_table = profile.to_mm([(923.0, 523.0)])[0]
    assert np.hypot(*one.centre_mm) < np.hypot(*on_table) - 1


def test_what_lies_outside_the_tray_is_left_out(profile):
    reading = TrayReader(FixedReader(die(500, 300), die(60, 60)), profile).read(tray([("red", (500, 300))]))
    assert len(reading.dice) == 1


def test_a_die_at_the_outline_is_kept_and_asked_about(profile):
    at_edge = die(617, 110 - 23 - 12)  # its middle seems to lie 4 mm beyond the outline
    reading = TrayReader(FixedReader(die(500, 300), at_edge), profile).read(tray([("red", (500, 300))]))
    assert [one.box for one in reading.dice] == [die(500, 300).box, at_edge.box]
    assert not reading.sure
    assert reading.reasons == (Reason(ReasonKind.AT_TRAY_EDGE, 1, 1),)
    against_the_wall = die(617, 110 - 23 + 2)  # its top's middle lies beyond the outline, over a place within
    assert TrayReader(FixedReader(against_the_wall), profile).read(tray()).sure


@pytest.mark.parametrize("moved", [(40, 60), (300, 500)], ids=["near", "far"])
@pytest.mark.parametrize("at", [(20, 20), (500, 300)], ids=["beside the old outline", "within it"])
def test_after_a_move_dice_anywhere_are_read_and_never_sure(profile, moved, at):
    image = np.roll(tray([("red", (500, 300))]), moved, axis=(0, 1))
    calibrated = TrayReader(FixedReader(die(*at)), profile)
    for frame in range(30):
        calibrated.tray.profiled.watch(image, 0.1 * frame)
        if frame > 0:
            reading = calibrated.read(image, at=0.1 * frame)
            assert (len(reading.dice), reading.sure, reading.empty) == (1, False, False)
            assert str(reading.why) == str(calibrated.tray.profiled.drift.why)
    assert calibrated.tray.profiled.drift.reported
    assert not dice_seen(reading, image, disturbed=False).sure
    assert reading.dice[0].centre_mm is None


def test_a_tray_that_may_be_out_of_sight_is_not_called_empty(profile):
    """Otherwise the dice that counted would be forgotten, and count again after the camera is put back."""
    calibrated, away = TrayReader(FixedReader(), profile), np.roll(tray(), (300, 500), axis=(0, 1))
    for frame in range(30):
        calibrated.tray.profiled.watch(away, 0.1 * frame)
        assert not dice_seen(calibrated.read(away, at=0.1 * frame), away, disturbed=False).sure
    assert calibrated.tray.profiled.drift.standing == "lost"
    for frame in range(30, 40):
        calibrated.tray.profiled.watch(tray(), 0.1 * frame)
    assert dice_seen(calibrated.read(tray(), at=4.0), away, disturbed=False).sure


def test_the_picture_that_is_read_is_looked_at_for_a_move_too(profile):
    calibrated = TrayReader(FixedReader(die(500, 300)), profile)
    image = tray([("red", (500, 300))])
    calibrated.tray.profiled.watch(image, 1.0)
    assert calibrated.read(image, at=1.05).sure
    assert not calibrated.read(np.roll(image, (300, 500), axis=(0, 1)), at=1.1).sure


def test_a_strangers_die_keeps_the_readers_word(profile):
    image = tray()
    cv2.rectangle(image, (500, 300), (546, 346), (40, 210, 230), -1)
    (one,) = TrayReader(FixedReader(die(500, 300, "yellow")), profile).read(image).dice
    assert (one.colour, one.colour_confidence) == ("yellow", 0.6)


def test_half_the_size_gives_the_same_places(profile):
    image = tray([("red", (500, 300))])
    small = cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA)
    box = tuple((v + 0.5) / 2 - 0.5 for v in (500, 300, 546, 346))
    whole = TrayReader(FixedReader(die(500, 300)), profile).read(image).dice[0]
    half = TrayReader(FixedReader(replace(die(0, 0), box=box)), profile).read(small).dice[0]
    assert half.centre_mm == pytest.approx(whole.centre_mm, abs=0.2)
    assert half.colour == "red"


def test_another_shape_is_read_without_the_profile(profile):
    reader = TrayReader(FixedReader(die(300, 200, "red")), profile)
    reading = reader.read(np.full((480, 640, 3), 90, np.uint8))
    assert reading.dice[0].centre_mm is None
    assert "another shape" in str(reader.tray.profiled.without)
    assert reader.read(tray()).dice[0].centre_mm is not None
    assert not reader.tray.profiled.without


@pytest.mark.parametrize("image", [None, "x", np.zeros((4, 4)), np.zeros((0, 0, 3), np.uint8)])
def test_it_never_raises(profile, image):
    assert TrayReader(FixedReader(), profile).read(image).dice == ()


def test_after_a_bump_nothing_is_sure_until_it_is_put_back(profile):
    reader = TrayReader(FixedReader(die(500, 300)), profile)
    watcher, still = TrayWatcher(reader), tray([("red", (500, 300))])
    moved = np.roll(still, (9, 21), axis=(0, 1))
    for number in range(15):
        watcher.feed(Frame(still, number / 10, number))
    assert watcher.tray.profiled.drift.standing == "steady"
    assert reader.read(still, at=1.5).sure
    for number in range(15, 40):
        watcher.feed(Frame(moved, number / 10, number))
    assert watcher.tray.profiled.drift.standing == "moved"
    reading = reader.read(moved, at=4.0)
    assert not reading.sure
    assert reading.has(ReasonKind.CAMERA_MOVED)
    for number in range(40, 60):
        watcher.feed(Frame(still, number / 10, number))
    assert reader.read(still, at=6.0).sure


def test_a_damaged_frame_says_nothing_of_where_the_tray_stands(profile):
    watcher = TrayWatcher(TrayReader(FixedReader(die(500, 300)), profile))
    still = tray([("red", (500, 300))])
    for number in range(60):
        damaged = number > 15 and number % 5 > 0
        image = np.roll(still, (9, 21), axis=(0, 1)) if damaged else still
        watcher.feed(Frame(image, number / 10, number, damaged=damaged))
        assert watcher.tray.profiled.drift.standing != "moved", number
    assert watcher.tray.profiled.drift.standing == "steady"


def test_a_lamp_that_goes_out_is_reported_once(profile):
    lit = replace(profile, light=measure([tray()], mask=profile.region_mask()))
    watcher = TrayWatcher(TrayReader(FixedReader(), lit))
    said = []
    for number in range(30):
        image = tray() if number < 8 else cv2.convertScaleAbs(tray(), alpha=0.35)
        if number % 3 == 1:
            image = cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA)
        watcher.feed(Frame(image, number * 1.0, number))
        said += [one.about for one in watcher.advice]
    assert said == ["exposure"]

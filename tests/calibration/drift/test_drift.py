"""The drift watch on rendered trays: bumps are noticed, hands and rolls are not taken for them."""

import cv2
import numpy as np
import pytest

from calibration.drift.reference import DriftReference, drift_reference_of
from calibration.drift.watch import DriftWatch
from calibration.profile.tray_profile import TrayProfile
from vision.sim.source import SimTray, StepClock

REGION = ((110.0, 60.0), (530.0, 60.0), (530.0, 300.0), (110.0, 300.0))


@pytest.fixture(scope="module")
def roll():
    """Twelve seconds of a rendered tray in which hands throw and take up dice, five pictures a second."""
    clock = StepClock()
    source = SimTray(seed=3, size=(640, 360), fps=5, now=clock.now, sleep=clock.sleep)
    pictures = []
    for _ in range(3):
        source.hand.throw(["red", "white", "blue"])
        pictures += [source.read(1).image for _ in range(20)]
    return pictures


def shifted(picture, dx=0.0, dy=0.0, turn=0.0, zoom=1.0):
    height, width = picture.shape[:2]
    move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, zoom)
    move[:, 2] += (dx, dy)
    return cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REFLECT)


def watch_film(watch, pictures, since=0.0):
    return [watch.feed(picture, since + number / 5) for number, picture in enumerate(pictures)]


def test_rolls_and_hands_are_no_drift(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    states = watch_film(watch, roll)
    assert {state.standing for state in states} <= {"steady", "covered"}
    assert all(state.sure for state in states)


@pytest.mark.parametrize(
    "bump",
    [
        {"dx": 8},
        {"dx": -8, "dy": 4},
        {"dy": 20},
        {"dx": -38, "dy": 12},
        {"dx": 60},
        {"turn": 2.0},
        {"turn": -6},
        {"zoom": 1.05},
        {"zoom": 0.92},
        {"dx": 10, "turn": 3, "zoom": 1.04},
    ],
    ids=str,
)
def test_bump_is_noticed_in_two_seconds(roll, bump):
    watch = DriftWatch(drift_reference_of(roll[0]))
    watch_film(watch, roll[:10])
    states = watch_film(watch, [shifted(picture, **bump) for picture in roll[10:24]], 2.0)
    noticed = next(number for number, state in enumerate(states) if state.standing == "moved")
    assert noticed / 5 <= 2.0
    assert not states[noticed].sure
    assert not states[-1].sure
    assert "moved" in str(states[-1].why)
    assert states[-1].moved_px > 4


@pytest.mark.parametrize(
    "bump",
    [
        {"dx": 110},
        {"dx": -170, "dy": 90},
        {"dy": 130},
        {"turn": 12},
        {"turn": -40},
        {"turn": 180},
        {"zoom": 0.7},
        {"zoom": 1.35},
        {"dx": 60, "turn": 15, "zoom": 1.2},
    ],
    ids=str,
)
@pytest.mark.parametrize("region", [(), REGION], ids=["whole", "outline"])
def test_moved_camera_is_not_called_covered(roll, bump, region):
    watch = DriftWatch(drift_reference_of(roll[0], region))
    watch_film(watch, roll[:10])
    states = watch_film(watch, [shifted(picture, **bump) for picture in roll[10:24]], 2.0)
    assert not any(state.sure for state in states)
    assert next(number for number, state in enumerate(states) if state.reported) / 5 <= 2.0
    assert states[-1].standing in ("moved", "lost")
    assert "was moved" in str(states[-1].why) or "been moved" in str(states[-1].why)
    assert watch_film(watch, roll[:5], 10.0)[-1].standing == "steady"


def test_short_occlusion_is_unsure_but_not_reported(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    watch_film(watch, roll[:5])
    head = np.full_like(roll[0], (60, 90, 140))
    states = watch_film(watch, [head] * 5, 1.5)
    assert {state.standing for state in states} == {"hidden"}
    assert not any(state.sure or state.reported for state in states)
    assert watch_film(watch, roll[:2], 3.0)[-1].standing == "steady"
    stirring = [np.full_like(head, 60 + 70 * (number % 2)) for number in range(20)]
    assert not any(state.reported for state in watch_film(watch, stirring, 4.0))


def test_covered_camera_is_reported_until_uncovered(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    states = watch_film(watch, [np.full_like(roll[0], (60, 90, 140))] * 20)
    assert [state.reported for state in states].index(True) / 5 <= 2.0
    assert states[-1].standing == "lost"
    assert "or something is in front of it" in str(states[-1].why)
    assert watch_film(watch, roll[:5], 9.0)[-1].sure


def test_every_read_picture_is_checked(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    assert watch.feed(roll[0], 1.0).sure
    bumped = shifted(roll[0], dx=150)
    assert watch.feed(bumped, 1.1).sure  # too soon after the last look
    assert not watch.check(bumped, 1.1).sure


def test_put_back_or_settled_anew(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    moved = [shifted(picture, dx=14) for picture in roll[:20]]
    assert not watch_film(watch, moved)[-1].sure
    assert watch_film(watch, roll[:5], 10.0)[-1].sure
    assert not watch_film(watch, moved, 20.0)[-1].sure
    watch.settle(drift_reference_of(moved[0]))
    assert watch.state.sure
    assert watch_film(watch, moved, 30.0)[-1].standing == "steady"


def test_small_shifts_and_light_changes_are_tolerated(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    darker = [cv2.convertScaleAbs(shifted(picture, dx=1.0), alpha=0.6, beta=4) for picture in roll[:20]]
    assert all(state.sure and state.standing == "steady" for state in watch_film(watch, darker))


def test_only_the_tray_moves(roll):
    """The tray slides on a table whose own marks stay where they are."""
    rng = np.random.default_rng(2)
    table = cv2.resize(rng.integers(40, 220, (45, 80, 3), np.uint8), (640, 360), interpolation=cv2.INTER_CUBIC)
    inside = np.zeros((360, 640, 1), np.uint8)
    inside[50:310, 90:550] = 1

    def scene(picture, dx):
        mask = shifted(inside, dx)[..., None]
        return np.where(mask > 0, shifted(picture, dx), table)

    region = ((125.0, 85.0), (515.0, 85.0), (515.0, 275.0), (125.0, 275.0))
    watch = DriftWatch(drift_reference_of(scene(roll[0], 0), region))
    assert watch_film(watch, [scene(picture, 0) for picture in roll[:8]])[-1].standing == "steady"
    assert watch_film(watch, [scene(picture, 12) for picture in roll[8:20]], 2.0)[-1].standing == "moved"


def test_a_resting_arm_covers_but_does_not_move(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    covered = [picture.copy() for picture in roll[:15]]
    for picture in covered:
        picture[:, :400] = (120, 150, 200)
    states = watch_film(watch, covered)
    assert all(state.standing != "moved" for state in states)
    assert watch_film(watch, roll[:3], 9.0)[-1].standing == "steady"


def test_bare_table_cannot_be_watched():
    plain = np.full((360, 640, 3), 120, np.uint8)
    watch = DriftWatch(drift_reference_of(plain))
    assert watch.state.standing == "blind"
    assert watch.feed(plain, 1.0).sure
    assert "too little to see" in str(watch.state.why)


def test_another_shape_of_picture_is_a_move(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    assert watch.feed(roll[0][:, :480], 1.0).standing == "moved"


def test_what_is_no_picture_changes_nothing(roll):
    watch = DriftWatch(drift_reference_of(roll[0]))
    assert watch.feed(np.zeros((3, 3, 3), np.uint8), 1.0).standing == "steady"
    assert drift_reference_of(np.zeros((3, 3, 3), np.uint8)) is None


def test_tiles_surround_the_tray(roll):
    backdrop = drift_reference_of(roll[0], REGION)
    assert len(backdrop.tiles) >= 8
    outline = np.array(REGION, np.float32) * (480 / 640)
    middles = [(x + 12.5, y + 12.5) for x, y in backdrop.tiles]
    inside = [cv2.pointPolygonTest(outline.reshape(-1, 1, 2), middle, True) > 8 for middle in middles]
    assert not any(inside)


def test_a_damaged_drift_reference_is_reported():
    with pytest.raises(ValueError, match="damaged"):
        DriftReference(640, 360, "not base64!", ()).picture()
    with pytest.raises(ValueError, match="damaged"):
        DriftReference(640, 360, "AAAA", ()).picture()


def test_the_profile_makes_its_watch(roll):
    profile = TrayProfile("sim:", 640, 360, "now", backdrop=drift_reference_of(roll[0]))
    assert profile.drift_watch().feed(shifted(roll[0], dx=1), 0.0).standing == "steady"
    assert TrayProfile("sim:", 640, 360, "now").drift_watch() is None

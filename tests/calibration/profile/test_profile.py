"""The profile's file: exact, strict, and scaled only where that is right."""

import json
from dataclasses import replace

import numpy as np
import pytest

from calibration.chart.observations import Observation
from calibration.chart.page import Chart
from calibration.drift.reference import drift_reference_of
from calibration.light.colours import DieColour
from calibration.light.measurement import measure
from calibration.profile.tray_profile import BadProfile, TrayProfile, profile_path
from calibration.solve.lens import Lens
from calibration.solve.plane import plane_from_corners

LENS = Lens(1280, 720, 1150.0, 1150.0, 644.0, 363.0, (-0.19, 0.05, 0.0, 0.0, 0.0), 0.1, 0.0002, 0.3)
CORNERS = [(250.0, 120.0), (1030.0, 130.0), (1090.0, 600.0), (190.0, 590.0)]


@pytest.fixture(scope="module")
def profile():
    rng = np.random.default_rng(3)
    picture = rng.integers(0, 255, (720, 1280, 3), np.uint8)
    return TrayProfile(
        camera="usb:0",
        width=1280,
        height=720,
        made_at="2026-03-01T20:15:00+00:00",
        lens=LENS,
        plane=plane_from_corners(CORNERS, 280, 180, LENS, 1280),
        region=tuple(CORNERS),
        dice=(DieColour("Ann", (120.0, 180.0, 160.0), (7.0, 3.0, 3.0), "light", (0.1, 0.2, 0.1), 5),),
        backdrop=drift_reference_of(picture, tuple(CORNERS)),
        light=measure([picture]),
        chart=Chart(),
        observations=(Observation("a.png", (0, 1), ((1.5, 2.5), (3.0, 4.0)), 0.12),),
    )


def test_it_comes_back_equal(profile, tmp_path):
    assert TrayProfile.from_json(profile.to_json()) == profile
    path = tmp_path / "trays" / "usb-0.json"
    profile.save(path)
    assert TrayProfile.load(path) == profile
    assert [one.name for one in path.parent.iterdir()] == ["usb-0.json"]


def test_what_could_not_be_loaded_is_not_written(profile, tmp_path):
    path = tmp_path / "usb-0.json"
    profile.save(path)
    for spoiled in (TrayProfile("usb:0", 0, 0, "now"), replace(profile, region=((1, 2), (3, 4), (5000, 5)))):
        with pytest.raises(BadProfile):
            spoiled.save(path)
    assert TrayProfile.load(path) == profile
    assert [one.name for one in tmp_path.iterdir()] == ["usb-0.json"]


def test_profile_file_is_self_describing(profile):
    plain = json.loads(profile.to_json())
    assert plain["version"] == 1
    assert "mm" in plain["units"]
    assert plain["made_at"].startswith("2026-03-01")
    assert (plain["camera"], plain["width"], plain["height"]) == ("usb:0", 1280, 720)
    assert plain["lens"]["rms_px"] == 0.1
    assert plain["plane"]["error_mm"] > 0
    assert plain["observations"][0]["ids"] == [0, 1]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda p: p.update(width="1280"),
        lambda p: p.update(width=True),
        lambda p: p.pop("camera"),
        lambda p: p["lens"].update(fx=None),
        lambda p: p["lens"].update(width=640),
        lambda p: p["lens"].update(fx=-3.0),
        lambda p: p["plane"].update(to_table=[[1, 2, 3], [2, 4, 6], [0, 0, 1]]),
        lambda p: p["plane"].update(to_table=[[1, 2], [2, 4]]),
        lambda p: p["plane"].update(method="guess"),
        lambda p: p.update(region=[[1, 2], [3, 4]]),
        lambda p: p.update(region=[[1, 2], [3, 4], [1e300, 5]]),
        lambda p: p.update(region=[[1, 2], [3, 4], [-2, 5]]),
        lambda p: p.update(region=[[1, 2], [3, 4], [600, 721.5]]),
        lambda p: p.update(version=0),
        lambda p: p.update(height=3),
        lambda p: p["plane"].update(to_table=[[1e300, 0, 0], [0, 1e300, 0], [0, 0, 1e300]]),
        lambda p: p.update(lens=None) or p["plane"].update(to_table=[[1e300, 0, 0], [0, 1e300, 0], [0, 0, 1]]),
        lambda p: p["lens"].update(fx=1e-300, fy=1e-300),
        lambda p: p["backdrop"].update(png=""),
        lambda p: p["backdrop"].update(png="AAAA"),
        lambda p: p["backdrop"].update(png="no base 64"),
        lambda p: p["backdrop"].update(tiles=[[5000, 5000]] * 10),
        lambda p: p["backdrop"].update(tiles=[[-1, 20]] * 10),
        lambda p: p["backdrop"].update(tiles=[[20, 270 - 24]] * 10),
        lambda p: p["backdrop"].update(rim=-1),
        lambda p: p["backdrop"].update(rim=99),
        lambda p: p["backdrop"].update(width=640, height=360),
        lambda p: p.update(lens=None, height=960),
        lambda p: p["observations"][0].update(ids=[0, 40]),
        lambda p: p["observations"][0].update(ids=[-1, 1]),
        lambda p: p["observations"][0].update(ids=[1, 1]),
        lambda p: p["observations"][0].update(ids=[0, 1, 2]),
        lambda p: p["observations"][0].update(corners_px=[[1.5, 2.5], [3.0, 1e9]]),
        lambda p: p.update(chart={"columns": 3, "rows": 3, "square_mm": 30.0}),
    ],
)
def test_a_spoiled_file_is_refused(profile, spoil):
    plain = json.loads(profile.to_json())
    spoil(plain)
    with pytest.raises(BadProfile):
        TrayProfile.from_json(json.dumps(plain).encode())


def test_a_backdrop_of_another_shape_is_refused(profile):
    other = drift_reference_of(np.zeros((960, 1280, 3), np.uint8))
    with pytest.raises(BadProfile, match="does not have the camera's shape"):
        replace(profile, backdrop=replace(other, height=720)).checked()


@pytest.mark.parametrize("size", [(640, 360), (1920, 1080), (1366, 768)])
def test_scaled_and_partial_profiles_are_complete(profile, size):
    scaled = profile.for_camera("usb:0", *size)
    assert TrayProfile.from_json(scaled.to_json()) == scaled
    bare = replace(profile, lens=None, backdrop=replace(profile.backdrop, tiles=(), rim=0))
    assert TrayProfile.from_json(bare.to_json()) == bare


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"version": 1}', b"[" * 5000])
def test_what_is_no_profile(text):
    with pytest.raises(BadProfile):
        TrayProfile.from_json(text)


def test_a_newer_version_is_left_alone(profile):
    plain = json.loads(profile.to_json()) | {"version": 2, "something": "new"}
    with pytest.raises(BadProfile, match="version 2, but this program knows only 1"):
        TrayProfile.from_json(json.dumps(plain).encode())


def test_no_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        TrayProfile.load(tmp_path / "none.json")


def test_profile_scales_to_another_resolution(profile):
    half = profile.for_camera("usb:0?size=640x360", 640, 360)
    points = np.array([(250.0, 200.0), (640.0, 360.0), (1000.0, 580.0)])
    smaller = (points + 0.5) / 2 - 0.5
    for height in (0.0, 16.0):
        assert np.abs(half.to_mm(smaller, height) - profile.to_mm(points, height)).max() < 1e-6
    assert half.px_per_mm((320, 180)) == pytest.approx(profile.px_per_mm((640.5, 360.5)) / 2, rel=1e-3)
    assert profile.for_camera("usb:0", 1280, 720) is profile


@pytest.mark.parametrize(("camera", "size"), [("usb:1", (1280, 720)), ("usb:0", (640, 480)), ("usb:0", (1920, 1440))])
def test_refused_for_another_camera_or_shape(profile, camera, size):
    with pytest.raises(BadProfile, match="set it up again"):
        profile.for_camera(camera, *size)


def test_region_and_scale(profile):
    mask = profile.region_mask()
    assert mask.shape == (720, 1280)
    assert mask[360, 640] == 255
    assert mask[10, 10] == 0
    bare = replace(profile, region=(), plane=None, lens=None)
    assert bare.region_mask().all()
    assert bare.to_mm(np.zeros((1, 2))) is None
    assert bare.px_per_mm((5, 5)) is None
    assert (bare.undistorted(np.array([[3.0, 4.0]])) == [[3.0, 4.0]]).all()


def test_turned_camera_is_refused(profile):
    turned = replace(profile, camera="usb:0?turn=180")
    assert turned.for_camera("usb:0?turn=180&fps=15", 1280, 720) is turned
    with pytest.raises(BadProfile, match=r"turn=180.*set it up again"):
        turned.for_camera("usb:0", 1280, 720)


def test_every_camera_has_its_own_file():
    assert profile_path("usb:0").name == "usb-0.json"
    assert profile_path("usb:0?size=640x480") == profile_path("usb:0")
    assert profile_path("usb:0?turn=0") == profile_path("usb:0")
    assert profile_path("usb:0?size=640x480&turn=180").name == "usb-0-turn-180.json"
    assert profile_path("http://a:1/x?y=1") != profile_path("http://a:1/x?y=2")
    assert profile_path("usb:0").parent == profile_path("sim:").parent


def test_similar_names_have_different_files():
    names = ["http://cam/tray/1", "http://cam/tray-1", "clip:a/b.avi", "clip:a-b.avi", "usb:0", "usb-0", "usb:0_"]
    assert len({profile_path(name) for name in names}) == len(names)


def test_shared_file_of_older_versions_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    before = tmp_path / "trays" / "http---cam-tray-1.json"
    TrayProfile("http://cam/tray/1", 640, 480, "then").save(before)
    assert profile_path("http://cam/tray/1") == before
    assert profile_path("http://cam/tray-1") != before
    before.write_bytes(b"[]")
    assert profile_path("http://cam/tray/1") != before

"""Names of cameras, and the files of their trays: each name has a file that can be written."""

import zlib

import pytest

from calibration.profile.camera_name import bare_name, profile_path, public_name
from calibration.profile.tray_profile import BadProfile, TrayProfile
from catseye.kept_files import draft_of

LONG = "http://192.168.1.20:8080/video?token=" + "eyJhbGciOiJIUzI1NiJ9" * 11


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))
    return tmp_path / "trays"


@pytest.mark.parametrize("camera", [LONG, "clip:" + "a" * 300, "http://" + "\N{GREEK SMALL LETTER ALPHA}" * 300])
def test_a_camera_with_a_long_name_has_a_profile(camera):
    path = profile_path(camera)
    assert len(draft_of(path.with_suffix(".draft.json")).name.encode()) < 120
    TrayProfile(camera, 640, 480, "now").save(path)
    assert TrayProfile.load(profile_path(camera)).camera == camera
    assert profile_path(camera + "x") != path


def test_file_with_uncut_name_is_found(folder):
    camera = "http://cam/" + "a" * 100
    whole = folder / f"http---cam-{'a' * 100}-{zlib.crc32(camera.encode()):08x}.json"
    assert profile_path(camera) != whole
    TrayProfile(camera, 640, 480, "then").save(whole)
    assert profile_path(camera) == whole


def test_terminal_codes_in_names_are_escaped():
    camera = "clip:\x1b[2J\x9b\u202e.avi"
    assert public_name(camera) == "clip:\\x1b[2J\\x9b\\u202e.avi"
    assert profile_path(camera) == profile_path(public_name(camera))


def test_names_that_are_no_letters_can_be_stored():
    camera = "clip:caf\udce9.avi"
    assert bare_name(camera) == bare_name(public_name(camera)) == "clip:caf\\udce9.avi"
    assert profile_path(camera) == profile_path(public_name(camera))
    path = profile_path(camera)
    TrayProfile(public_name(camera), 640, 480, "now").save(path)
    assert bare_name(TrayProfile.load(path).camera) == bare_name(camera)


def test_open_error_has_no_errno(folder):
    folder.mkdir()
    (folder / "a.json").mkdir()
    with pytest.raises(BadProfile, match=r"a\.json: cannot be read \(it is not a file: a folder"):
        TrayProfile.load(folder / "a.json")


@pytest.mark.parametrize(
    "camera",
    [
        "http://me:s3cret@cam:8080/video",
        "http://me@cam:8080/video",
        "http://me:s/3@cret@cam:8080/video",
        "http://me:s\n/3@cret@cam:8080/video",
    ],
)
def test_profile_and_its_name_have_no_password(camera):
    assert public_name(camera) == "http://cam:8080/video"
    assert profile_path(camera) == profile_path("http://cam:8080/video")
    other = TrayProfile("http://cam:8080/mail@home", 640, 480, "now")
    with pytest.raises(BadProfile, match=r"with the camera http://cam:8080/mail@home, not with http://cam:8080/video:"):
        other.for_camera(camera, 640, 480)

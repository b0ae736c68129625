"""The cameras of this computer: named, without nodes that are none, and found again when their numbers change."""

from __future__ import annotations

import fcntl
import struct
from pathlib import Path

import pytest

from vision.frames import SourceLost
from vision.sources import camera_places, open_source
from vision.sources.camera_places import System, gives_pictures, local_cameras, place_of

C920 = "usb-046d_HD_Pro_Webcam_C920_A1B2-video-index0"


class Nodes:
    """Fake nodes below a folder, as udev and the kernel make them."""

    def __init__(self, folder):
        self.system = System(folder / "dev", folder / "sys", linux=True, is_camera=lambda node: node in self.cameras)
        self.cameras = set()
        for path in (folder / "dev/v4l/by-id", folder / "dev/v4l/by-path", folder / "sys"):
            path.mkdir(parents=True)

    def add(self, number, label, *, by_id="", by_path="", camera=True):
        node = self.system.nodes / f"video{number}"
        node.touch()
        (self.system.described / node.name).mkdir()
        (self.system.described / node.name / "name").write_text(label + "\n")
        for folder, link in (("by-id", by_id), ("by-path", by_path)):
            if link:
                (self.system.nodes / "v4l" / folder / link).symlink_to(node)
        if camera:
            self.cameras.add(node)
        return node

    def clear(self):
        self.cameras.clear()
        for path in [*self.system.nodes.glob("video*"), *self.system.nodes.glob("v4l/*/*")]:
            path.unlink()
        for path in self.system.described.glob("*/name"):
            path.unlink()
            path.parent.rmdir()


@pytest.fixture(name="nodes")
def _nodes(tmp_path):
    return Nodes(tmp_path)


def test_cameras_have_a_name_and_a_lasting_id(nodes):
    nodes.add(10, "Integrated Camera: Integrated C")
    nodes.add(2, "HD Pro Webcam C920", by_id=C920, by_path="pci-0000:00:14.0-usb-0:2:1.0-video-index0")
    nodes.add(0, "USB Camera", by_path="platform-xhci-usb-0:1.3:1.0-video-index0")
    nodes.add(3, "HD Pro Webcam C920", by_id="usb-046d_HD_Pro_Webcam_C920_A1B2-video-index1", camera=False)
    assert local_cameras(nodes.system) == [
        ("usb:id/platform-xhci-usb-0:1.3:1.0-video-index0", "USB Camera", 0),
        (f"usb:id/{C920}", "HD Pro Webcam C920", 2),
        ("usb:10", "Integrated Camera", 10),
    ]


def test_camera_is_found_under_another_number(nodes):
    nodes.add(2, "HD Pro Webcam C920", by_id=C920)
    assert place_of(f"id/{C920}", nodes.system) == 2
    nodes.clear()
    assert place_of(f"id/{C920}", nodes.system) is None
    nodes.add(4, "HD Pro Webcam C920", by_id=C920)
    assert place_of(f"id/{C920}", nodes.system) == 4


@pytest.mark.parametrize("name", ["usb:id/{link}", "usb:/dev/video4", "usb:/dev/v4l/by-id/{link}"])
def test_camera_opens_by_id_and_path(name, monkeypatch, nodes):
    node = nodes.add(4, "HD Pro Webcam C920", by_id=C920)
    monkeypatch.setattr(camera_places, "System", lambda: nodes.system)
    paths = {"/dev/video4": node, f"/dev/v4l/by-id/{C920}": node}
    monkeypatch.setattr(camera_places, "Path", lambda path: paths.get(str(path), Path(path)))
    source = open_source(name.format(link=C920), driver="tests.support.camera_drivers:remembering")
    frame = source.read(10.0)
    source.close()
    assert b'"opened": 4' in bytes(frame.image[0, :, 0])


def test_one_that_is_not_plugged_in_says_so():
    for name in (f"usb:id/{C920}", "usb:/dev/video9999"):
        with pytest.raises(SourceLost, match="it is not plugged in"):
            open_source(name)


@pytest.mark.parametrize(
    ("caps", "inputs", "is_camera"),
    [
        (0x8000_0001, True, True),
        (0x8000_1000, True, True),
        (0x8000_0001, False, False),  # the output of an image processor has no input
        (0x8000_8001, True, False),  # a codec
        (0x8000_4000, True, False),
        (0x80A0_0000, True, False),  # a camera's metadata
        (0xA000_0001, True, False),  # a part of a pipeline
    ],
)
def test_what_is_no_camera_is_left_out(caps, inputs, is_camera, monkeypatch, tmp_path):
    def asked(_device, request, answer):
        if request == 0x80685600:
            answer[:] = struct.pack("<16s32s32sIII12x", b"driver", b"card", b"bus", 1, 0x8000_0000 | caps, caps)
        elif not inputs:
            raise OSError(25, "Inappropriate ioctl for device")

    monkeypatch.setattr(fcntl, "ioctl", asked)
    (tmp_path / "video0").touch()
    assert gives_pictures(tmp_path / "video0") == is_camera


def test_nodes_without_device_are_left_out(tmp_path):
    (tmp_path / "video0").touch()
    assert not gives_pictures(tmp_path / "video0")
    assert not gives_pictures(tmp_path / "video1")


def test_names_for_opening_are_checked():
    for name in ("usb:/etc/passwd", "usb:id/", "usb:first"):
        with pytest.raises(ValueError, match="comes the camera's number, its id or its path"):
            open_source(name)

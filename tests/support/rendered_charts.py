"""Charts seen by cameras of our making: lens, distortion and pose are known exactly."""

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
import pytest

from calibration.chart.detection import find_chart
from calibration.chart.page import Chart
from calibration.solve.lens import Lens


def look_at(target, distance, tilt_deg, azimuth_deg, roll_deg):
    """Rotation and translation that take chart coordinates (mm, z away from the viewer) to the camera's."""
    tilt, azimuth, roll = np.radians([tilt_deg, azimuth_deg, roll_deg])
    about_z = cv2.Rodrigues(np.array([0.0, 0.0, azimuth]))[0]
    about_x = cv2.Rodrigues(np.array([tilt, 0.0, 0.0]))[0]
    turn = cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0] @ about_z.T @ about_x @ about_z
    return turn, np.array([0.0, 0.0, distance]) - turn @ np.array([*target, 0.0])


@dataclass
class Camera:
    """A lens that renders flat pictures lying anywhere; pixels are sampled twice each way and averaged."""

    lens: Lens

    @cached_property
    def noise(self):
        size = self.lens.height + 64, self.lens.width + 64
        return np.random.default_rng(0).standard_normal(size, np.float32)

    @cached_property
    def rays(self):
        w, h = self.lens.width, self.lens.height
        step = 4
        grid = np.stack(np.meshgrid(np.arange(0, w + step, step), np.arange(0, h + step, step)), -1).astype(float)
        ideal = self.lens.undistorted(grid.reshape(-1, 2)).reshape(grid.shape)
        return [self._between(ideal[..., axis], step).astype(np.float32) for axis in (0, 1)]

    def _between(self, grid, step):
        """Linear between grid points (exact enough: to 0.003 px); a pixel's four samples lie 1/4 px off its centre."""
        for side in (self.lens.width, self.lens.height):
            at = np.clip((np.arange(2 * side) / 2 - 0.25) / step, 0, None)
            low = at.astype(int)
            part = at - low
            grid = grid.T[low] * (1 - part)[:, None] + grid.T[low + 1] * part[:, None]
        return grid

    def render(self, flat, mm_per_px, turn, place, ground=110, blur=0.6, noise=2.0, rng=None, light=None):
        """The grey picture `flat` (its top left corner at the origin of the plane) as the camera sees it, uint8."""
        rows, columns = flat.shape
        to_picture = self.lens.matrix @ np.column_stack([turn[:, :2], place])
        outline = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)]) * mm_per_px
        edge = np.linspace(outline, np.roll(outline, -1, axis=0), 12).reshape(-1, 2)
        seen = np.column_stack([edge, np.ones(len(edge))]) @ to_picture.T
        bent = self.lens.distorted(seen[:, :2] / seen[:, 2:])
        x0, y0 = np.floor(bent.min(axis=0)).astype(int) - 3
        x1, y1 = np.ceil(bent.max(axis=0)).astype(int) + 4
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, self.lens.width), min(y1, self.lens.height)
        picture = np.full((self.lens.height, self.lens.width), float(ground), np.float32)
        if x1 > x0 and y1 > y0:
            u, v = (ray[2 * y0 : 2 * y1, 2 * x0 : 2 * x1] for ray in self.rays)
            back = np.linalg.inv(to_picture)
            back[:2] /= mm_per_px
            (a, b, c), (d, e, f), (g, h, i) = (back / back[2, 2]).astype(np.float32)
            depth = g * u + h * v + i
            drawn = cv2.remap(
                flat.astype(np.float32),
                (a * u + b * v + c) / depth - np.float32(0.5),
                (d * u + e * v + f) / depth - np.float32(0.5),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=float(ground),
            )
            picture[y0:y1, x0:x1] = cv2.resize(drawn, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        if light is not None:
            picture *= light
        if blur:
            picture = cv2.GaussianBlur(picture, (0, 0), blur)
        if rng is not None and noise:
            x, y = rng.integers(0, 64, 2)
            picture += noise * self.noise[y : y + picture.shape[0], x : x + picture.shape[1]]
        return np.clip(picture + 0.5, 0, 255).astype(np.uint8)


@cache
def sheet_of(chart, pixels_per_module=6, margin_mm=8.0):
    """The chart on white paper, in greys a printer and a led give, and its scale."""
    mm_per_px = chart.square_mm / (8 * pixels_per_module)
    margin = round(margin_mm / mm_per_px)
    board = cv2.copyMakeBorder(chart.picture(pixels_per_module), *[margin] * 4, cv2.BORDER_CONSTANT, value=255)
    return (board * (195 / 255) + 25).astype(np.uint8), mm_per_px, margin * mm_per_px


def random_lens(rng, width=1280, height=720):
    """A lens such as webcams and phones have; one whose picture folds over itself is drawn again."""
    while True:
        hfov = rng.uniform(42, 78)
        fx = width / 2 / np.tan(np.radians(hfov) / 2)
        middle = (width / 2 - 0.5 + rng.uniform(-25, 25), height / 2 - 0.5 + rng.uniform(-25, 25))
        bend = (rng.uniform(-0.28, 0.12), rng.uniform(-0.05, 0.1), *rng.uniform(-1e-3, 1e-3, 2), 0.0)
        lens = Lens(width, height, fx, fx, *middle, tuple(float(one) for one in bend))
        if lens.holds():
            return lens


class Table:
    """One camera, one chart: pictures of the chart in chosen or random positions."""

    def __init__(self, lens, chart=None, seed=0):
        self.chart = chart or Chart()
        self.lens, self.camera, self.rng = lens, Camera(lens), np.random.default_rng(seed)
        self.sheet, self.mm_per_px, self.margin_mm = sheet_of(self.chart)

    def picture(self, turn, place, **look):
        """The chart at this pose (of its first corner)."""
        shifted = place - turn @ np.array([self.margin_mm, self.margin_mm, 0.0])
        return self.camera.render(self.sheet, self.mm_per_px, turn, shifted, rng=self.rng, **look)

    def pose(self, distance, tilt=0.0, azimuth=0.0, roll=0.0, at=(0.5, 0.5)):
        """Chart middle shown at the share `at` of the picture."""
        middle = np.array(self.chart.size_mm) / 2
        turn, place = look_at(middle, distance, tilt, azimuth, roll)
        px = np.array(at) * (self.lens.width, self.lens.height)
        ray = (self.lens.undistorted(px[None])[0] - (self.lens.cx, self.lens.cy)) / (self.lens.fx, self.lens.fy)
        return turn, place + np.array([ray[0], ray[1], 0.0]) * distance

    def tour(self, count=14):
        """Pictures as a careful person takes them: all over the picture, tilted every way, near and far."""
        spots = [(0.5, 0.5), (0.25, 0.3), (0.75, 0.3), (0.25, 0.7), (0.75, 0.7), (0.5, 0.3), (0.5, 0.7)]
        share = self.chart.size_mm[0] * self.lens.fx / self.lens.width
        for number in range(count):
            fill = self.rng.uniform(0.42, 0.62)
            yield self.picture(
                *self.pose(
                    share / fill,
                    tilt=self.rng.uniform(18, 40),
                    azimuth=self.rng.uniform(0, 360),
                    roll=self.rng.uniform(-25, 25),
                    at=spots[number % len(spots)],
                )
            )


@pytest.fixture(scope="session")
def tour_pictures():
    """A careful tour with a distorting lens: the table and its pictures."""
    lens = Lens(1280, 720, 1050.0, 1050.0, 650.0, 352.0, (-0.21, 0.06, 0.0004, -0.0006, 0.0))
    scene = Table(lens, seed=4)
    return scene, list(scene.tour(12))


@pytest.fixture(scope="session")
def tour(tour_pictures):
    """The same table and what is seen in the pictures."""
    scene, pictures = tour_pictures
    return scene, [find_chart(picture, scene.chart, f"{n}.png") for n, picture in enumerate(pictures)]


@pytest.fixture(scope="session")
def film(tour_pictures):
    """Pictures for each step: the tour, the chart in the tray, the empty tray; and the pixels of the tray's corners."""
    scene, pictures = tour_pictures
    turn, place = scene.pose(600, 8, 30)
    rng = np.random.default_rng(1)
    table = cv2.resize(rng.integers(90, 170, (72, 128), np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
    lying = scene.picture(turn, place)
    middle = np.array(scene.chart.size_mm) / 2
    corners = np.array([(-140, -95), (140, -95), (140, 95), (-140, 95)], float)
    seen, _ = cv2.projectPoints(
        np.column_stack([corners + middle, np.zeros(4)]),
        cv2.Rodrigues(turn)[0],
        place,
        scene.lens.matrix,
        np.array(scene.lens.distortion),
    )
    outline = seen.reshape(-1, 2)
    empty = table.copy()
    cv2.fillConvexPoly(empty, np.rint(outline).astype(np.int32), 120)
    return {
        "tour": [cv2.cvtColor(one, cv2.COLOR_GRAY2BGR) for one in pictures],
        "lying": cv2.cvtColor(lying, cv2.COLOR_GRAY2BGR),
        "empty": cv2.cvtColor(cv2.GaussianBlur(empty, (0, 0), 0.8), cv2.COLOR_GRAY2BGR),
        "corners": [(float(x), float(y)) for x, y in outline],
    }


@pytest.fixture
def table():
    def make(seed=0, **lens):
        return Table(Lens(**lens) if lens else random_lens(np.random.default_rng(seed)), seed=seed)

    return make

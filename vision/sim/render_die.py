"""Renders one die and its shadow into a picture.

A die is a box with rounded edges and corners cut off by a sphere. Each pixel's ray is traced through the signed
distance field of this shape (sphere tracing). The smallest distance gives the soft outline; the place hit gives face,
pips and light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sim.camera import Pinhole
from vision.sim.die import Bgr, DieLook, Floats, Pose
from vision.sim.pips import drawn_pips
from vision.sim.texture import body_colour

_STEPS = 9
"""Steps along each ray. At a die's size the distance is then below a hundredth of a pixel, except at grazing rays."""
_LOWEST = 0.3
"""Least sine of the main light's elevation for the length of shadows."""


@dataclass(frozen=True, eq=False)
class Panel:
    """A lamp or a window reflected by a die: a rectangle, or an ellipse if `round`, in the direction `towards` (unit
    (3,)), `wide` and `high` (tangents of half the angles), rotated by `turn` radians. `strength` is its brightness
    relative to white.
    """

    towards: Floats
    wide: float
    high: float
    turn: float = 0.0
    strength: float = 10.0
    round: bool = False

    def mirrored(self, rays: Floats, rim: Floats) -> Floats:
        """Return the reflected light (n,), 0-255 and more, for reflected rays (3, n). The share is 0.05 at normal
        incidence, as of plastic, and grows towards the `rim` (n,) (Schlick's formula).
        """
        side = np.cross(self.towards, (1e-6, 0.0, 1.0))
        side /= np.linalg.norm(side)
        up, c, s = np.cross(side, self.towards), np.cos(self.turn), np.sin(self.turn)
        ahead = np.maximum(self.towards.astype(np.float32) @ rays, 1e-3)
        x = ((c * side + s * up).astype(np.float32) @ rays) / ahead / np.float32(self.wide)
        y = ((c * up - s * side).astype(np.float32) @ rays) / ahead / np.float32(self.high)
        off = np.hypot(x, y) if self.round else np.maximum(np.abs(x), np.abs(y))
        inside = np.clip((1.08 - off) / 0.16, 0, 1) * (ahead > 2e-3)
        return np.asarray(255 * self.strength * (0.05 + 0.95 * rim) * inside, np.float32)


@dataclass(frozen=True, eq=False)
class Light:
    """A main light from a direction (`towards`, unit (3,), z > 0), its colour, and the ambient light; 1 shows a white
    body at full level.

    `blur` is the growth of a shadow's soft edge in mm per mm of height, `shadow` its darkness (0-1). `panels` are lamps
    and windows reflected by polished dice.
    """

    towards: Floats
    main: Bgr = (0.72, 0.74, 0.76)
    around: Bgr = (0.34, 0.33, 0.32)
    blur: float = 0.25
    shadow: float = 0.6
    panels: tuple[Panel, ...] = ()

    @property
    def level(self) -> NDArray[Any]:
        """The light (3,) on a horizontal surface."""
        return np.asarray(np.asarray(self.around) + np.asarray(self.main) * self.towards[2])

    def fall(self, high_mm: Any) -> Floats:
        """Return the horizontal distance (..., 2) mm from a shadow to things at height `high_mm`, towards the light."""
        return np.asarray(self.towards[:2] * (high_mm / max(float(self.towards[2]), _LOWEST)))


@dataclass(frozen=True, eq=False)
class Patch:
    """A rendered patch: `colour` (h, w, 3) float32 0-255, premultiplied by `alpha` (h, w, 1) float32 0-1; its corner is
    at pixel (x0, y0).
    """

    x0: int
    y0: int
    colour: NDArray[np.float32]
    alpha: NDArray[np.float32]

    def blend(self, canvas: NDArray[Any]) -> None:
        """Blend the patch over a picture (H, W, 3), uint8 or float32, in place."""
        h, w = self.alpha.shape[:2]
        top, left = max(self.y0, 0), max(self.x0, 0)
        bottom, right = min(self.y0 + h, canvas.shape[0]), min(self.x0 + w, canvas.shape[1])
        if bottom <= top or right <= left:
            return
        cut = np.s_[top - self.y0 : bottom - self.y0, left - self.x0 : right - self.x0]
        under = canvas[top:bottom, left:right]
        over = self.colour[cut] + under * (1 - self.alpha[cut])
        canvas[top:bottom, left:right] = over if canvas.dtype == np.float32 else np.clip(over + 0.5, 0, 255)

    def smeared(self, dx: float, dy: float) -> Patch:
        """Return the patch with motion blur along (dx, dy) pixels."""
        length = max(abs(dx), abs(dy))
        if length < 1.5:
            return self
        n = int(np.ceil(length)) | 1
        kernel = np.zeros((n, n), np.float32)
        middle = (n - 1) / 2
        for step in np.linspace(-0.5, 0.5, 2 * n):
            kernel[round(middle + step * dy * (n - 1) / length), round(middle + step * dx * (n - 1) / length)] += 1
        kernel /= kernel.sum()
        pad = n // 2 + 1
        both = cv2.copyMakeBorder(np.dstack([self.colour, self.alpha]), pad, pad, pad, pad, cv2.BORDER_CONSTANT)
        smeared: NDArray[np.float32] = np.asarray(cv2.filter2D(both, -1, kernel), np.float32)
        return Patch(self.x0 - pad, self.y0 - pad, smeared[..., :3], smeared[..., 3:])


def die_patch(camera: Pinhole, look: DieLook, pose: Pose, light: Light) -> Patch | None:
    """Render a die. None outside the picture."""
    half = look.size_mm / 2
    seen = camera.project(pose.corners(half))
    x0, y0 = np.floor(seen.min(0)).astype(int) - 2
    x1, y1 = np.ceil(seen.max(0)).astype(int) + 3
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, camera.width), min(y1, camera.height)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    shape = (int(y1 - y0), int(x1 - x0))
    inside = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(inside, np.asarray(cv2.convexHull(np.rint(seen - (x0, y0)).astype(np.int32))), 1)
    worth = np.flatnonzero(cv2.dilate(inside, np.ones((3, 3), np.uint8)))
    inward = pose.turn.T.astype(np.float32)
    rays = np.ascontiguousarray(inward @ camera.rays(x0, y0, x1, y1)[:, worth])
    eye = (pose.turn.T @ (camera.eye_mm - pose.centre_mm) / half).astype(np.float32)
    pixel = np.float32(np.linalg.norm(eye) / camera.focal_px)
    hit, near = _walk(eye, rays, look, pixel)
    cover = np.clip(1 - near / pixel, 0, 1)
    solid = np.flatnonzero(cover > 0)
    cover, hit, rays = cover[solid], np.ascontiguousarray(hit[:, solid]), np.ascontiguousarray(rays[:, solid])
    ink = shade(hit, rays, look, inward, light, pixel)
    cover = cover * np.float32(1 - look.clear * 0.55)
    colour = np.zeros((shape[0] * shape[1], 3), np.float32)
    alpha = np.zeros(shape[0] * shape[1], np.float32)
    colour[worth[solid]] = (ink * cover).T
    alpha[worth[solid]] = cover
    return Patch(int(x0), int(y0), colour.reshape(*shape, 3), alpha.reshape(*shape, 1))


def _distance(p: Floats, edge: float, ball: float) -> Floats:
    """Return the signed distance of points (3, n) to the rounded box with corners cut off."""
    q = np.abs(p) - np.float32(1 - edge)
    outside = np.maximum(q, 0)
    box = np.sqrt(np.einsum("ij,ij->j", outside, outside)) + np.minimum(q.max(0), 0) - np.float32(edge)
    if ball < 1.73:
        box = np.maximum(box, np.sqrt(np.einsum("ij,ij->j", p, p)) - np.float32(ball))
    return np.asarray(box)


def _walk(eye: Floats, rays: Floats, look: DieLook, pixel: np.float32) -> tuple[Floats, Floats]:
    """Return the places hit (3, n) and the smallest distance along each ray (n,). The shape is reduced by half a pixel,
    so that its soft outline is at the true place.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        slabs = (-np.sign(rays) * np.float32(1 + 2 * pixel) - eye[:, None]) / rays
    far = np.float32(np.linalg.norm(eye))
    t = np.clip(np.nan_to_num(slabs, nan=0.0, posinf=0.0, neginf=0.0).max(0), far - 1.8, far + 1.8)
    near = np.full(t.shape, np.inf, np.float32)
    best = t.copy()
    for _ in range(_STEPS):
        step = _distance(eye[:, None] + t * rays, look.edge, look.ball) + pixel / 2
        nearer = step < near
        near = np.where(nearer, step, near)
        best = np.where(nearer, t, best)
        t = t + step
    return eye[:, None] + best * rays, np.maximum(near, 0)


def _normals(hit: Floats, look: DieLook) -> Floats:
    """Return the outward unit normals (3, n) at places on the shape."""
    outside = np.maximum(np.abs(hit) - np.float32(1 - look.edge), 1e-6)
    n = np.sign(hit) * outside
    n /= np.sqrt(np.einsum("ij,ij->j", n, n))
    radius = np.sqrt(np.einsum("ij,ij->j", hit, hit))
    on_ball = radius > look.ball - 0.02
    if look.ball < 1.73 and on_ball.any():
        n[:, on_ball] = hit[:, on_ball] / radius[on_ball]
    return np.asarray(n)


def _body(hit: Floats, look: DieLook) -> Floats:
    """Return the body colour (3, n) at each place."""
    if look.texture is not None:
        return body_colour(hit, look.body, look.texture)
    body = np.asarray(look.body, np.float32)[:, None]
    if look.swirl is None:
        return np.broadcast_to(body, hit.shape)
    x, y, z = hit
    wave = np.sin(2.3 * x + 3.1 * np.sin(1.7 * y + 0.6) + 2.2 * np.sin(2.1 * z + x) + 5 * sum(look.body))
    mix = np.clip(0.5 + 0.7 * wave, 0, 1)
    return np.asarray(body * (1 - mix) + np.asarray(look.swirl, np.float32)[:, None] * mix)


def shade(hit: Floats, rays: Floats, look: DieLook, inward: Floats, light: Light, pixel: np.float32) -> Floats:
    """Return the colours (3, n) 0-255 of places on a die: diffuse light, ambient light, and the specular highlight of
    the main light.
    """
    normals = _normals(hit, look)
    polish = normals.copy()
    part, pip_ink, shine = drawn_pips(hit, normals, look, pixel)
    towards = inward @ light.towards.astype(np.float32)
    up = inward @ np.array([0, 0, 1], np.float32)
    falling = np.maximum(towards @ normals, 0)
    open_sky = 0.62 + 0.38 * (up @ normals)
    level = (
        np.asarray(light.around, np.float32)[:, None] * open_sky + np.asarray(light.main, np.float32)[:, None] * falling
    )
    if look.clear > 0:
        through = np.clip(0.5 - 0.5 * (towards @ normals), 0, 1)
        level += look.clear * 0.5 * np.asarray(light.main, np.float32)[:, None] * through
    ink = _body(hit, look) * (1 - part) + pip_ink * part
    if look.glint > 0:
        ink = ink + (235 - ink) * (0.75 * shine)
    colour = ink * level
    if look.gloss > 0:
        surface = np.where(part > 0.5, normals, polish)
        mirror = rays - 2 * np.einsum("ij,ij->j", rays, surface) * surface
        facing = np.maximum(towards @ mirror, 0)
        rim = (1 - np.clip(-np.einsum("ij,ij->j", rays, surface), 0, 1)) ** 4
        shine = look.gloss * (0.75 * facing ** (8 + 90 * look.gloss) + 0.12 * rim)
        colour += 255 * shine * np.asarray(light.main, np.float32)[:, None]
        for panel in light.panels:
            colour += look.gloss * panel.mirrored(inward.T @ mirror, rim)
    return np.asarray(colour)


def darken(canvas: NDArray[Any], camera: Pinhole, look: DieLook, pose: Pose, light: Light) -> None:
    """Darken a picture by a die's cast shadow and its contact shadow on the table, in place."""
    corners = pose.corners(look.size_mm / 2 * 0.94)
    height = np.maximum(corners[:, 2:3], 0)
    foot = corners[height[:, 0] < look.size_mm * 0.5, :2]
    cast = np.concatenate([corners[:, :2] - light.fall(height), foot])
    cast = np.column_stack([cast, np.zeros(len(cast))])
    scale = camera.px_per_mm(pose.centre_mm)
    strength = light.shadow * (1 - 0.6 * look.clear)
    dim_outline(canvas, camera.project(cast), scale * light.blur * look.size_mm * 0.35, strength)
    if pose.centre_mm[2] < look.size_mm:
        low = corners[np.argsort(corners[:, 2])[:4]].copy()
        low[:, 2] = 0
        dim_outline(canvas, camera.project(low), scale * look.size_mm * 0.1, 0.45)


def lit(picture: NDArray[np.float32], gain: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a picture (h, w, 3) with each pixel multiplied by the gain (h, w) there. NumPy takes twice as long."""
    return np.asarray(cv2.multiply(picture, cv2.merge([gain, gain, gain])), np.float32)


def tinted(colour: Bgr, gain: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a picture (h, w, 3) of one colour, multiplied by the gain (h, w). NumPy takes three times as long."""
    return np.asarray(cv2.merge([part * gain for part in np.asarray(colour, np.float32)]), np.float32)


def lay_inside(
    canvas: NDArray[np.float32], corner: tuple[int, int], piece: NDArray[np.float32], outline: Floats
) -> NDArray[np.float32]:
    """Blend a patch (h, w, 3), whose first pixel is at `corner` (x, y), over the canvas inside an outline (n, 2) px, in
    place. Return the share (h, w) of each pixel that it covers.
    """
    mask = np.zeros(piece.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, ((outline - corner) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    under = canvas[corner[1] : corner[1] + piece.shape[0], corner[0] : corner[0] + piece.shape[1]]
    under += lit(piece - under, mask)
    return mask


def dim_outline(canvas: NDArray[Any], outline: Floats, sigma: float, strength: float) -> None:
    """Multiply the convex hull of points (n, 2) px, its edge blurred by `sigma` px, by 1 - strength, in place."""
    sigma = min(max(sigma, 0.6), 40.0)
    pad = int(3 * sigma) + 2
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - pad, 0)
    x1 = min(int(np.ceil(outline[:, 0].max())) + pad, canvas.shape[1])
    y1 = min(int(np.ceil(outline[:, 1].max())) + pad, canvas.shape[0])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    shrink = 1 if sigma < 4 else 2 if sigma < 10 else 4
    mask = np.zeros((-(-(y1 - y0) // shrink), -(-(x1 - x0) // shrink)), np.float32)
    inside = (outline - (x0, y0) + 0.5) / shrink - 0.5
    hull = np.asarray(cv2.convexHull((inside * 16).astype(np.int32)))
    cv2.fillConvexPoly(mask, hull, strength, cv2.LINE_AA, 4)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma / shrink), np.float32)
    if shrink > 1:
        mask = np.asarray(cv2.resize(mask, (int(x1 - x0), int(y1 - y0))), np.float32)
    under = canvas[y0:y1, x0:x1]
    dark = lit(under.astype(np.float32, copy=False), 1 - mask)
    canvas[y0:y1, x0:x1] = dark if canvas.dtype == np.float32 else dark + 0.5

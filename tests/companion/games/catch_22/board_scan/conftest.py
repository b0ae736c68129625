"""Photographs of boards that never existed: printed in several styles, laid on a table, lit badly, taken askew."""

import cv2
import numpy as np
import pytest

from companion.games.catch_22.board_files.default import default_grid
from companion.games.catch_22.board_files.grid import board_of
from companion.games.catch_22.board_files.render import draw
from companion.games.catch_22.board_files.toml_format import read_text

SMALL = '''
name = "Garden"
map = """
*  .  .  2  .  .  *
.  -  -  .  -  -  .
3  -  R  .  S  -  1
.  .  .  X  .  .  .
1  -  S  .  R  -  3
.  -  -  .  -  -  .
*  .  .  2  .  .  *
"""
'''
CROOKED = '''
name = "Harbour"
map = """
-  *  .  .  -  -  -  2  .  .  -
.  .  -  .  .  3  .  .  -  .  *
.  -  -  -  .  -  -  .  -  .  -
4  .  R  .  .  -  5  .  .  .  -
.  -  .  -  X  .  .  -  .  -  -
.  -  .  .  .  -  S  .  .  .  1
*  .  .  -  .  .  .  -  -  .  .
-  -  2  .  .  -  .  .  *  .  -
"""
'''
SOLID = '''
name = "Square"
map = """
*  .  .  .  3  .  .  *
.  .  .  R  .  .  .  .
.  .  -  .  .  -  .  .
.  2  .  -  -  .  2  .
.  .  -  .  .  -  .  .
*  .  .  .  S  .  .  *
"""
'''


def boards():
    """Grids of different size and shape by name."""
    return {
        "four gates": default_grid(),
        "garden": read_text(SMALL),
        "harbour": read_text(CROOKED),
        "solid": read_text(SOLID),
    }


def printed(grid, style):
    """A flat print: squares apart as our own drawings, squares touching with thin lines, or touching without any."""
    if style == "apart":
        return draw(board_of(grid), 72, names=True)
    side, margin = 70, 40
    high, wide = grid.height * side + 2 * margin, grid.width * side + 2 * margin
    blue, yellow = ((170, 90, 20), (40, 190, 240)) if style == "lines" else ((120, 60, 40), (90, 215, 235))
    image = np.full((high, wide, 3), blue, np.uint8)
    for column, row in grid.places():
        left, top = margin + column * side, margin + row * side
        cv2.rectangle(image, (left, top), (left + side - 1, top + side - 1), yellow, -1)
        if style == "lines":
            cv2.rectangle(image, (left, top), (left + side - 1, top + side - 1), (60, 60, 60), 2)
        cell, middle = grid.cell((column, row)), (left + side // 2, top + side // 2)
        if cell.kind == "star":
            cv2.circle(image, middle, 20, (60, 60, 210), -1, cv2.LINE_AA)
        elif cell.kind == "jackpot":
            cv2.putText(image, str(cell.tokens), (left + 18, top + 52), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (30, 30, 30), 4)
        elif cell.kind != "plain":
            cv2.rectangle(
                image, (middle[0] - 15, middle[1] - 15), (middle[0] + 15, middle[1] + 15), (250, 250, 250), -1
            )
            cv2.line(image, (middle[0] - 15, middle[1] - 15), (middle[0] + 15, middle[1] + 15), (40, 40, 40), 4)
    return image


def table_top(random, kind, high, wide):
    """What the board lies on: wood, a checked cloth, or plain grey."""
    if kind == "wood":
        grain = np.cumsum(random.normal(0, 1, (high, 1)), axis=0) * 0.6 + random.normal(0, 4, (high, wide))
        tone = np.array([70.0, 105.0, 150.0])
        return np.clip(tone + cv2.GaussianBlur(grain, (0, 0), 2)[..., None] * 3, 0, 255)
    if kind == "cloth":
        rows, columns = np.indices((high, wide))
        check = ((rows // 60 + columns // 60) % 2)[..., None]
        return np.clip(
            np.where(check, [190.0, 195.0, 200.0], [80.0, 70.0, 160.0]) + random.normal(0, 4, (high, wide, 1)), 0, 255
        )
    return np.clip(np.full((high, wide, 3), 128.0) + random.normal(0, 5, (high, wide, 1)), 0, 255)


def photograph(grid, style="apart", seed=0, background="wood", cast=(1.0, 1.0, 1.0), shadow=0.5, tilt=0.08):
    """A picture of 1200 x 900 pixels, uint8 BGR, and the board's true corners in it.

    `cast` are the gains of B, G, R; `shadow` what is left of the light in a soft-edged shadow; `tilt` how far corners
    are off a rectangle, as a part of the picture.
    """
    random = np.random.default_rng(seed)
    flat = printed(grid, style)
    high, wide = 900, 1200
    room = min(0.8 * wide / flat.shape[1], 0.8 * high / flat.shape[0])
    half = np.array([flat.shape[1], flat.shape[0]]) * room / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    angle = np.radians(random.uniform(-8, 8))
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = corners * 0.94 + [wide / 2, high / 2] + random.uniform(-tilt, tilt, (4, 2)) * [wide * 0.5, high * 0.5]
    corners = np.clip(corners, 12, [wide - 12, high - 12])
    source = np.array([[0, 0], [flat.shape[1], 0], [flat.shape[1], flat.shape[0]], [0, flat.shape[0]]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    scene = table_top(random, background, high, wide)
    board = cv2.warpPerspective(flat, matrix, (wide, high), flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), matrix, (wide, high)) / 255.0
    scene = scene * (1 - cover[..., None]) + board * cover[..., None]
    scene = lit(random, scene.astype(np.float32), cast, shadow)
    scene = cv2.GaussianBlur(scene, (0, 0), 1.0) + random.normal(0, 5, scene.shape).astype(np.float32)
    _, coded = cv2.imencode(".jpg", np.clip(scene, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return cv2.imdecode(coded, cv2.IMREAD_COLOR), corners


def lit(random, scene, cast, shadow):
    """Light that falls off to one side, an arm's shadow with a soft edge, and the lamp's colour (in linear light)."""
    high, wide = scene.shape[:2]
    linear = (scene / np.float32(255.0)) ** np.float32(2.2)
    rows, columns = np.indices((high, wide), np.float32)
    falls = random.uniform(-0.35, 0.35, 2).astype(np.float32)
    light = 1 + falls[0] * (columns / wide - 0.5) + falls[1] * (rows / high - 0.5)
    arm = np.zeros((high, wide), np.float32)
    start = random.uniform(0.2, 0.8) * wide
    lean = random.uniform(-500, 500)
    outline = np.array([[start, 0], [start + 200, 0], [start + 200 + lean, high * 0.75], [start + lean, high * 0.75]])
    cv2.fillPoly(arm, [outline.astype(np.int32)], 1.0)
    arm = cv2.GaussianBlur(arm, (0, 0), 18)
    light = light * (1 - (1 - shadow) * arm)
    tinted = linear * light[..., None].astype(np.float32) * np.array(cast, np.float32)
    return np.clip(tinted, 0, 1) ** np.float32(1 / 2.2) * 255


@pytest.fixture(name="boards")
def _boards():
    return boards


@pytest.fixture(name="photograph")
def _photograph():
    return photograph

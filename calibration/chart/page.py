"""The calibration chart: a ChArUco board with a ruler, as a picture and as a page to print."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

MODULES = 8
"""Modules of a square and of its marker (4 bits and a border on each side): every edge is at a whole module."""
PAPERS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""Sheets in landscape: width and height in mm."""
RULER_MM = 150
FEWEST_INNER = 12
"""Least number of inner corners that determine the plane of the tray."""
_POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True)
class Chart:
    """A board of `columns` x `rows` squares of `square_mm`, black corners first. The same board fits A4 and Letter.

    Board coordinates are millimetres: x to the right along a row, y downwards, the outer corner of the first square at
    the origin.
    """

    columns: int = 9
    rows: int = 6
    square_mm: float = 26.0

    def __post_init__(self) -> None:
        if not 3 <= self.columns <= 20 or not 3 <= self.rows <= 20 or self.columns * self.rows > 100:
            raise ValueError(f"a chart has 3 to 20 squares each way and at most 100, not {self.columns} x {self.rows}")
        if self.corner_count < FEWEST_INNER:
            raise ValueError(
                f"a chart of {self.columns} x {self.rows} squares has {self.corner_count} corners inside: "
                f"{FEWEST_INNER} are the least, 4 x 5 squares"
            )
        if not 5.0 <= self.square_mm <= 200.0:
            raise ValueError(f"squares are 5 to 200 mm wide, not {self.square_mm:g} mm")

    @property
    def marker_mm(self) -> float:
        """The width of a marker, mm."""
        return self.square_mm * 6 / MODULES

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the whole board."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @property
    def corner_count(self) -> int:
        """The number of inner corners."""
        return (self.columns - 1) * (self.rows - 1)

    def board(self) -> Any:
        """Return OpenCV's board, with object points in millimetres."""
        words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_mm, self.marker_mm, words)

    def corners_mm(self) -> NDArray[np.float32]:
        """Return all inner corners by id, (n, 3), on the plane z = 0."""
        return np.asarray(self.board().getChessboardCorners(), np.float32)

    def picture(self, pixels_per_module: int = 16) -> Picture:
        """Return the board without a margin, (H, W) uint8, with this many pixels per module."""
        step = MODULES * pixels_per_module
        drawn = self.board().generateImage((self.columns * step, self.rows * step), marginSize=0, borderBits=1)
        return np.asarray(drawn, np.uint8)


def page(chart: Chart, paper: str = "a4", dpi: int = 300) -> Picture:
    """Return the sheet to print, (H, W) uint8, at `dpi`: the board, a ruler and instructions.

    Raises ValueError for an unknown paper and for a chart that does not fit on it.
    """
    place = _layout(chart, paper)
    scale = dpi / 25.4
    sheet = np.full((round(place.height_mm * scale), round(place.width_mm * scale)), 255, np.uint8)
    left, top = round(place.left_mm * scale), round(place.top_mm * scale)
    width, height = (round(side * scale) for side in chart.size_mm)
    board = cv2.resize(chart.picture(32), (width, height), interpolation=cv2.INTER_AREA)
    sheet[top : top + height, left : left + width] = board
    ruler_y = place.ruler_mm * scale
    for mark in range(RULER_MM + 1):
        x, long = round((place.ruler_left_mm + mark) * scale), _tick_mm(mark) * scale
        cv2.line(sheet, (x, round(ruler_y)), (x, round(ruler_y + long)), 0, max(1, round(0.15 * scale)))
    for text, x_mm, y_mm, size_mm in place.words:
        letters = cv2.FONT_HERSHEY_SIMPLEX
        factor = size_mm * scale / 22
        where = (round(x_mm * scale), round(y_mm * scale))
        cv2.putText(sheet, text, where, letters, factor, 0, max(1, round(factor * 1.6)), cv2.LINE_AA)
    return sheet


def pdf(chart: Chart, paper: str = "a4") -> bytes:
    """Return the sheet as a PDF page of exact size. Raises ValueError like `page`."""
    place = _layout(chart, paper)
    board = chart.picture(1)
    lines = [f"{_POINTS_PER_MM:.9f} 0 0 {-_POINTS_PER_MM:.9f} 0 {place.height_mm * _POINTS_PER_MM:.6f} cm"]
    width, height = chart.size_mm
    lines.append(f"q {width:g} 0 0 {-height:g} {place.left_mm:g} {place.top_mm + height:g} cm /Board Do Q")
    lines.append("0.15 w")
    for mark in range(RULER_MM + 1):
        x, end = place.ruler_left_mm + mark, place.ruler_mm + _tick_mm(mark)
        lines.append(f"{x:g} {place.ruler_mm:g} m {x:g} {end:g} l S")
    for text, x_mm, y_mm, size_mm in place.words:
        lines.append(f"BT /F1 {size_mm * 1.35:.3f} Tf 1 0 0 -1 {x_mm:g} {y_mm:g} Tm ({_escaped(text)}) Tj ET")
    rows, columns = board.shape
    pixels = (
        f"/Type /XObject /Subtype /Image /Width {columns} /Height {rows} /ColorSpace /DeviceGray "
        "/BitsPerComponent 8 /Interpolate false /Filter /FlateDecode"
    )
    box = f"[0 0 {place.width_mm * _POINTS_PER_MM:.4f} {place.height_mm * _POINTS_PER_MM:.4f}]"
    return _pdf_file(
        [
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R "
                "/Resources << /XObject << /Board 5 0 R >> /Font << /F1 6 0 R >> >> >>"
            ).encode("ascii"),
            _stream("", "\n".join(lines).encode("ascii")),
            _stream(pixels, zlib.compress(board.tobytes(), 9)),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )


@dataclass(frozen=True)
class _Place:
    """Positions on the sheet, mm from its upper left corner; words are (text, x, y of the baseline, size)."""

    width_mm: float
    height_mm: float
    left_mm: float
    top_mm: float
    ruler_left_mm: float
    ruler_mm: float
    words: tuple[tuple[str, float, float, float], ...]


def _layout(chart: Chart, paper: str) -> _Place:
    if paper.lower() not in PAPERS:
        raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
    width, height = PAPERS[paper.lower()]
    across, down = chart.size_mm
    left, top, ruler = (width - across) / 2, 10.0, 10.0 + down + 8
    if across > width - 20 or ruler + 22 > height - 6:
        raise ValueError(f"a chart of {across:g} x {down:g} mm does not fit on {paper}: use smaller squares")
    below = min(left, (width - RULER_MM) / 2)  # the ruler is wider than a small chart
    numbers = tuple((f"{mark}", below + mark - 1.5, ruler + 9.5, 2.6) for mark in range(0, RULER_MM + 1, 10))
    advice = (
        (f"Cat's Eye chart  {chart.columns} x {chart.rows} squares of {chart.square_mm:g} mm",
         below, ruler + 15.5, 3.2),
        ("Print at 100 %, without fitting to the page. Check the ruler (mm) with a real one; glue to something flat.",
         below, ruler + 21, 2.8),
    )  # fmt: skip
    return _Place(width, height, left, top, below, ruler, (*numbers, *advice))


def _tick_mm(mark: int) -> float:
    if mark % 10 == 0:
        return 6.0
    return 4.5 if mark % 5 == 0 else 3.0


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _stream(entries: str, content: bytes) -> bytes:
    head = f"<< {entries} /Length {len(content)} >>\nstream\n".encode("ascii")
    return head + content + b"\nendstream"


def _pdf_file(objects: list[bytes]) -> bytes:
    """Return objects 1, 2, ... as a PDF 1.4 file with its cross-reference table (ISO 32000-1, 7.5)."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, content in enumerate(objects, 1):
        starts.append(len(out))
        out += f"{number} 0 obj\n".encode("ascii") + content + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode("ascii")
    for start in starts:
        out += f"{start:010d} 00000 n \n".encode("ascii")
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode("ascii")
    return bytes(out)

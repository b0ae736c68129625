"""The printed sheet is detected as the chart that it shows."""

import re
import zlib

import cv2
import numpy as np
import pytest

from calibration.chart.detection import Sighting, Unusable, find_chart
from calibration.chart.page import PAPERS, RULER_MM, Chart, page, pdf
from calibration.solve.plane import plane_from_chart


def test_the_board_is_opencvs_with_millimetres():
    chart = Chart()
    corners = chart.corners_mm()
    assert corners.shape == (40, 3)
    assert tuple(corners[0]) == (26.0, 26.0, 0.0)
    assert tuple(corners[1] - corners[0]) == (26.0, 0.0, 0.0)
    assert chart.size_mm == (234.0, 156.0)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_page_is_to_scale(paper):
    dpi = 200
    sheet = page(Chart(), paper, dpi)
    scale = dpi / 25.4
    assert sheet.shape == (round(PAPERS[paper][1] * scale), round(PAPERS[paper][0] * scale))
    found = find_chart(sheet, Chart())
    assert isinstance(found, Sighting)
    assert len(found.ids) == 40
    place = dict(zip(found.ids.tolist(), found.corners_px, strict=True))
    square = np.linalg.norm(place[7] - place[0]) / 7 / scale
    assert square == pytest.approx(26.0, abs=0.03)
    # the ruler: ticks of one millimetre below the board, the first under the board's left edge
    below = round((10 + 156 + 8 + 1.5) * scale)
    ticks = np.flatnonzero(np.diff((sheet[below] < 128).astype(int)) == 1)
    assert len(ticks) == RULER_MM + 1
    assert (ticks[-1] - ticks[0]) / scale == pytest.approx(RULER_MM, abs=0.15)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_pdf_places_the_board_in_true_size(paper):
    content = pdf(Chart(), paper)
    assert content.startswith(b"%PDF-1.4")
    assert content.rstrip().endswith(b"%%EOF")
    width, height = (float(side) for side in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content).groups())
    assert (width * 25.4 / 72, height * 25.4 / 72) == pytest.approx(PAPERS[paper], abs=0.01)
    scale = float(re.search(rb"stream\n([\d.]+) 0 0 -", content).group(1))
    across, down = (float(side) for side in re.search(rb"q ([\d.]+) 0 0 -([\d.]+) ", content).groups())
    assert (across * scale * 25.4 / 72, down * scale * 25.4 / 72) == pytest.approx((234, 156), abs=0.01)
    assert b"/PrintScaling /None" in content
    # every object is where the cross-reference table says
    table = int(re.search(rb"startxref\n(\d+)", content).group(1))
    assert content[table:].startswith(b"xref")
    for number, start in enumerate(re.findall(rb"(\d{10}) 00000 n", content), 1):
        assert content[int(start) :].startswith(b"%d 0 obj" % number)


def test_the_pdf_holds_the_same_board():
    content = pdf(Chart())
    head = content.index(b"/Subtype /Image")
    columns, rows = (int(side) for side in re.search(rb"/Width (\d+) /Height (\d+)", content[head:]).groups())
    start = content.index(b"stream\n", head) + 7
    pixels = np.frombuffer(zlib.decompress(content[start : content.index(b"\nendstream", start)]), np.uint8)
    assert np.array_equal(pixels.reshape(rows, columns), Chart().picture(1))


def test_every_module_of_the_board_is_one_grey():
    small, large = Chart().picture(1), Chart().picture(8)
    assert set(np.unique(small)) == {0, 255}
    assert np.array_equal(cv2.resize(small, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST), large)


@pytest.mark.parametrize(
    ("columns", "rows", "square"),
    [(2, 5, 26), (9, 40, 5), (9, 6, 0), (9, 6, -3), (9, 6, 900), (3, 3, 30), (3, 6, 30), (4, 4, 30)],
)
def test_impossible_charts_are_refused(columns, rows, square):
    with pytest.raises(ValueError, match=r"chart has|squares are|corners inside: 12 are the least"):
        Chart(columns, rows, square)


def test_every_small_chart_gives_the_tray_plane():
    for columns, rows in ((3, 7), (4, 5), (5, 4)):
        found = find_chart(page(Chart(columns, rows, 20.0), "a4", 150), Chart(columns, rows, 20.0))
        assert isinstance(found, Sighting)
        assert plane_from_chart(found, Chart(columns, rows, 20.0), None).method == "chart"


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_small_chart_has_a_ruler(paper):
    dpi = 200
    sheet, scale = page(Chart(4, 5, 5.0), paper, dpi), dpi / 25.4
    ticks = np.flatnonzero(np.diff((sheet[round((10 + 25 + 8 + 1.5) * scale)] < 128).astype(int)) == 1)
    assert len(ticks) == RULER_MM + 1
    assert ticks[-1] / scale < PAPERS[paper][0] - 10
    assert pdf(Chart(4, 5, 5.0), paper)


def test_other_sheet_is_recognised_by_markers():
    sheet = page(Chart(), "a4", 100)
    found = find_chart(sheet, Chart(9, 5))
    assert isinstance(found, Unusable)
    assert "a chart of 9 x 5 squares does not have: is it another sheet?" in str(found.why)
    assert isinstance(find_chart(sheet, Chart()), Sighting)


def test_chart_larger_than_paper_is_refused():
    with pytest.raises(ValueError, match="does not fit on a4"):
        page(Chart(square_mm=40.0), "a4")
    with pytest.raises(ValueError, match="paper is one of"):
        pdf(Chart(), "a0")

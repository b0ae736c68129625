"""Cells on lines: as many as fit, and as many on one line as on the next."""

import pytest

from companion.games.catastrophe.ui.flow_layout import even_lines_of

BREAK = None


@pytest.mark.parametrize(
    ("widths", "lines"),
    [
        ([], []),
        ([10], [[0]]),
        ([30, 30, 30, 30], [[0, 1], [2, 3]]),
        ([30] * 5, [[0, 1, 2], [3, 4]]),
        ([30, 30, BREAK, 30, 30, 30, 30], [[0, 1], [3, 4], [5, 6]]),
        ([10, 10, 10, 10, 90], [[0, 1, 2, 3], [4]]),
        ([200, 10], [[0], [1]]),
    ],
)
def test_lines_have_equally_many_cells_where_these_fit(widths, lines):
    assert even_lines_of(widths, 100, 2) == lines

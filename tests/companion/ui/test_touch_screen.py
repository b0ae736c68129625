"""A touch screen is recognised by what Linux lists."""

import pytest

from companion.ui.touch_screen import is_direct

MOUSE = 'N: Name="USB Mouse"\nB: PROP=0\nB: EV=17\n'
PAD = 'N: Name="Touchpad"\nB: PROP=5\nB: EV=b\n'
SCREEN = 'N: Name="Touchscreen"\nB: PROP=2\nB: EV=b\n'


@pytest.mark.parametrize(
    ("listed", "found"), [(MOUSE, False), (MOUSE + PAD, False), (MOUSE + SCREEN, True), ("", False)]
)
def test_touchpad_is_no_touch_screen(listed, found):
    assert is_direct(listed) is found

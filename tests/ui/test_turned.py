"""A turned strip: what is seen and what is touched are the same place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.widgets.buttons import Button
from companion.ui.widgets.drawn import Ground, Turned


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_there_and_back_again(angle):
    turned = Turned(Ground(), angle, pos=(100, 50), size=(300, 80))

    @given(x=st.floats(0, 1000), y=st.floats(0, 1000))
    def there_and_back(x, y):
        back = turned.to_parent(*turned.to_local(x, y))
        assert back == pytest.approx((x, y), abs=1e-3)

    there_and_back()
    wide, high = (80, 300) if angle in (90, 270) else (300, 80)
    assert tuple(turned.inner.size) == (wide, high)


@pytest.mark.parametrize(("angle", "corner"), [(0, (100, 50)), (90, (400, 50)), (180, (400, 130)), (270, (100, 130))])
def test_the_inner_origin_is_the_players_lower_left(angle, corner):
    turned = Turned(Ground(), angle, pos=(100, 50), size=(300, 80))
    assert turned.to_parent(0, 0) == pytest.approx(corner, abs=1e-4)


def test_a_button_in_a_turned_frame_is_pressed_where_it_is_seen(begin, glass):
    begin(2)
    shown = glass()
    for angle in (0, 90, 180, 270):
        pressed = []
        button = Button("press", lambda pressed=pressed: pressed.append(1))
        frame = Turned(button, angle, pos=(300, 300), size=(200, 100))
        shown.app.stage.add_widget(frame)
        shown.frames(2)
        shown.tap(310, 390)
        shown.tap(310, 410)
        assert pressed == [1], angle
        shown.app.stage.remove_widget(frame)

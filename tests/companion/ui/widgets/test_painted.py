"""A turned strip is touched where it is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, Ground, Turned, Words


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


def test_button_in_a_turned_frame_is_pressed_where_it_is_seen(begin, driver):
    begin(2)
    shown = driver()
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


class Corner(Drawn):
    """White in its own lower left quarter, black elsewhere."""

    def paint(self):
        canvas.bar(self.box, "000000")
        canvas.bar((self.x, self.y, self.width / 2, self.height / 2), "FFFFFF")


@pytest.mark.parametrize(("angle", "quarter"), [(0, (0, 0)), (90, (1, 0)), (180, (1, 1)), (270, (0, 1))])
def test_the_picture_is_turned_like_the_touches(begin, driver, angle, quarter):
    begin(2)
    shown = driver()
    frame = Turned(Corner(), angle, pos=(300, 300), size=(200, 100))
    shown.app.stage.add_widget(frame)
    shown.frames(3)
    texture = shown.app.stage.export_as_image().texture
    pixels = texture.pixels  # RGBA, the first row is the window's highest
    light = {
        (across, up)
        for across in (0, 1)
        for up in (0, 1)
        if pixels[4 * ((texture.height - 325 - up * 50) * texture.width + 350 + across * 100)] > 128
    }
    shown.app.stage.remove_widget(frame)
    assert light == {quarter}


def test_what_was_painted_before_is_gone(begin, driver):
    begin(2)
    shown = driver()
    words = Words("MMMM", 40)
    frame = Turned(words, 0, pos=(300, 300), size=(200, 100))
    shown.app.stage.add_widget(frame)
    shown.frames(3)
    words.words = ""
    shown.frames(3)
    pixels = frame.export_as_image().texture.pixels
    shown.app.stage.remove_widget(frame)
    assert max(pixels[0::4]) < 40

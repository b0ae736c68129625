"""A card that stands out still says its colour: its thick edge lies below the words."""

import pytest
from kivy.graphics import Canvas
from kivy.metrics import dp

from companion.ui.drawing import canvas


@pytest.mark.parametrize("edge", ["ink", "asked", "edge"])
def test_the_colour_of_a_card_stands_inside_its_edge(begin, driver, monkeypatch, edge):
    from companion.games.catchy import view_model  # noqa: PLC0415  the window must stand first
    from companion.games.catchy.ui import cards  # noqa: PLC0415  the window must stand first

    controller = begin()
    driver()
    found = []
    monkeypatch.setattr(canvas, "text", lambda words, box, *_rest, **_more: found.append((words, box)))
    state = controller.session.state
    with Canvas():
        cards.card(view_model.deck(state)[0], state.options, (0, 0, dp(118), dp(112)), edge=edge)
    low, high = next((box[1], box[3]) for words, box in found if words == "● red")
    assert low >= (dp(1) if edge == "edge" else 1.8 * dp(4))
    assert high >= dp(20)

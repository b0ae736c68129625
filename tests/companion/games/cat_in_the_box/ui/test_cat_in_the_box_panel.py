"""Cat in the Box on the screen, by touch alone; what counts is what the journal says."""

import pytest
from kivy.graphics import Canvas, Color

from companion.app.settings import Settings
from companion.core.asks import Key
from companion.drawing.theme import THEMES
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.referee.signals import KeyPressed
from companion.ui.drawing import canvas, scale
from companion.ui.widgets.refusal_note import Toast
from tests.companion.games.cat_in_the_box.simulated_games import FULL, LAST, PLAYING


def events(controller):
    return [entry.event for entry in controller.session.entries]


def cell(shown, colour, number):
    return shown.app.screen.panel.cells[colour, number]


def hand(shown, seat):
    return {button.words: button for button in shown.app.screen.hands[seat].buttons}


def test_setting_aside_and_predicting_in_the_strips(begin, driver):
    controller = begin(3)
    shown = driver()
    for seat in (2, 0, 1):
        shown.tap_on(hand(shown, seat)["Done"])
    shown.tap_on(hand(shown, 0)["4"])
    shown.tap_on(hand(shown, 1)["1"])
    assert events(controller) == [CardSetAside(2), CardSetAside(0), CardSetAside(1), Predicted(0, 4), Predicted(1, 1)]


def test_the_starter_tells_the_neutral_cards(begin, driver):
    controller = begin(2, options={"starter": 1})
    shown = driver()
    shown.tap_on(hand(shown, 1)["Enter the three cards"])
    picker = shown.app.screen.opened
    for number in (4, 4, 5):
        shown.tap_on(picker.buttons[number - 1])
    shown.tap_on(picker.back)
    shown.tap_on(picker.done)
    assert events(controller) == []
    toast = next(shown.all(Toast))
    assert "(R2.1)" in toast.words
    shown.tap_on(toast)
    shown.tap_on(picker.buttons[1])
    shown.tap_on(picker.done)
    assert events(controller) == [NeutralRevealed(1, (4, 4, 2))]


def test_a_tap_on_a_cell_is_number_and_colour(begin, driver):
    controller = begin(3, facts=PLAYING)
    shown = driver()
    shown.tap_on(cell(shown, "blue", 6))
    shown.tap_on(cell(shown, "red", 1))
    assert events(controller) == [CardPlayed(0, 6, "blue"), CardPlayed(1, 1, "red")]
    assert shown.app.screen.view.seats[0].figures[0].label == "of 4"


def test_a_closed_cell_says_why(begin, driver):
    controller = begin(3, facts=PLAYING)
    shown = driver()
    shown.tap_on(cell(shown, "red", 4))
    assert "(R3.5)" in next(shown.all(Toast)).words
    shown.tap_on(cell(shown, "blue", 6))
    shown.tap_on(cell(shown, "blue", 6))
    assert any("Ann's" in toast.words and "(R3.3)" in toast.words for toast in shown.all(Toast))
    assert len(events(controller)) == 1


def test_a_red_lead_asks_for_the_claim(begin, driver):
    controller = begin(3, facts=FULL)
    shown = driver()
    shown.tap_on(cell(shown, "red", 6))
    assert events(controller) == []
    shown.tap_on(shown.app.screen.opened.yes)
    assert events(controller) == [CardPlayed(0, 6, "red", only_red=True)]
    assert shown.app.screen.opened is None


def test_a_false_claim_offers_the_way_back(begin, driver):
    controller = begin(3, facts=FULL)
    shown = driver()
    shown.tap_on(cell(shown, "red", 6))
    shown.tap_on(shown.app.screen.opened.yes)
    for colour, number in (("red", 5), ("red", 4), ("yellow", 3)):
        shown.tap_on(cell(shown, colour, number))
    shown.tap_on(shown.button("Ann claimed only red in trick 4"))
    assert events(controller) == []
    assert controller.session.facts()["claims"] == []


def test_a_paradox_is_refused_while_a_card_can_be_declared_and_then_shown(begin, driver):
    controller = begin(3, facts=LAST)
    shown = driver()
    shown.tap_on(shown.button("Paradox"))
    picker = shown.app.screen.opened
    shown.tap_on(picker.buttons[1])
    shown.tap_on(picker.buttons[3])
    shown.tap_on(picker.done)
    toast = next(shown.all(Toast))
    assert "4 as green is possible" in toast.words
    assert events(controller) == []
    shown.tap_on(toast)
    shown.tap_on(picker.back)
    shown.tap_on(picker.buttons[4])
    shown.tap_on(picker.back)
    shown.tap_on(picker.buttons[0])
    shown.tap_on(picker.done)
    assert events(controller) == [ParadoxShown(0, (2, 1))]
    assert shown.app.screen.panel.sheet.parent is not None


def test_the_score_sheet_can_be_looked_at_any_time(begin, driver):
    begin(3, facts=LAST)
    shown = driver()
    shown.tap_on(shown.button("Scores"))
    assert shown.app.screen.opened is not None
    assert shown.app.screen.opened is not shown.app.screen.panel.sheet


def test_the_button_box_steps_through_open_cells(begin, driver):
    controller = begin(3, facts=PLAYING)
    shown = driver()
    for key in (Key.NEXT, Key.YES):
        controller.inbox.put(KeyPressed(0, key))
        shown.frames(3)
        if key is Key.NEXT:
            assert sum(each.pointed for each in shown.app.screen.panel.cells.values()) == 1
    assert len(events(controller)) == 1
    assert events(controller)[0].seat == 0


def test_options_of_its_own_are_set_by_touch(controller, driver):
    shown = driver()
    shown.app.go("setup", game="cat-in-the-box")
    shown.frames(3)
    shown.tap_on(shown.button("Change the rules"))
    editors = {row.name: row.editor for row in shown.app.screen.rules.options}
    shown.tap_on(editors["row_order"].buttons[1])
    shown.tap_on(shown.button("any number"))
    shown.tap_on(shown.button("More options"))
    shown.tap_on(next(button for value, button in editors["starter"]._buttons if value == 2))
    shown.tap_on(shown.button("Begin"))
    options = controller.session.options
    assert options.row_order == ("blue", "red", "yellow", "green")
    assert options.predictions == "any-number"
    assert options.starter == 2


@pytest.mark.parametrize("look_of", list(THEMES))
def test_a_groups_outline_has_ink_beneath_its_colour(begin, driver, look_of):
    begin(3, facts=LAST)
    shown = driver(settings=Settings(theme=look_of))
    outlines = shown.app.screen.panel.outlines
    drawn = [each.rgba for each in outlines.canvas.before.children if isinstance(each, Color)]
    assert tuple(drawn[0]) == pytest.approx(scale.role("ink"))
    assert tuple(drawn[-1]) in [pytest.approx(scale.seat_colour(seat)) for seat in range(3)]


def test_round_and_trick_have_a_line_each(begin, driver, monkeypatch):
    begin(3, facts=PLAYING)
    panel = driver().app.screen.panel
    found = []
    monkeypatch.setattr(canvas, "text", lambda words, box, size, *_, **__: found.append((words, box[2], size)))
    with Canvas():
        panel.paint()
    heading, wide, size = next(each for each in found if each[0].startswith("Round"))
    lines = heading.split("\n")
    assert len(lines) == 2
    assert all(canvas.text_width(line, size) <= wide for line in lines)

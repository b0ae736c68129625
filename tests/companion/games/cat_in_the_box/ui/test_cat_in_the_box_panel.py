"""Cat in the Box on the screen, by touch alone; what counts is what the journal says."""

from companion.core.asks import Key
from companion.drawing.scene import GoBack
from companion.games.cat_in_the_box.board import PARADOX, SCORES
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.referee.signals import KeyPressed
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.refusal_note import Toast
from tests.companion.games.cat_in_the_box.simulated_games import FULL, LAST, PLAYING
from tests.companion.games.cat_in_the_box.ui.cells import cell


def events(controller):
    return [entry.event for entry in controller.session.entries]


def hand(shown, seat):
    return {button.words: button for button in shown.all(Button, shown.app.screen.hands[seat])}


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
    shown.tap_on(picker.buttons[3])
    shown.tap_on(picker.done)
    assert "it must be three" in next(shown.all(Toast)).words
    shown.tap_on(picker.back)
    assert list(shown.all(Toast)) == []
    for number in (4, 4, 5):
        shown.tap_on(picker.buttons[number - 1])
    shown.tap_on(picker.buttons[0])
    assert picker.picked == [4, 4, 5]
    assert "That is all" in next(shown.all(Toast)).words
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
    shown.tap(*cell(shown, "blue", 6))
    shown.tap(*cell(shown, "red", 1))
    assert events(controller) == [CardPlayed(0, 6, "blue"), CardPlayed(1, 1, "red")]
    assert shown.app.screen.view.seats[0].figures[0].label == "of 4"


def test_a_closed_cell_says_why(begin, driver):
    controller = begin(3, facts=PLAYING)
    shown = driver()
    shown.tap(*cell(shown, "red", 4))
    assert "(R3.5)" in next(shown.all(Toast)).words
    shown.tap(*cell(shown, "blue", 6))
    shown.tap(*cell(shown, "blue", 6))
    assert any("Ann's" in toast.words and "(R3.3)" in toast.words for toast in shown.all(Toast))
    assert len(events(controller)) == 1


def test_a_red_lead_asks_for_the_claim(begin, driver):
    controller = begin(3, facts=FULL)
    shown = driver()
    shown.tap(*cell(shown, "red", 6))
    assert events(controller) == []
    shown.tap_on(shown.app.screen.opened.yes)
    assert events(controller) == [CardPlayed(0, 6, "red", only_red=True)]
    assert shown.app.screen.opened is None


def test_a_red_lead_that_everybody_can_see_is_forced_asks_nothing(begin, driver):
    forced = {colour: [1, 2, 0, 1, 2, 0] for colour in ("blue", "yellow", "green")}
    facts = {**FULL, "tricks": [2, 2, 2], "board": {"red": [None] * 6, **forced}}
    controller = begin(3, facts=facts)
    shown = driver()
    shown.tap(*cell(shown, "red", 6))
    assert shown.app.screen.opened is None
    assert events(controller) == [CardPlayed(0, 6, "red", only_red=True)]


def test_a_false_claim_offers_the_way_back(begin, driver):
    controller = begin(3, facts=FULL)
    shown = driver()
    shown.tap(*cell(shown, "red", 6))
    shown.tap_on(shown.app.screen.opened.yes)
    for colour, number in (("red", 5), ("red", 4), ("yellow", 3)):
        shown.tap(*cell(shown, colour, number))
    shown.tap_target(GoBack(4))
    assert events(controller) == []
    assert controller.session.facts()["claims"] == []


def test_a_paradox_is_refused_while_a_card_can_be_declared_and_then_shown(begin, driver):
    controller = begin(3, facts=LAST)
    shown = driver()
    shown.tap_target(PARADOX)
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
    assert not any(isinstance(target.means, CardPlayed) for target in shown.app.screen.panel.targets.all)


def test_the_score_sheet_can_be_looked_at_any_time(begin, driver):
    begin(3, facts=LAST)
    shown = driver()
    shown.tap_target(SCORES)
    assert shown.app.screen.opened.sheet == SCORES


def test_the_button_box_steps_through_open_cells(begin, driver):
    controller = begin(3, facts=PLAYING)
    shown = driver()
    for key in (Key.NEXT, Key.YES):
        controller.inbox.put(KeyPressed(0, key))
        shown.frames(3)
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
    shown.tap_on(shown.button("Cy", within=editors["starter"]))
    shown.tap_on(shown.button("Begin"))
    options = controller.session.options
    assert options.row_order == ("blue", "red", "yellow", "green")
    assert options.predictions == "any-number"
    assert options.starter == 2

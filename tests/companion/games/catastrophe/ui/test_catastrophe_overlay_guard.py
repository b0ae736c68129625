"""A card laid over the board means what it meant when it was opened, or it is gone."""

from companion.core.events import Corrected, Face, Rolled
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    ClawEnded,
    CountsCorrected,
    CucumberPlayed,
    CuriosityPlayed,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    ReactionsClosed,
    RollsAccepted,
    YarnSpent,
)
from companion.ui.widgets.form import FormFiller
from tests.companion.games.catastrophe.ui.test_catastrophe_panel import edge, happen, journal, opened, press

COLOURS = ("red", "blue", "green", "yellow", "white", "black")


def card(driver):
    return driver.app.screen.opened


def roll(seat, value):
    return Rolled(seat, (Face(value, COLOURS[seat]),))


def test_a_count_is_corrected_from_what_is_counted_when_it_is_tapped(sit):
    driver = sit(6)
    happen(driver, AttackPlayed(0, 1, 4))
    driver.tap_on(edge(driver, 1).small)
    driver.frames(2)
    happen(driver, ReactionsClosed(0), roll(1, 5), RollsAccepted(1), EffectPlayed(0), ReactionsClosed(0))
    happen(driver, EffectsApplied(0, (effect("hand", 2, 1),)))
    assert driver.controller.session.state.hand[1] == 7
    driver.tap_on(opened(driver, "Cards \N{MINUS SIGN}1"))
    assert journal(driver)[-1] == Corrected({"hand": [3, 6, 5, 5, 5, 5]})


def test_reactions_to_a_card_that_is_gone_are_not_offered(sit):
    driver = sit(3)
    happen(driver, AttackPlayed(0, 1, 4))
    press(driver, 2, "Other…")
    assert opened(driver, "Cucumber! (Power Cat)")
    happen(driver, ReactionsClosed(1), roll(1, 5), RollsAccepted(1), CuriosityPlayed(0, 1))
    assert card(driver) is None


def test_reactions_to_a_card_stay_while_counts_change_and_go_when_another_is_laid_on_it(sit):
    driver = sit(3)
    happen(driver, AttackPlayed(0, 1, 4))
    press(driver, 2, "Other…")
    reactions = card(driver)
    happen(driver, CountsCorrected(0, hand=3), CountsCorrected(2, hand=3))
    assert card(driver) is reactions
    happen(driver, CucumberPlayed(1))
    assert card(driver) is None


def test_whom_to_pass_to_is_asked_about_one_card(sit):
    driver = sit(3)
    happen(driver, CuriosityPlayed(0, 1))
    press(driver, 1, "Pass…")
    to_whom = card(driver)
    happen(driver, CountsCorrected(0, hand=3))
    assert card(driver) is to_whom
    happen(driver, CucumberPlayed(2))
    assert card(driver) is None


def test_the_dice_that_yarn_may_roll_again_stay_while_more_are_thrown_and_go_when_one_is_taken_up(sit):
    driver = sit(4, phase="catastrophe")
    happen(driver, EventRevealed(0, rollers=(0, 1, 2)), ReactionsClosed(0), roll(0, 2), roll(1, 3))
    press(driver, 3, "Yarn…")
    whose = card(driver)
    happen(driver, roll(2, 4))
    assert card(driver) is whose
    happen(driver, YarnSpent(2, 0), roll(0, 6))
    assert card(driver) is None


def test_an_attack_in_the_making_goes_when_its_claw_is_interrupted(sit):
    driver = sit(3)
    press(driver, 0, "Attack…")
    happen(driver, CountsCorrected(1, hand=3))
    assert card(driver) is not None
    happen(driver, CuriosityPlayed(1, 0, catfinity=True))
    assert card(driver) is None


def test_a_card_reported_part_by_part_stays_while_others_go_on(sit):
    driver = sit(3)
    press(driver, 2, "Catfinity…")
    builder = card(driver)
    assert isinstance(builder, FormFiller)
    happen(driver, CuriosityPlayed(0, 1), CucumberPlayed(1), CountsCorrected(1, hand=3))
    assert card(driver) is builder
    happen(driver, ReactionsClosed(1), ClawEnded(0))
    assert card(driver) is builder


def test_a_card_reported_as_an_answer_goes_with_what_it_answers(sit):
    driver = sit(3)
    happen(driver, CuriosityPlayed(0, 1))
    press(driver, 2, "Other…")
    driver.tap_on(opened(driver, "Catfinity…"))
    builder = card(driver)
    happen(driver, CucumberPlayed(1))
    assert card(driver) is builder
    happen(driver, ReactionsClosed(1))
    assert card(driver) is None


def test_what_a_card_did_is_reported_while_others_count(sit):
    driver = sit(3)
    happen(driver, EffectPlayed(0), ReactionsClosed(0))
    press(driver, 0, "All…")
    editor = card(driver)
    happen(driver, CountsCorrected(1, hand=3))
    assert card(driver) is editor
    happen(driver, EffectsApplied(0, ()))
    assert card(driver) is None

"""A card laid over the board means what it meant when it was opened, or it is gone."""

from companion.core.events import Face, Rolled
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
    effect,
)
from companion.games.catastrophe.ui.card_form import CardBuilder
from tests.companion.games.catastrophe.ui.test_catastrophe_panel import edge, happen, journal, opened, press

COLOURS = ("red", "blue", "green", "yellow", "white", "black")


def card(glass):
    return glass.app.screen.opened


def roll(seat, value):
    return Rolled(seat, (Face(value, COLOURS[seat]),))


def test_a_count_is_corrected_from_what_is_counted_when_it_is_tapped(sit):
    glass = sit(6)
    happen(glass, AttackPlayed(0, 1, 4))
    glass.tap_on(edge(glass, 1).small)
    glass.frames(2)
    happen(glass, ReactionsClosed(0), roll(1, 5), RollsAccepted(1), EffectPlayed(0), ReactionsClosed(0))
    happen(glass, EffectsApplied(0, (effect("hand", 2, 1),)))
    assert glass.desk.session.state.hand[1] == 7
    glass.tap_on(opened(glass, "Cards -1"))
    assert journal(glass)[-1] == CountsCorrected(1, hand=6)


def test_reactions_to_a_card_that_is_gone_are_not_offered(sit):
    glass = sit(3)
    happen(glass, AttackPlayed(0, 1, 4))
    press(glass, 2, "Other…")
    assert opened(glass, "Cucumber!")
    happen(glass, ReactionsClosed(1), roll(1, 5), RollsAccepted(1), CuriosityPlayed(0, 1))
    assert card(glass) is None


def test_reactions_to_a_card_stay_while_counts_change_and_go_when_another_is_laid_on_it(sit):
    glass = sit(3)
    happen(glass, AttackPlayed(0, 1, 4))
    press(glass, 2, "Other…")
    reactions = card(glass)
    happen(glass, CountsCorrected(0, hand=3), CountsCorrected(2, hand=3))
    assert card(glass) is reactions
    happen(glass, CucumberPlayed(1))
    assert card(glass) is None


def test_whom_to_pass_to_is_asked_about_one_card(sit):
    glass = sit(3)
    happen(glass, CuriosityPlayed(0, 1))
    press(glass, 1, "Pass…")
    to_whom = card(glass)
    happen(glass, CountsCorrected(0, hand=3))
    assert card(glass) is to_whom
    happen(glass, CucumberPlayed(2))
    assert card(glass) is None


def test_the_dice_that_yarn_may_roll_again_stay_while_more_are_thrown_and_go_when_one_is_taken_up(sit):
    glass = sit(4, phase="catastrophe")
    happen(glass, EventRevealed(0, rollers=(0, 1, 2)), ReactionsClosed(0), roll(0, 2), roll(1, 3))
    press(glass, 3, "Yarn…")
    whose = card(glass)
    happen(glass, roll(2, 4))
    assert card(glass) is whose
    happen(glass, YarnSpent(2, 0), roll(0, 6))
    assert card(glass) is None


def test_an_attack_in_the_making_goes_when_its_claw_is_interrupted(sit):
    glass = sit(3)
    press(glass, 0, "Attack…")
    happen(glass, CountsCorrected(1, hand=3))
    assert card(glass) is not None
    happen(glass, CuriosityPlayed(1, 0, catfinity=True))
    assert card(glass) is None


def test_a_card_told_part_by_part_stays_while_others_go_on(sit):
    glass = sit(3)
    press(glass, 2, "Catfinity…")
    builder = card(glass)
    assert isinstance(builder, CardBuilder)
    happen(glass, CuriosityPlayed(0, 1), CucumberPlayed(1), CountsCorrected(1, hand=3))
    assert card(glass) is builder
    happen(glass, ReactionsClosed(1), ClawEnded(0))
    assert card(glass) is builder


def test_a_card_told_as_an_answer_goes_with_what_it_answers(sit):
    glass = sit(3)
    happen(glass, CuriosityPlayed(0, 1))
    press(glass, 2, "Other…")
    glass.tap_on(opened(glass, "Catfinity…"))
    builder = card(glass)
    happen(glass, CucumberPlayed(1))
    assert card(glass) is builder
    happen(glass, ReactionsClosed(1))
    assert card(glass) is None


def test_what_a_card_did_is_told_while_others_count(sit):
    glass = sit(3)
    happen(glass, EffectPlayed(0), ReactionsClosed(0))
    press(glass, 0, "All…")
    editor = card(glass)
    happen(glass, CountsCorrected(1, hand=3))
    assert card(glass) is editor
    happen(glass, EffectsApplied(0, ()))
    assert card(glass) is None

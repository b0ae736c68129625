"""The panel by touch alone; what counts is what the journal says afterwards."""

import pytest
from kivy.metrics import dp

from companion.core.events import Corrected, Face, Rolled
from companion.games.catastrophe import GAME
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReactionsClosed,
    ReapurrRevealed,
    RollsAccepted,
    TakePlayed,
    YarnSpent,
)
from companion.games.catastrophe.ui.card_form import AttackLine
from companion.games.catastrophe.ui.counters import Small
from companion.games.catastrophe.ui.flow_layout import Count
from companion.games.catastrophe.ui.panel import Panel
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.die_button import DieButton
from companion.ui.widgets.refusal_note import Toast
from tests.support.screen_clock import pass_time
from tests.support.written_words import paint, written

__all__ = ["written"]


def edge(driver, seat):
    return driver.app.screen.hands[seat]


def press(driver, seat, words):
    """A tap on a button in a player's own strip."""
    button = next(button for button in edge(driver, seat).buttons if button.words == words)
    driver.tap_on(button)


def offered(driver, seat):
    return [button.words for button in edge(driver, seat).buttons]


def journal(driver):
    return [entry.event for entry in driver.controller.session.entries]


def happen(driver, *events):
    """Events from elsewhere: the tray, the box, another table."""
    for event in events:
        driver.controller.touch(event)
    driver.app.screen.refresh()
    driver.frames(2)


def opened(driver, words):
    """A button on the card that lies over the board."""
    overlay = driver.app.screen.opened
    return next(w for w in overlay.walk(restrict=True) if isinstance(w, Button) and w.words.removeprefix("✓ ") == words)


def line(driver, target):
    return next(each for each in driver.all(AttackLine) if each.target == target)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_an_attack_is_two_taps_from_every_edge(sit, seat):
    driver = sit(4, turn=seat)
    target = (seat + 2) % 4
    press(driver, seat, "Attack…")
    driver.tap_on(line(driver, target).numbers[4])
    assert journal(driver) == [AttackPlayed(seat, target, 4)]
    assert driver.app.screen.opened is None


def test_a_curiosity_is_two_taps_and_one_with_two_players(sit):
    driver = sit(3)
    press(driver, 0, "Curiosity…")
    driver.tap_on(opened(driver, "Curiosity on Cy"))
    assert journal(driver) == [CuriosityPlayed(0, 2)]
    two = sit(2)
    press(two, 0, "Curiosity")
    assert journal(two) == [CuriosityPlayed(0, 1)]


def test_reactions_from_every_seat_are_one_tap(sit):
    driver = sit(6)
    happen(driver, CuriosityPlayed(0, 1))
    for seat in range(6):
        assert {"No reaction", "Cucumber!", "Take"} <= set(offered(driver, seat))
    assert "Pass…" in offered(driver, 1)
    assert "Pass…" not in offered(driver, 2)
    press(driver, 4, "Cucumber!")
    press(driver, 2, "Take")
    press(driver, 5, "No reaction")
    assert journal(driver)[1:] == [CucumberPlayed(4), TakePlayed(2), ReactionsClosed(5)]


def test_a_pass_is_two_taps(sit):
    driver = sit(3)
    happen(driver, CuriosityPlayed(0, 1))
    press(driver, 1, "Pass…")
    driver.tap_on(opened(driver, "Pass to Cy"))
    assert journal(driver)[-1] == PassPlayed(1, 2)


def test_a_reapurr_step_is_one_tap_and_turns_go_round(sit):
    driver = sit(3, hand=[4, 5, 5])
    press(driver, 0, "End Claw")
    press(driver, 0, "Draw 3")
    press(driver, 0, "Reapurr +1")
    assert journal(driver) == [ClawEnded(0), CardsDrawn(0), ReapurrRevealed(0, 1)]
    assert "Attack…" in offered(driver, 1)
    assert offered(driver, 0) == ["Catfinity…"]


def test_any_catastrophe_card_can_be_entered(sit):
    driver = sit(3, phase="catastrophe")
    press(driver, 0, "Other…")
    for words in ("Other…", "Event revealed", "Bo", "Event revealed: done"):
        driver.tap_on(opened(driver, words))
    assert journal(driver) == [EventRevealed(0, 2, (1,))]


def test_a_roll_is_entered_by_hand_and_yarn_opens_it_again(sit):
    driver = sit(3)
    happen(driver, AttackPlayed(0, 1, 4), ReactionsClosed(0))
    driver.tap_on(next(b for b in driver.all(Button) if b.words == "Enter dice"))
    driver.tap_on(next(each for each in driver.all(DieButton) if each.die.value == 2))
    assert journal(driver)[-1] == Rolled(1, (Face(2, "blue"),))
    press(driver, 1, "Yarn: Bo")
    assert journal(driver)[-1] == YarnSpent(1, 1)
    happen(driver, Rolled(1, (Face(5),)))
    press(driver, 2, "Yarn: Bo")
    happen(driver, Rolled(1, (Face(6),)))
    press(driver, 0, "Accept")
    assert journal(driver)[-1] == RollsAccepted(0)


def test_what_an_ally_did_is_entered_with_taps(sit):
    driver = sit(3)
    press(driver, 0, "Ally")
    press(driver, 1, "No reaction")
    press(driver, 0, "Lives…")
    driver.tap_on(opened(driver, "Bo: \N{MINUS SIGN}1 life"))
    assert journal(driver) == [EffectPlayed(0), ReactionsClosed(1), EffectsApplied(0, (effect("life", -1, 1),))]


def test_the_effects_editor_collects_lives_cards_and_dice(sit):
    driver = sit(3, phase="effects", stack=[{"card": "effect", "seat": 0}])
    press(driver, 0, "All…")
    editor = driver.app.screen.opened
    editor.step(1, -1)
    editor.step(1, -1)
    driver.tap_on(opened(driver, "Cards"))
    driver.tap_on(opened(driver, "from deck"))
    driver.tap_on(opened(driver, "from discard"))
    driver.tap_on(opened(driver, "from Ann"))
    editor.step(0, 2)
    driver.tap_on(opened(driver, "Reapurr"))
    editor.step(None, 1)
    driver.tap_on(opened(driver, "Dice"))
    driver.tap_on(opened(driver, "Cy rolls then"))
    driver.tap_on(editor.finish)
    entries = (effect("life", -2, 1), effect("hand", 2, 0, 1), effect("reapurr", 1))
    assert journal(driver) == [EffectsApplied(0, entries, (2,))]


def test_what_was_rolled_for_a_card_stands_where_its_effects_are_entered(sit, monkeypatch):
    driver = sit(3)
    rolls = Rolled(1, (Face(2, "blue"),)), Rolled(2, (Face(5, "green"),))
    happen(driver, EffectPlayed(0, rollers=(1, 2)), ReactionsClosed(0), *rolls, RollsAccepted(0))
    dice = []
    monkeypatch.setattr(canvas, "die", lambda value, colour, *_: dice.append((value, colour)))
    press(driver, 0, "All…")
    dice.clear()
    for count in driver.all(Count, driver.app.screen.opened):
        paint(count)
    assert dice == [(2, "blue"), (5, "green")]


def test_a_special_attack_with_a_red_dot_from_a_power_cat(sit):
    driver = sit(3)
    press(driver, 0, "Special…")
    driver.tap_on(opened(driver, "Attack played: done"))
    assert next(driver.all(Toast)).words == "Against: choose one"
    for words in ("Power Cat", "red dot", "Cy", "+"):
        driver.tap_on(opened(driver, words))
    driver.tap_on(opened(driver, "Attack played: done"))
    assert journal(driver) == [AttackPlayed(0, 2, 5, power=True, red_dot=True)]


def test_a_power_cat_that_stays_is_entered_as_one(sit):
    driver = sit(3)
    press(driver, 0, "Special…")
    for words in ("Effect played", "stays", "Effect played: done"):
        driver.tap_on(opened(driver, words))
    assert journal(driver) == [EffectPlayed(0, power=True, stays=True)]


def test_a_card_with_the_symbol_from_another_edge(sit):
    driver = sit(4)
    press(driver, 2, "Catfinity…")
    for words in ("Curiosity played", "Ann", "Curiosity played: done"):
        driver.tap_on(opened(driver, words))
    assert journal(driver) == [CuriosityPlayed(2, 0, catfinity=True)]


def test_counts_are_corrected_with_one_tap_through_the_rules(sit):
    driver = sit(4)
    driver.tap_on(edge(driver, 1).hand_count.more)
    driver.tap_on(edge(driver, 2).power_count.less)
    assert journal(driver) == [Corrected({"hand": [5, 6, 5, 5]}), Corrected({"power": [2, 2, 1, 2]})]
    assert driver.controller.session.facts()["decks"]["main"]["draw"] == 87
    assert "Set right on the table: Power Cats in front (Cy 2 → 1)" in str(driver.controller.history()[0].text)


def test_where_there_is_no_room_the_counts_open_by_a_tap(sit):
    driver = sit(6)
    driver.tap_on(next(each for each in driver.all(Small)))
    driver.tap_on(opened(driver, "Power Cats +1"))
    assert journal(driver) == [Corrected({"power": [3, 2, 2, 2, 2, 2]})]


def test_a_refusal_stands_beside_the_finger_with_its_paragraph(sit):
    driver = sit(3, hand=[0, 5, 5])
    assert "Ally" not in offered(driver, 0)
    press(driver, 0, "Special…")
    for words in ("Power Cat", "Bo", "Attack played: done"):  # without a card in hand it is one
        driver.tap_on(opened(driver, words))
    assert journal(driver) == []
    assert "(R3.1)" in next(driver.all(Toast)).words


def test_a_forced_discard_is_one_tap(sit):
    driver = sit(3, phase="discard", hand=[9, 5, 5], power=[4, 2, 2])
    press(driver, 0, "Discarded 3")
    assert journal(driver) == [Discarded(0, hand=2, power=1)]


def test_who_is_out_is_celebrated_and_offers_nothing(sit, written):
    driver = sit(6, phase="catastrophe", life=[9, 2, 2, 7, 6, 9], reapurr=1)
    press(driver, 0, "Reapurr +1")
    said = [each.words for each in written]
    assert any("out: farewell!" in words for words in said)
    assert offered(driver, 1) == []
    written.clear()
    driver.app.screen.undoing.undo()
    driver.frames(2)
    paint(driver.app.screen.panel)
    assert not any("farewell" in each.words for each in written)
    assert offered(driver, 1) == ["Catfinity…"]


def test_the_countdown_closes_the_reactions(sit):
    driver = sit(3, {"countdown": 2})
    happen(driver, CuriosityPlayed(0, 1))
    assert driver.app.screen.panel.scene().countdown == 2
    pass_time(1.0)
    assert journal(driver) == [CuriosityPlayed(0, 1)]
    pass_time(1.0)
    assert journal(driver)[-1] == ReactionsClosed(1)
    assert driver.app.screen.panel.scene().countdown == 0


def test_the_countdown_waits_for_who_is_choosing(sit):
    driver = sit(3, {"countdown": 1})
    happen(driver, CuriosityPlayed(0, 1))
    press(driver, 1, "Pass…")
    pass_time(1.0)
    assert journal(driver) == [CuriosityPlayed(0, 1)]
    driver.tap_on(opened(driver, "Pass to Ann"))
    assert journal(driver)[-1] == PassPlayed(1, 0)
    assert driver.app.screen.panel.scene().countdown == 1


def test_the_setup_offers_a_few_countdowns():
    picked = []
    countdown = Panel.option_editor(GAME, "countdown", 0, picked.append)
    countdown.pick(20)
    assert picked == [20]
    assert Panel.option_editor(GAME, "odds", False, picked.append) is None


def test_no_countdown_unless_the_table_wants_one(sit):
    driver = sit(3)
    happen(driver, CuriosityPlayed(0, 1))
    pass_time(60.0)
    assert journal(driver) == [CuriosityPlayed(0, 1)]


@pytest.mark.parametrize(("seats", "size"), [(2, 1280), (3, 1280), (4, 1280), (5, 1280), (6, 1280), (6, 1920)])
def test_every_target_is_large_enough_and_on_the_screen(sit, seats, size):
    for given in (
        {},
        {"phase": "catastrophe"},
        {"phase": "react", "stack": [{"card": "attack", "seat": 0, "target": 1, "number": 4}]},
    ):
        driver = sit(seats, size=(size, size * 5 // 8), **given)
        for seat in range(seats):
            strip = driver.app.screen.strips[seat]
            shown = [w for w in edge(driver, seat).walk(restrict=True) if isinstance(w, Button)]
            assert shown
            for button in shown:
                assert min(button.size) >= dp(55.5), (seat, button.words, button.size)
                assert button.x >= -1
                assert button.right <= strip.width + 1
        driver.close()


@pytest.mark.parametrize("away", ["home", "rules", "history"])
def test_nobody_counts_down_for_a_table_that_is_not_seen(sit, away):
    driver = sit(3, {"countdown": 2})
    session = driver.controller.session.id
    happen(driver, CuriosityPlayed(0, 1))
    driver.app.go(away)
    driver.frames(2)
    for _ in range(3):
        pass_time(1.0)
    assert driver.controller.journal.rows(session)[-1].kind == "CuriosityPlayed"


def test_the_countdown_begins_again_when_the_table_is_seen_again(sit):
    driver = sit(3, {"countdown": 2})
    happen(driver, CuriosityPlayed(0, 1))
    driver.app.go("rules")
    driver.frames(2)
    driver.app.go("table")
    driver.frames(2)
    pass_time(1.0)
    assert journal(driver) == [CuriosityPlayed(0, 1)]
    pass_time(1.0)
    assert journal(driver)[-1] == ReactionsClosed(1)


def test_what_nobody_waits_for_does_not_compete_with_who_is_asked(sit):
    driver = sit(3)
    seats = driver.app.screen.view.seats
    assert [seat.asked for seat in seats] == [True, False, False]
    (catfinity,) = edge(driver, 1).buttons
    assert catfinity.kind == "quiet"
    assert catfinity.width * catfinity.height < edge(driver, 1).width * edge(driver, 1).height / 4
    assert all(button.kind != "quiet" for button in edge(driver, 0).buttons)


def test_counts_say_what_they_are_where_the_words_have_room(sit, monkeypatch):
    driver = sit(3)
    written = []
    text = canvas.text
    monkeypatch.setattr(
        canvas, "text", lambda words, *rest, **more: (written.append(words), text(words, *rest, **more))
    )
    for widget in (edge(driver, 0), edge(driver, 0).hand_count, edge(driver, 0).power_count):
        widget.again()
    driver.frames(2)
    assert {"yarn", "cards", "Power"} <= set(written)


def test_an_attack_on_several_that_does_more_is_entered_with_taps(sit):
    driver = sit(4)
    press(driver, 0, "Special…")
    for words in ("Bo", "and more", "\N{MINUS SIGN}"):
        driver.tap_on(opened(driver, words))
    second = [each for each in driver.app.screen.opened.walk(restrict=True) if getattr(each, "words", "") == "Di"]
    driver.tap_on(second[-1])
    driver.tap_on(opened(driver, "Attack played: done"))
    assert journal(driver) == [AttackPlayed(0, 1, 3, effects=True, also=(3,))]


def test_a_power_cat_redirects_anybodys_card(sit):
    driver = sit(4)
    happen(driver, CuriosityPlayed(0, 1))
    press(driver, 3, "Other…")
    driver.tap_on(opened(driver, "Catfinity…"))
    for words in ("Pass played", "anyone", "Cy", "Pass played: done"):
        driver.tap_on(opened(driver, words))
    assert journal(driver)[-1] == PassPlayed(3, 2, power=True, anyone=True)


def test_a_cucumber_with_a_red_dot(sit):
    driver = sit(3)
    happen(driver, CuriosityPlayed(0, 1))
    press(driver, 1, "Other…")
    for words in ("Catfinity…", "Cucumber played", "red dot", "Cucumber played: done"):
        driver.tap_on(opened(driver, words))
    assert journal(driver)[-1] == CucumberPlayed(1, red_dot=True)


def test_what_a_card_does_to_the_table_is_entered_in_steps(sit):
    out = {"life": [9, 9, 0], "yarn": [3, 3, 0], "hand": [5, 5, 0], "power": [2, 2, 0]}
    driver = sit(3, phase="effects", stack=[{"card": "effect", "seat": 0}], **out)
    press(driver, 0, "All…")
    driver.tap_on(opened(driver, "Back in"))
    for _ in range(4):
        driver.tap_on(opened(driver, "+"))
    for words in ("Card goes on", "Done"):
        driver.tap_on(opened(driver, words))
    back = {"what": "revive", "by": 4, "seat": 2}
    assert journal(driver) == [EffectsApplied(0, (back,), more=True)]
    press(driver, 0, "All…")
    for words in ("Swap", "Ann", "Cy", "Turns", "+", "Phases", "Bo: no Paw", "Done"):
        driver.tap_on(opened(driver, words))
    done = {"what": "turn", "by": 1, "seat": 0}, {"what": "swap", "seat": 0, "with": 2}
    assert journal(driver)[1:] == [EffectsApplied(0, (*done, {"what": "skip", "seat": 1, "phase": "paw"}))]
    assert driver.controller.session.state.life == (4, 9, 9)

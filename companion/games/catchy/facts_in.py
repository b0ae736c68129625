"""Taking over a Catchy! table from its facts: the round is played again, and everything else must agree with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.events import IllegalEvent
from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catchy.asks import facts as public_facts
from companion.games.catchy.round_steps import exchanged, laid, opened, points, shown
from companion.games.catchy.rules import start
from companion.games.catchy.state import SUIT, CatchyOptions, Laid, State
from companion.games.catchy.trick import number_of
from companion.kit.validate import all_agree, items, known, record, whole, word

_PHASES = ("deal", "exchange", "lead", "follow", "over")
_RUNNING = ("exchange", "lead", "follow")


def position(table: Table, options: CatchyOptions, facts: Mapping[str, Any]) -> State:
    """The state that has these facts, the rest as at the start; raises BadPosition."""
    before = start(table, options)
    known(facts, tuple(public_facts(before)))
    phase = word("phase", facts.get("phase", "deal"), _PHASES)
    number = whole("round", facts.get("round", 1), low=1)
    scores = _scores(facts.get("scores", [0, 0]))
    history = [_plays("history", trick, 2) for trick in items("history", facts.get("history", []))]
    trick = _plays("trick", facts.get("trick", []))
    cards = [laid for pair in history for laid in pair] + trick
    blue = _side_at_the_start(facts, options, number, history)
    before = before._replace(round=number, blue=blue)
    if phase in _RUNNING:
        state = _played(before, _holder(facts, cards), cards, phase)._replace(scores=scores)
        _check_scores(scores, number - 1, options.target)
    elif cards:
        state = _finished(_played(before, cards[0].seat, cards, phase), scores)
    else:
        state = before._replace(scores=scores)
        _check_scores(scores, number - 1, options.target)
    if state.phase != phase:
        raise BadPosition("phase", f"the table is in {state.phase!r}, not in {phase!r}")
    state = _with_hands(state, facts.get("shown", [None, None]))
    found = public_facts(state)
    given = {**facts, "cat": {**found["cat"], **facts["cat"]}} if "cat" in facts else facts
    all_agree(given, found, but=("shown",))
    return state


def _played(before: State, holder: int, cards: list[Laid], phase: str) -> State:
    """The round these cards make; raises BadPosition where it cannot have been played so."""
    state = opened(before, holder)
    if state.phase == "exchange" and phase != "exchange":
        state = exchanged(state)
    for count, (seat, card) in enumerate(cards, 1):
        if state.phase == "ended":
            raise BadPosition("history", f"{card} was laid after the round was over")
        turn = state.leader if state.phase == "lead" else 1 - state.trick[0].seat if state.trick else None
        if seat != turn or state.phase == "exchange":
            raise BadPosition("history", f"{card} was laid by seat {seat}, whose turn it was not")
        if card in state.played:
            raise BadPosition("history", f"{card} was laid twice")
        state = laid(state, seat, card)
        if state.phase == "exchange" and (count < len(cards) or phase != "exchange"):
            state = exchanged(state)
    return state


def _finished(state: State, scores: tuple[int, int]) -> State:
    """The round shown after its end, with the scores after it; raises BadPosition."""
    if state.phase != "ended":
        raise BadPosition("phase", "the round on the table is not finished: which phase is it in?")
    gained = points(state)
    before = (scores[0] - gained[0], scores[1] - gained[1])
    if min(before) < 0:
        raise BadPosition("scores", f"{list(scores)} do not hold the points of the round shown, {list(gained)}")
    _check_scores(before, state.round - 1, state.options.target)
    return state._replace(phase="over" if max(scores) >= state.options.target else "deal", scores=scores)


def _check_scores(scores: tuple[int, int], rounds: int, target: int) -> None:
    """Refuses scores that so many rounds of 3-0, 2-0, 1-1, 0-2 and 0-3 with nobody at the target cannot give."""
    if max(scores) >= target:
        raise BadPosition("scores", f"{list(scores)}: somebody had {target} points, so the game was over by then")
    for centre in range(min(scores) + 1):
        rest = [score - centre for score in scores]
        fewest, most = sum((score + 2) // 3 for score in rest), sum(score // 2 for score in rest)
        if 1 not in rest and fewest <= rounds - centre <= most:
            return
    raise BadPosition("scores", f"{rounds} finished rounds cannot have given {list(scores)}")


def _side_at_the_start(
    facts: Mapping[str, Any], options: CatchyOptions, number: int, history: list[list[Laid]]
) -> bool:
    """Whether the cat lay blue when the round on the table began.

    That shows only in its side now; where nobody tells it, the round began red.
    """
    if "cat" not in facts:
        return False
    cat = record("cat", facts["cat"], ("position", "side"), whole_record=False)
    if "side" not in cat:
        return False
    blue = word("cat", cat["side"], ("red", "blue")) == "blue"
    for pair in history:
        blue ^= all(number_of(card, options) % 2 == 1 for _, card in pair)
    if blue and (options.cat_side != "keep" or number == 1):
        raise BadPosition("cat", f"its {cat['side']} side does not follow from the cards")
    return blue


def _holder(facts: Mapping[str, Any], cards: list[Laid]) -> int:
    if "holder" in facts:
        return whole("holder", facts["holder"], 0, 1)
    if not cards:
        raise BadPosition("holder", "who showed the Starting card?")
    return cards[0].seat


def _with_hands(state: State, given: Any) -> State:
    for seat, hand in enumerate(items("shown", given, 2)):
        if hand is None:
            continue
        if state.phase != "deal" or not state.history:
            raise BadPosition("shown", "hands are shown only after a round that ended early, while the game goes on")
        cards = items("shown", hand)
        if not all(type(card) is str for card in cards):
            raise BadPosition("shown", "a card is a text, such as A5")
        try:
            state = shown(state, seat, tuple(cards))
        except IllegalEvent as refused:
            raise BadPosition("shown", str(refused)) from refused
    return state


def _scores(value: Any) -> tuple[int, int]:
    first, second = items("scores", value, 2)
    return whole("scores", first, low=0), whole("scores", second, low=0)


def _plays(key: str, value: Any, length: int | None = None) -> list[Laid]:
    plays = [record(key, play, ("seat", "card")) for play in items(key, value, length)]
    return [Laid(whole(key, play["seat"], 0, 1), word(key, play["card"], SUIT)) for play in plays]

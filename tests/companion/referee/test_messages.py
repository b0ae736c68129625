"""Every reason has its sentence, with nothing left to fill in."""

import string

import pytest

from companion.core.events import Face
from companion.referee.messages import PLEASE_LOOK, DiceReason, Stale, Why, nothing_to_undo, reading_question
from companion.referee.signals import ReviewReason
from vision.reading import Reason, ReasonKind

FACES = (Face(6, "red"), Face(2))


@pytest.mark.parametrize("why", Why)
def test_reasons_are_sentences(why):
    sentence = str(DiceReason(why, FACES, 1, ("blue", "green")).sentence)
    assert sentence[-1] in ".?"
    assert not set(sentence) & set("{}")


def test_reason_names_its_values():
    assert str(DiceReason(Why.WRONG_NUMBER, FACES, 1).sentence) == "1 die wanted, 2 dice seen: this does not count."
    assert str(DiceReason(Why.WRONG_DICE, FACES, 1).sentence) == "red 6 and 2: 1 die wanted, this does not count."
    strange = DiceReason(Why.STRANGE_DIE, FACES[:1], colours=("blue", "green"))
    assert str(strange.sentence) == "Nobody throws the red 6 now. Wanted: blue or green."


def test_reasons_differ():
    texts = [each.value.template for kind in (Why, Stale) for each in kind]
    assert len(set(texts)) == len(texts) == len(Why.__members__) + len(Stale.__members__)


@pytest.mark.parametrize(
    ("wanted", "there", "back", "words"),
    [
        (1, 0, True, "There is nothing to take back."),
        (1, 0, False, "There is nothing to bring back."),
        (3, 1, True, "Only 1 event can be taken back, not 3."),
        (3, 2, False, "Only 2 events can be brought back, not 3."),
    ],
)
def test_nothing_to_undo(wanted, there, back, words):
    assert str(nothing_to_undo(wanted, there, back=back)) == words


@pytest.mark.parametrize("kind", ReasonKind)
def test_every_reason_of_the_reader_has_a_sentence(kind):
    question = reading_question((ReviewReason(kind.value, 4, 0.7),))
    assert question != PLEASE_LOOK
    assert question == Reason(kind, 0, 4, 0.7).text


def test_gaps_are_filled_after_translation():
    question = reading_question((ReviewReason("low_confidence", 4, 0.7),))
    gaps = {name for _, name, _, _ in string.Formatter().parse(question.template) if name}
    assert gaps == {"value", "percent"}
    assert "70%" in str(question)


@pytest.mark.parametrize("reasons", [(), (ReviewReason("of a later version"),)])
def test_unknown_reason(reasons):
    assert reading_question(reasons) == PLEASE_LOOK


def test_every_doubt_is_said_once():
    reasons = (ReviewReason("may_lean", 4), ReviewReason("may_lean", 2), ReviewReason("may_lean", 4))
    assert str(reading_question(reasons)) == "a 4 may lean; a 2 may lean"

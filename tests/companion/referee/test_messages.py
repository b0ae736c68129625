"""What the players are asked about readings."""

import string

import pytest

from companion.referee.messages import PLEASE_LOOK, reading_question
from companion.referee.signals import ReviewReason
from vision.reading import Reason, ReasonKind
from vision.trust.reasons import sentence


@pytest.mark.parametrize("kind", ReasonKind)
def test_every_reason_of_the_reader_has_a_question_of_its_own(kind):
    question = reading_question((ReviewReason(kind.value, 4, 0.7),))
    assert question != PLEASE_LOOK
    assert str(question) == sentence((Reason(kind, 0, 4, 0.7),))


def test_the_gaps_are_filled_after_translation():
    question = reading_question((ReviewReason("low_confidence", 4, 0.7),))
    gaps = {name for _, name, _, _ in string.Formatter().parse(question.template) if name}
    assert gaps == {"value", "percent"}
    assert "70%" in str(question)


@pytest.mark.parametrize("reasons", [(), (ReviewReason("of a later version"),)])
def test_without_a_known_reason_the_players_are_asked_to_look(reasons):
    assert reading_question(reasons) == PLEASE_LOOK


def test_the_first_reason_is_asked_about():
    first, second = ReviewReason("may_lean", 3), ReviewReason("cut_off", 5)
    assert reading_question((first, second)) == reading_question((first,))

"""Checks that many positions share."""

import pytest

from companion.core.game import BadPosition
from companion.kit.validate import one_each, within


def refused(why, check, *given):
    with pytest.raises(BadPosition) as found:
        check("here", *given)
    assert found.value.key == "here"
    assert why in str(found.value.text)


def test_a_number_lies_within_its_bounds():
    assert [within("here", number, 1, 3) for number in (1, 2, 3)] == [1, 2, 3]
    refused("0 is not from 1 to 3", within, 0, 1, 3)
    refused("4 is not from 1 to 3", within, 4, 1, 3)


def test_there_is_one_entry_for_each():
    assert one_each("here", (None, 5), 2) == (None, 5)
    refused("there must be 3 entries, not 2", one_each, (None, 5), 3)
    refused("there must be 2 entries, not 0", one_each, (), 2)

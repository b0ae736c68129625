"""Facts somebody gave are read strictly."""

from __future__ import annotations

import pytest

from companion.core.game import BadPosition
from companion.kit.validate import agrees, all_agree, items, known, record, seats, whole, word


def refused(read, *args, key="k", **kwargs):
    with pytest.raises(BadPosition) as found:
        read(*args, **kwargs)
    assert found.value.key == key
    assert len(str(found.value)) < 200


def test_unknown_keys():
    known({"a": 1}, ("a", "b"))
    refused(known, {"c": 1}, ("a", "b"), key="c")
    refused(known, {"c": 1}, ("a",), "k")
    refused(known, {"c" * 100_000: 1}, ("a",), key="c" * 40)
    refused(known, {"c" * 100_000: 1}, ("a",), "k")


def test_whole_numbers():
    assert whole("k", 3, 1, 4) == 3
    for value in (True, 1.0, "1", None, [1]):
        refused(whole, "k", value)
    refused(whole, "k", 0, 1)
    refused(whole, "k", 5, 1, 4)
    refused(whole, "k", 10**6000, 1, 4)


def test_words():
    assert word("k", "a", ("a", "b")) == "a"
    for value in ("c", 1, None, ["a"], {}):
        refused(word, "k", value, ("a", "b"))


def test_lists():
    assert items("k", (1, 2), 2) == [1, 2]
    for value in ("ab", {"0": 1}, None, 3):
        refused(items, "k", value)
    refused(items, "k", [1], 2)


def test_seats():
    assert seats("k", [2, 0], 3) == (2, 0)
    for value in ([0, 3], [-1], [0, 0], [True], "01", None):
        refused(seats, "k", value, 3)


def test_records():
    assert record("k", {"a": 1}, ("a",)) == {"a": 1}
    assert record("k", {}, ("a",), whole_record=False) == {}
    for value in ({}, {"a": 1, "b": 2}, [["a", 1]], None):
        refused(record, "k", value, ("a",))


def test_agreement_is_exact():
    assert agrees({"a": [1, {"b": None}]}, {"a": (1, {"b": None})})
    for given, found in (
        (1, True),
        (1.0, 1),
        ({"a": 1}, {"a": 1, "b": 2}),
        ([1], [1, 2]),
        ({}, []),
        ([], {}),
        (None, 0),
    ):
        assert not agrees(given, found)
    all_agree({"k": 1}, {"k": 1, "l": 2})
    all_agree({"k": 1}, {"k": 2}, but=("k",))
    refused(all_agree, {"k": [10**6000]}, {"k": 2})

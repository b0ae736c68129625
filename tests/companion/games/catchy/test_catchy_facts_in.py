"""Catchy! tables taken over from their facts: what follows, what must agree, what cannot have been."""

from __future__ import annotations

import pytest

from companion.app.form_makers import fact_form
from companion.app.form_words import words_of
from companion.core.game import BadPosition
from companion.core.table import Table
from companion.games.catchy import GAME
from companion.games.catchy.events import CardPlayed, StartingCardShown
from companion.games.catchy.options import CatchyOptions
from companion.record.codec import position_from_plain

TABLE = Table(("Pia", "Quin"))
ARMS = "P:A4 Q:A2 P:B4 Q:B2 P:C4 Q:C2"
DECLINED = "P:C4 Q:C2 P:B4 Q:A2"


def tricks(cards):
    plays = [{"seat": "PQ".index(laid[0]), "card": laid[2:]} for laid in cards.split()]
    return [plays[i : i + 2] for i in range(0, len(plays), 2)]


def plays(cards):
    return [{"seat": "PQ".index(laid[0]), "card": laid[2:]} for laid in cards.split()]


def taken(facts, **options):
    return position_from_plain(GAME, TABLE, CatchyOptions(**options), facts)


def refused(facts, key=None, **options):
    with pytest.raises(BadPosition) as found:
        taken(facts, **options)
    assert key is None or found.value.key == key


def test_nothing_given_is_the_start():
    assert taken({}) == GAME.start(TABLE, CatchyOptions())


def test_the_rest_follows_from_the_cards():
    state = taken({"phase": "follow", "history": tricks("P:A4 Q:B1"), "trick": plays("P:C2")})
    facts = GAME.facts(state)
    assert (facts["holder"], facts["leader"], facts["waiting"], facts["tricks"]) == (0, 0, [1], 1)
    assert facts["cat"] == {"position": -1, "side": "red"}
    assert facts["voids"] == [[], ["A"]]
    state = GAME.apply(state, CardPlayed(1, "A1")).state
    assert GAME.facts(state)["flags"] == [{"kind": "revoke", "seat": 1, "trick": 1, "suit": "A", "proved_in": 2}]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cat", {"position": -2, "side": "red"}),
        ("cat", {"position": -1, "side": "blue"}),
        ("cat", {"position": True}),
        ("cat", {"colour": "red"}),
        ("cat", {"side": "green"}),
        ("cat", None),
        ("leader", 1),
        ("leader", None),
        ("leader", False),
        ("holder", 1),
        ("holder", None),
        ("holder", 2),
        ("tricks", 0),
        ("tricks", True),
        ("tricks", 1.0),
        ("waiting", [1]),
        ("waiting", [False]),
        ("waiting", 0),
        ("voids", [[], []]),
        ("voids", [["A"], []]),
        ("flags", [{"kind": "revoke", "seat": 1, "trick": 1, "suit": "A", "proved_in": 2}]),
        ("flags", [{}]),
        ("trick", [{"seat": 1, "card": "C2"}]),
        ("trick", [{"seat": 0, "card": "A4"}]),
        ("trick", [{"seat": 0, "card": "C2"}]),
        ("phase", "follow"),
        ("phase", "exchange"),
        ("phase", "deal"),
        ("phase", "over"),
        ("phase", "ended"),
        ("phase", 3),
        ("round", 0),
        ("round", True),
        ("round", 2),
        ("round", 10**30),
        ("scores", [1, 1]),
        ("scores", [0, 0, 0]),
        ("scores", [0, False]),
        ("scores", [-1, 1]),
        ("shown", [["A1", "A3", "A5", "B2", "B3", "B4"], None]),
        ("shown", [None]),
        ("colour", "red"),
        ("history", [plays("P:A4")]),
        ("history", [[{"seat": 0, "card": "A4"}, {"seat": 1, "card": "A6"}]]),
        ("history", [[{"seat": 0, "card": "A4"}, {"seat": True, "card": "B1"}]]),
        ("history", [[{"seat": 0, "card": "A4", "why": ""}, {"seat": 1, "card": "B1"}]]),
        ("history", [[{"seat": 0}, {"seat": 1, "card": "B1"}]]),
        ("history", {"0": []}),
        ("history", [[["0", "A4"], ["1", "B1"]]]),
    ],
)
def test_what_is_given_must_agree_and_be_well_formed(key, value):
    good = {"phase": "lead", "history": tricks("P:A4 Q:B1")}
    taken(good)
    refused({**good, key: value})


def test_cards_that_cannot_have_been_played_so():
    refused({"phase": "lead", "history": tricks("P:A4 Q:A2 P:A2 Q:B2")}, "history")
    refused({"phase": "lead", "history": tricks("P:A4 Q:A2 Q:B4 P:B2")}, "history")
    refused({"phase": "lead", "history": tricks("P:A4 Q:A2 P:B4 P:B2")}, "history")
    refused({"phase": "lead", "history": tricks(f"{ARMS} P:A5 Q:A3")}, "history")
    refused({"phase": "lead", "history": tricks("P:A4 Q:A2"), "trick": plays("P:B4 Q:B2")})
    refused({"phase": "lead", "history": [], "trick": plays("P:B4")}, "phase")
    refused({"phase": "lead", "history": tricks(ARMS)}, "phase")


def test_a_round_must_name_its_phase():
    refused({"history": tricks("P:A4 Q:A2")}, "phase")
    refused({"holder": 0}, "holder")
    refused({"phase": "lead"}, "holder")
    refused({"history": tricks(ARMS), "scores": [8, 2], "round": 4}, "phase")
    taken({"phase": "over", "history": tricks(ARMS), "scores": [8, 2], "round": 4})


def test_exchange_comes_before_the_first_trick():
    taken({"phase": "exchange", "holder": 1})
    refused({"phase": "exchange", "holder": 1, "leader": 0}, "leader")
    refused({"phase": "exchange", "history": tricks("P:A4 Q:A2")})
    refused({"phase": "exchange", "trick": plays("P:A4")})
    late = {"exchange": "after-lead"}
    taken({"phase": "exchange", "trick": plays("P:A4")}, **late)
    taken({"phase": "follow", "trick": plays("P:A4")}, **late)
    taken({"phase": "lead", "holder": 0}, **late)
    refused({"phase": "exchange", "holder": 0}, **late)
    refused({"phase": "exchange", "history": tricks("P:A4 Q:A2"), "trick": plays("P:B4")}, **late)


def test_a_finished_round_shows_its_points():
    facts = GAME.facts(taken({"history": tricks(ARMS), "round": 2, "scores": [3, 3]}))
    assert (facts["phase"], facts["cat"]["position"], facts["holder"], facts["leader"]) == ("deal", -3, None, None)
    taken({"history": tricks(ARMS), "scores": [3, 0]})
    refused({"history": tricks(ARMS)}, "scores")
    refused({"history": tricks(ARMS), "scores": [0, 3]}, "scores")
    refused({"history": tricks(ARMS), "scores": [3, 3]}, "scores")
    refused({"history": tricks(ARMS), "scores": [3, 0], "holder": 0}, "holder")


def test_over_shows_the_last_round_with_somebody_at_the_target():
    refused({"phase": "over"})
    refused({"phase": "over", "scores": [7, 2], "round": 4})
    refused({"phase": "over", "history": tricks(ARMS), "scores": [3, 0]})
    refused({"phase": "deal", "history": tricks(ARMS), "scores": [8, 2], "round": 4}, "phase")
    refused({"phase": "over", "history": tricks(ARMS), "scores": [10, 2], "round": 5}, "scores")
    refused({"phase": "over", "history": tricks(ARMS), "scores": [8, 2], "round": 4, "shown": [["A1"] * 4, None]})


@pytest.mark.parametrize(
    ("scores", "rounds"),
    [
        ([0, 0], 0),
        ([3, 0], 1),
        ([2, 0], 1),
        ([1, 1], 1),
        ([5, 5], 5),
        ([5, 5], 4),
        ([6, 6], 6),
        ([4, 2], 3),
        ([6, 0], 2),
    ],
)
def test_scores_that_rounds_can_have_given(scores, rounds):
    assert GAME.facts(taken({"scores": scores, "round": rounds + 1}))["scores"] == scores


@pytest.mark.parametrize(
    ("scores", "rounds"),
    [
        ([1, 0], 1),
        ([3, 3], 1),
        ([5, 5], 0),
        ([7, 0], 3),
        ([4, 0], 1),
        ([6, 0], 4),
        ([2, 1], 2),
        ([5, 5], 6),
        ([0, 0], 1),
    ],
)
def test_scores_that_they_cannot(scores, rounds):
    refused({"scores": scores, "round": rounds + 1}, "scores")


def test_every_score_of_random_rounds_is_known_as_possible():
    reached = {(0, 0): {0}}
    frontier = [((0, 0), 0)]
    while frontier:
        (first, second), rounds = frontier.pop()
        for one, two in ((3, 0), (2, 0), (1, 1), (0, 2), (0, 3)):
            then = (first + one, second + two)
            if max(then) < 7 and rounds + 1 not in reached.setdefault(then, set()):
                reached[then].add(rounds + 1)
                frontier.append((then, rounds + 1))
    for first in range(8):
        for second in range(8):
            for rounds in range(9):
                facts = {"scores": [first, second], "round": rounds + 1}
                if rounds in reached.get((first, second), ()):
                    taken(facts)
                else:
                    refused(facts, "scores")


def test_a_penalty_leaves_its_cards_in_the_trick():
    facts = {"history": tricks(DECLINED), "trick": plays("P:B5 Q:B1"), "scores": [3, 0]}
    found = GAME.facts(taken(facts, revoke="penalty"))
    assert found["flags"] == [{"kind": "revoke", "seat": 1, "trick": 2, "suit": "B", "proved_in": 3}]
    assert found["tricks"] == 2
    refused(facts)
    refused({**facts, "scores": [0, 3]}, revoke="penalty")
    refused({"phase": "lead", "history": tricks(f"{DECLINED} P:B5 Q:B1")}, revoke="penalty")
    refused({"phase": "follow", "history": tricks(DECLINED), "trick": plays("P:B5 Q:B1")}, revoke="penalty")


def test_hands_shown_after_a_round():
    facts = {"history": tricks(ARMS), "scores": [3, 0], "shown": [None, ["A1", "A3", "A5", "J"]]}
    assert GAME.facts(taken(facts))["shown"] == facts["shown"]
    refused({**facts, "shown": [None, ["A1", "A3", "A5"]]}, "shown")
    refused({**facts, "shown": [None, ["A1", "A3", "A5", "A4"]]}, "shown")
    refused({**facts, "shown": [["A1", "B1", "B3", "B5"], ["A1", "A3", "A5", "J"]]}, "shown")
    refused({**facts, "shown": [None, ["A1", "A3", "A5", 7]]}, "shown")
    refused({**facts, "shown": [None, "A1A3A5J"]}, "shown")
    refused({"shown": [[], None]}, "shown")


def test_the_side_a_cat_keeps():
    keep = {"cat_side": "keep"}
    facts = {"phase": "lead", "round": 2, "scores": [0, 2], "history": tricks("P:A5 Q:A3")}
    began_blue = taken({**facts, "cat": {"position": -1, "side": "red"}}, **keep)
    assert GAME.facts(began_blue)["leader"] == 0
    assert GAME.facts(taken({**facts, "cat": {"side": "blue"}}, **keep))["cat"] == {"position": 1, "side": "blue"}
    assert GAME.facts(taken(facts, **keep))["cat"] == {"position": 1, "side": "blue"}
    refused({**facts, "cat": {"position": -1, "side": "red"}}, "cat")
    refused({**facts, "round": 1, "scores": [0, 0], "cat": {"position": -1, "side": "red"}}, "cat", **keep)
    blue = {"round": 2, "scores": [0, 2], "cat": {"position": 0, "side": "blue"}}
    state = GAME.apply(taken(blue, **keep), StartingCardShown(0)).state
    assert GAME.facts(state)["cat"]["side"] == "blue"
    refused(blue, "cat")
    refused({"cat": {"position": 0, "side": "blue"}}, "cat", **keep)
    refused({"round": 2, "scores": [0, 2], "cat": {"position": 1}}, "cat", **keep)


def test_a_round_taken_over_keeps_its_number_until_it_begins():
    state = taken({"scores": [5, 5], "round": 6})
    assert GAME.facts(GAME.apply(state, StartingCardShown(1)).state)["round"] == 6
    state = taken({"history": tricks(ARMS), "round": 2, "scores": [3, 3]})
    assert GAME.facts(GAME.apply(state, StartingCardShown(1)).state)["round"] == 3
    loser = taken({"scores": [3, 0], "round": 2}, first_leader="loser")
    assert GAME.apply(loser, StartingCardShown(0)).state.leader == 0


def test_forms_name_cards_as_they_look():
    laid = [{"seat": 0, "card": "C2"}]
    (part,) = (
        part
        for part in fact_form(GAME.facts_type, TABLE, GAME.start(TABLE, CatchyOptions()), {}).parts
        if part.key == "trick"
    )
    assert words_of(part.form, laid).endswith("■ 2")
    ended = {"history": [[{"seat": 0, "card": f"{suit}4"}, {"seat": 1, "card": f"{suit}2"}] for suit in "ABC"]}
    state = position_from_plain(GAME, TABLE, CatchyOptions(suits=("mint", "rose", "sky")), {**ended, "scores": [3, 0]})
    words = next(ask.forms[0].narrowed["cards"].of.words for ask in GAME.asks(state) if ask.forms)
    assert (str(words["A1"]), str(words["J"])) == ("mint 1", "Joker")
    assert not {"A4", "B2"} & set(words), "they lie on the table"

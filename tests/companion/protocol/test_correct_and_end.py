"""The requests "correct" and "end", and "continues" of "new": contract in the README's page on the line protocol."""

import json
from contextlib import closing

import pytest

from companion.games import shelf
from companion.protocol.line_server import LineReferee
from companion.protocol.replay import replay
from companion.record import bgstats, export
from companion.record.journal import Journal
from companion.record.session import Session

NEW = {"new": {"game": "catastrophe", "players": ["Ann", "Bo", "Cy"], "options": {"first": 0}}}
ENDS_CLAW = {"event": {"kind": "ClawEnded", "seat": 0}}
DRAWS = {"event": {"kind": "CardsDrawn", "seat": 0}}


@pytest.fixture
def referee(journal):
    made = LineReferee(shelf(), journal)
    ask(made, NEW)
    return made


def ask(referee, request):
    return json.loads(json.dumps(referee.answer(json.dumps(request).encode())))


def answered(referee, request):
    answer = ask(referee, request)
    assert answer["ok"], answer
    return answer


def facts(referee):
    return answered(referee, {"show": "facts"})["facts"]


def test_following_facts_are_recomputed(referee):
    answer = answered(referee, {"correct": {"yarn": [2, 3, 3]}})
    assert (answer["seq"], answer["facts"]["yarn"], answer["facts"]["sanctuary"]) == (1, [2, 3, 3], 22)
    named = answered(referee, {"correct": {"yarn": [3, 3, 3], "sanctuary": 21}})
    assert named["facts"]["sanctuary"] == 21
    assert ask(referee, {"correct": {"yarn": [2, 3, 3], "sanctuary": 21}})["message"].startswith("sanctuary: ")


def test_card_that_was_never_taken_goes_back_to_the_deck(referee):
    answered(referee, ENDS_CLAW)
    answered(referee, DRAWS)
    assert (facts(referee)["phase"], facts(referee)["decks"]["main"]) == ("discard", {"draw": 90, "discard": 0})
    found = answered(referee, {"correct": {"hand": [7, 5, 5]}})["facts"]
    assert found["decks"]["main"] == {"draw": 91, "discard": 0}
    assert (found["phase"], found["stage"]) == ("catastrophe", "catastrophe"), "nothing is too much any more"


def test_too_many_cards_begin_a_forced_discard(referee):
    found = answered(referee, {"correct": {"power": [2, 4, 2]}})["facts"]
    assert (found["phase"], found["waiting"], found["stage"]) == ("discard", [1], "claw")
    assert found["decks"]["power"] == {"draw": 16, "discard": 0}


def test_discards_are_shuffled_if_more_cards_are_found_than_the_deck_has(journal):
    referee = LineReferee(shelf(), journal)
    decks = {"main": {"draw": 1, "discard": 92}}
    ask(referee, {"new": {**NEW["new"], "facts": {"decks": decks}}})
    assert answered(referee, {"correct": {"hand": [7, 5, 5]}})["facts"]["decks"]["main"] == {"draw": 91, "discard": 0}


def test_who_goes_out_by_a_correction_is_the_last_group(journal):
    referee = LineReferee(shelf(), journal)
    out = {"life": [9, 9, 0], "yarn": [3, 3, 0], "hand": [5, 5, 0], "power": [2, 2, 0]}
    four = {**NEW["new"], "players": ["Ann", "Bo", "Cy", "Di"]}
    ask(referee, {"new": {**four, "facts": {name: [*value, value[0]] for name, value in out.items()}}})
    both = {name: [value[0], 0, 0, value[0]] for name, value in out.items()}
    assert answered(referee, {"correct": both})["facts"]["fallen"] == [[2], [1]]


@pytest.mark.parametrize(
    ("facts_", "corrected", "expected"),
    [
        ({"phase": "rolling", "cards": [[4], [9], []]}, {"cards": [[4], [9], [2]]}, {"holders": [0, 1, 2]}),
        (
            {"phase": "discarding", "faces": [[1, 1, 1], [6, 6, 6], [6, 6, 5]]},
            {"faces": [[1, 1, 2], [6, 6, 5], [6, 6, 5]]},
            {"rolls": [4, 17, 17], "owes": [13, 0, 0], "high": 17},
        ),
        (
            {"phase": "discarding", "cards": [[4, 9], [7], []], "holders": [0, 1, 2],
             "faces": [[1, 1, 1], [6, 6, 6], [6, 6, 5]]},
            {"cards": [[4], [7], []]},
            {"holders": [0, 1, 2], "owes": [15, 0, 0]},
        ),
    ],
)  # fmt: skip
def test_catch_up_follows(journal, facts_, corrected, expected):
    referee = LineReferee(shelf(), journal)
    answered(referee, {"new": {"game": "catch-up", "players": ["Ann", "Bo", "Cy"], "facts": facts_}})
    found = answered(referee, {"correct": corrected})["facts"]
    assert {name: found[name] for name in expected} == expected


def test_whose_turn_it_is_can_be_set_right_in_catch_22(journal):
    referee = LineReferee(shelf(), journal)
    answered(referee, {"new": {"game": "catch-22", "players": ["Ann", "Bo"]}})
    for _ in range(40):
        ask_ = answered(referee, {"show": "asks"})["asks"][0]
        if facts(referee)["phase"] == "move":
            break
        if ask_["choices"]:
            answered(referee, {"event": ask_["choices"][0]["event"]})
        else:
            seat = ask_["seat"]
            answered(referee, {"event": {"kind": "Rolled", "seat": seat, "faces": [{"value": 2 + seat}]}})
    before = facts(referee)
    assert (before["phase"], before["rolled"]) == ("move", 3)
    found = answered(referee, {"correct": {"turn": 1 - before["turn"], "phase": "place"}})["facts"]
    assert (found["turn"], found["rolled"], found["waiting"]) == (1 - before["turn"], None, [1 - before["turn"]])


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"correct": {}}, "malformed"),
        ({"correct": None}, "malformed"),
        ({"correct": [1]}, "malformed"),
        ({"correct": {"yarn": [30, 3, 3]}}, "bad-position"),
        ({"correct": {"yarn": "many"}}, "bad-position"),
        ({"correct": {"waiting": [2]}}, "bad-position"),
        ({"end": None}, "malformed"),
        ({"end": {"why": 3}}, "malformed"),
        ({"end": {"why": "x" * 201}}, "malformed"),
        ({"end": {"reason": "late"}}, "malformed"),
        ({"event": {"kind": "Corrected", "facts": {"yarn": [2, 3, 3]}}}, "malformed"),
        ({"event": {"kind": "Ended"}}, "malformed"),
        ({"correct": {"yarn": [2, 3, 3]}, "end": {}}, "malformed"),
        ({"new": {**NEW["new"], "continues": 3}}, "malformed"),
        ({"new": {**NEW["new"], "continues": "nobody"}}, "no-session"),
    ],
)
def test_refusals_change_nothing(referee, request_, error):
    answered(referee, ENDS_CLAW)
    before = answered(referee, {"show": "record"}), facts(referee)
    assert ask(referee, request_)["error"] == error
    assert (answered(referee, {"show": "record"}), facts(referee)) == before


def test_record_lists_both(referee):
    answered(referee, {"correct": {"yarn": [2, 3, 3]}})
    answered(referee, {"end": {"why": None}})
    events = [entry["event"] for entry in answered(referee, {"show": "record"})["record"]]
    assert events == [{"kind": "Corrected", "facts": {"yarn": [2, 3, 3]}}, {"kind": "Ended", "why": ""}]


def test_row_keeps_the_facts_before_and_after(referee, journal):
    answered(referee, {"correct": {"yarn": [2, 3, 3]}})
    row = journal.rows(journal.header("last").session)[-1]
    assert (row.kind, json.loads(row.body)) == (
        "corrected",
        {
            "facts": {"yarn": [2, 3, 3]},
            "before": {"yarn": [3, 3, 3], "sanctuary": 21},
            "after": {"yarn": [2, 3, 3], "sanctuary": 22},
        },
    )


def test_correction_is_amended_and_taken_out_like_an_event(referee):
    answered(referee, {"correct": {"yarn": [2, 3, 3]}})
    answered(referee, ENDS_CLAW)
    other = {"kind": "Corrected", "facts": {"yarn": [1, 3, 3]}}
    found = answered(referee, {"amend": 1, "event": other})
    assert (found["facts"]["yarn"], found["facts"]["phase"], found["dropped"]) == ([1, 3, 3], "paw", [])
    wrong = {"kind": "Corrected", "facts": {"yarn": [99, 3, 3]}}
    assert ask(referee, {"amend": 1, "event": wrong})["error"] == "illegal"
    assert answered(referee, {"amend": 1, "event": None})["facts"]["yarn"] == [3, 3, 3]
    assert answered(referee, {"undo": 2})["facts"]["yarn"] == [2, 3, 3]


def test_correction_that_no_longer_fits_is_a_conflict(referee):
    answered(referee, {"correct": {"life": [9, 4, 9]}})
    answered(referee, {"correct": {"reapurr": 3}})
    before = facts(referee)
    caught = {"amend": 1, "event": {"kind": "Corrected", "facts": {"life": [9, 3, 9]}}}
    refused = ask(referee, caught)
    assert (refused["error"], refused["conflict"]) == ("conflict", 2)
    assert facts(referee) == before
    assert answered(referee, {**caught, "on_conflict": "skip"})["dropped"] == [2]


def test_nothing_can_come_after_an_end_that_is_put_in_earlier(referee):
    answered(referee, ENDS_CLAW)
    answered(referee, DRAWS)
    end = {"kind": "Ended", "why": "late"}
    refused = ask(referee, {"amend": 1, "event": end})
    assert (refused["error"], refused["conflict"]) == ("conflict", 2)
    stopped = answered(referee, {"amend": 1, "event": end, "on_conflict": "stop"})
    assert (stopped["outcome"]["stopped"], stopped["dropped"]) == (True, [2])
    assert answered(referee, {"undo": 1})["outcome"] is None


def test_stopped_game_is_amended_and_goes_on_without_its_end(referee):
    answered(referee, ENDS_CLAW)
    answered(referee, {"end": {"why": "late"}})
    assert answered(referee, {"amend": 2, "event": None})["outcome"] is None
    answered(referee, DRAWS)


def test_all_of_it_is_there_after_a_restart(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        referee = LineReferee(shelf(), journal)
        first = answered(referee, NEW)["session"]
        answered(referee, {"correct": {"yarn": [2, 3, 3]}})
        answered(referee, {"end": {"why": "late"}})
        stopped = answered(referee, {"show": "facts"})["outcome"]
        new = {**NEW["new"], "players": ["Ann", "Cy"], "facts": {"yarn": [2, 3]}, "continues": first}
        second = answered(referee, {"new": new})["session"]
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        referee = LineReferee(shelf(), journal)
        assert answered(referee, {"show": "sessions"})["sessions"][0]["continues"] == first
        assert answered(referee, {"resume": second})["facts"]["yarn"] == [2, 3]
        refused = ask(referee, {"undo": 1})
        assert refused["error"] == "nothing-to-undo"
        assert "before the table changed" in refused["message"]
        assert answered(referee, {"show": "record"})["continues"] == first
        resumed = answered(referee, {"resume": first})
        assert (resumed["outcome"], resumed["facts"]["yarn"]) == (stopped, [2, 3, 3])
        assert answered(referee, {"undo": 1})["outcome"] is None
        assert answered(referee, {"undo": 1})["facts"]["sanctuary"] == 21


def test_exports_know_a_correction_and_a_stopped_game(referee, journal):
    answered(referee, {"correct": {"life": [9, 7, 8]}})
    answered(referee, {"end": {"why": "=late"}})
    session = Session.resume(journal, shelf(), "last")
    again, *replayed = replay(export.to_jsonl(session), shelf())
    assert (again.facts(), again.outcome()) == (session.facts(), session.outcome())
    assert [each.text for each in replayed] == [
        "Set right on the table: Lives (Bo 9 → 7, Cy 9 → 8)",
        "Stopped here: =late",
    ]
    sheet = export.to_csv(session).splitlines()
    assert [line.split(",")[2:4] for line in sheet[1:]] == [["", ""], ["", ""]]
    play = bgstats.play_file(session)["plays"][0]
    assert play["comments"] == "Stopped before the end: =late"
    assert [(each["winner"], each["rank"], each["score"]) for each in play["playerScores"]] == [
        (False, 1, "9"), (False, 3, "7"), (False, 2, "8"),
    ]  # fmt: skip

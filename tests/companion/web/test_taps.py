"""A tap in a browser counts once, and only while it means what was shown."""

from __future__ import annotations

import pytest

from companion.core.table import Table
from companion.web import tap_gate
from tests.support.served_table import served, tap, view

pytestmark = pytest.mark.usefixtures("faster_than_people")


@pytest.fixture
def table():
    with served() as table:
        table.begin("catch-up")
        yield table


def test_repeated_tap_on_dice_counts_once(table):
    with table.client() as client:
        seen = view(client)
        roll = seen["seats"][0]["roll"]["choice"]
        dice = [{"value": 4}, {"value": 4}, {"value": 5}]
        answers = [tap(client, seen, roll, "one", dice=dice).json() for _ in range(3)]
        assert [answer["ok"] for answer in answers] == [True] * 3
        assert len(table.events) == 1
        assert view(client)["seq"] == seen["seq"] + 1


def test_a_stale_view_after_an_undo_changes_nothing(table):
    with table.client() as client:
        seen = view(client)
        roll = seen["seats"][0]["roll"]["choice"]
        dice = [{"value": 4}, {"value": 4}, {"value": 5}]
        tap(client, seen, roll, "one", dice=dice)
        assert tap(client, view(client), "undo", "two").json()["ok"]
        late = tap(client, seen, roll, "three", dice=dice).json()
        assert not late["ok"]
        assert "Play went on" in late["why"]
        assert table.events == []
        assert tap(client, view(client), roll, "four", dice=dice).json()["ok"]


def test_second_of_two_taps_on_undo_does_not_count(table, monkeypatch):
    with table.client() as client:
        for seat in (0, 1):
            seen = view(client)
            tap(client, seen, seen["seats"][seat]["roll"]["choice"], f"roll-{seat}", dice=[{"value": 3}] * 3)
        assert tap(client, view(client), "undo", "one").json()["ok"]
        monkeypatch.setattr(tap_gate, "REACTION_S", 3600.0)
        second = tap(client, view(client), "undo", "two").json()
        assert not second["ok"]
        assert "tap again" in second["why"]
        assert len(table.events) == 1


def test_taps_of_several_seats_on_one_view_all_count(table):
    table.begin("catastrophe")
    with table.client("seat:0") as ann, table.client("seat:1") as bo:
        seen = view(ann)
        for seat, client in enumerate((ann, bo)):
            answer = tap(client, seen, seen["seats"][seat]["roll"]["choice"], f"roll-{seat}", dice=[{"value": 3}])
            assert answer.json()["ok"], answer.text
        assert [event.seat for event in table.events] == [0, 1]


def test_a_seat_acts_for_nobody_else(table):
    with table.client("seat:1") as bo, table.client("watch") as other:
        seen = view(bo)
        for client in (bo, other):
            answer = tap(client, seen, seen["seats"][0]["roll"]["choice"], "x", dice=[{"value": 3}] * 3)
            assert answer.status_code == 403
            assert tap(client, seen, "leave", "y").status_code == 403
        assert table.events == []


def test_a_seat_takes_back_only_its_own_last_entry(table):
    with table.client("seat:0") as ann, table.client("seat:1") as bo:
        seen = view(ann)
        tap(ann, seen, seen["seats"][0]["roll"]["choice"], "roll", dice=[{"value": 3}] * 3)
        assert tap(bo, view(bo), "undo", "not-mine").status_code == 403
        assert tap(ann, view(ann), "undo", "mine").json()["ok"]
        assert table.events == []


def test_a_tap_is_known_again_after_a_restart(tmp_path):
    journal, paired, dice = tmp_path / "journal.sqlite", tmp_path / "paired.json", [{"value": 4}] * 3
    with served(journal, paired) as table:
        table.begin("catch-up")
        with table.client() as client:
            seen, cookie = view(client), client.cookies["catseye"]
            roll = seen["seats"][0]["roll"]["choice"]
            assert tap(client, seen, roll, "one", dice=dice).json()["ok"]
    with served(journal, paired) as table:
        table.do(lambda: table.controller.resume("last"))
        with table.client("") as client:
            client.cookies.set("catseye", cookie)
            assert tap(client, seen, roll, "one", dice=dice).json()["ok"]
            assert len(table.events) == 1
            assert not tap(client, seen, roll, "two", dice=dice).json()["ok"]


def test_what_shares_a_button_is_named_in_the_language_of_the_page(table):
    facts = {"phase": "claw", "turn": 0}
    table.do(lambda: table.controller.begin("catastrophe", Table(("Ann", "Bo", "Cy")), {}, facts))
    with table.client() as client:
        assert "Angriff" in {each["group"] for each in view(client, "language=de")["seats"][0]["buttons"]}


def test_a_refusal_says_why_and_by_which_rule(table):
    with table.client() as client:
        seen = view(client)
        answer = tap(client, seen, seen["seats"][0]["roll"]["choice"], "one", dice=[{"value": 4}]).json()
        assert not answer["ok"]
        assert "3 dice" in answer["why"]
        assert answer["rule"].startswith("R")


@pytest.mark.parametrize("marks", [[8, 1], [10**30, 1], [-1, 1], [0], "01"])
def test_a_new_table_has_a_known_mark_for_each_player(table, marks):
    with table.client() as client:
        tap(client, view(client), "leave", "one")
        seen = view(client)
        answer = tap(client, seen, "begin", "two", game="catch-up", players=["Ann", "Bo"], marks=marks)
        assert answer.status_code == 400 or not answer.json()["ok"]
        assert view(client)["session"] == ""
        answer = tap(client, seen, "begin", "three", game="catch-up", players=["Ann", "Bo"], marks=[5, 1])
        assert answer.json()["ok"]
        assert [seat["mark"] for seat in view(client)["seats"]] == [5, 1]


def bots_play(table, *seats):
    """Let bots play these seats."""

    def choose():
        table.web.bots.choose(table.controller.session.id, seats)
        table.web.parts.publisher.publish()

    table.do(choose)


def test_no_bot_is_traded_with(table):
    """Ann's cube lies with Bo and Cy; a bot plays Cy, whom nobody asks whether they agree."""
    table.do(
        lambda: table.controller.begin(
            "catch-22",
            Table(("Ann", "Bo", "Cy")),
            {},
            {
                "phase": "place",
                "turn": 0,
                "pawns": ["a5", "i1", "i9"],
                "captured": [[0, 0, 0], [1, 0, 0], [1, 0, 0]],
                "supply": [3, 5, 5],
            },
        )
    )
    with table.client() as client:
        before = view(client)
        forms = [len(seat["forms"]) for seat in before["seats"]]
        assert forms[1:] == [1, 1]
        bots_play(table, 2)
        seen = view(client)
        assert [len(seat["forms"]) for seat in seen["seats"]] == [forms[0], 1, 0]
        bots_play(table, 0)
        assert [len(seat["forms"]) for seat in view(client)["seats"]] == [0, 0, 0]
        ransom = before["seats"][1]["forms"][0]["choice"]
        assert not tap(client, view(client), ransom, "one", values={"price": 1}).json()["ok"]
        roll = before["seats"][0]["roll"]["choice"]
        assert not tap(client, view(client), roll, "two", dice=[{"value": 3}]).json()["ok"]
    assert table.events == []


def test_a_seat_throws_its_own_dice(table, monkeypatch):
    thrown = []
    monkeypatch.setattr(table.controller.devices, "throw", lambda colours, _again: thrown.append(colours))
    with table.client("seat:0") as ann:
        assert tap(ann, view(ann), "throw", "one", seat=0).json()["ok"]
        assert tap(ann, view(ann), "throw", "two", seat=1).status_code == 403
    assert thrown == [("", "", "")]


def test_whose_entry_undo_takes_back_is_shown(table):
    with table.client("seat:0") as ann:
        assert view(ann)["undoes"] is None
        tap(ann, view(ann), view(ann)["seats"][0]["roll"]["choice"], "roll", dice=[{"value": 3}] * 3)
        assert view(ann)["undoes"] == 0
        tap(ann, view(ann), "undo", "mine")
        assert view(ann)["undoes"] is None


def test_a_change_that_a_later_entry_no_longer_fits_asks_what_becomes_of_it(table):
    table.begin("catch-up", "Ann", "Bo")
    with table.client() as client:
        for at, (seat, values) in enumerate([(0, (6, 6, 4)), (1, (1, 2, 2)), (0, (5, 4, 3)), (1, (5, 4, 2))]):
            seen = view(client)
            dice = [{"value": value} for value in values]
            assert tap(client, seen, seen["seats"][seat]["roll"]["choice"], f"roll-{at}", dice=dice).json()["ok"]
        seen = view(client)
        assert tap(client, seen, seen["seats"][1]["buttons"][0]["choice"], "pay").json()["ok"]
        rolled, paid = table.events[3:]
        higher = {"entry": 4, "dice": [{"value": value} for value in (5, 4, 3)]}
        answer = tap(client, view(client), "amend", "change", **higher).json()
        assert not answer["ok"]
        assert [each["event"] for each in answer["more"]["misfits"]] == ["Bo gives up A"]
        (way,) = answer["more"]["ways"]
        assert table.events[3:] == [rolled, paid]
        assert tap(client, view(client), "amend", "so", on_conflict=way["on_conflict"], **higher).json()["ok"]
        assert [face.value for face in table.events[3].faces] == [5, 4, 3]
        assert paid not in table.events


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["Ann", "   "], "Ein Spieler hat keinen Namen"),
        (["Ann", "\u200f\u200b"], "Ein Spieler hat keinen Namen"),
        (["Ann", " ANN"], "Zwei Spieler haben denselben Namen: Ann und ANN"),
    ],
)
def test_wrong_name_is_explained_in_the_language_of_the_page(table, names, why):
    with table.client() as client:
        said = client.post(
            "/check?language=de", json={"game": "catch-up", "players": names, "options": {}, "colours": []}
        )
        assert said.json()["why"] == why

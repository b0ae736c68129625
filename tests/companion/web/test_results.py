"""Results in browsers: the same pictures as in the app, and the same in words; who is proposed for another game."""

import msgspec
import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games.catch_up.events import Discarded
from tests.support.served_table import served


@pytest.fixture(scope="module")
def table():
    with served() as table:
        table.do(lambda: play(table.controller))
        yield table


def play(controller):
    """Ann wins a short Catch Up."""
    facts = {"phase": "rolling", "cards": [[9, 10], [4, 5, 6]], "starter": 0}
    controller.begin("catch-up", Table(("Ann", "Bo"), ("pink", "blue")), None, facts)
    for event in (Rolled(0, (Face(6),) * 3), Rolled(1, (Face(1),) * 3), Discarded(1, (4, 5, 6))):
        controller.touch(event)


def results(client, **query):
    """Ask until everything is read."""
    while True:
        answer = client.get("/results", params={"view": "results", "game": "", "page": 0, **query})
        assert answer.status_code == 200, answer.text
        if not answer.json()["left"]:
            return answer.json()


@pytest.mark.parametrize("role", ["table", "seat:1", "watch"])
def test_every_paired_browser_sees_the_results(table, role):
    with table.client(role) as client:
        found = results(client)
    assert [each["name"] for each in found["said"]] == ["Ann", "Bo"]
    assert found["said"][0]["lines"][0] == "Won 1 of 1 game."
    assert "<svg" in found["picture"]
    assert "1 of 1" in found["picture"]


def test_nobody_else_does(table):
    with table.client("") as client:
        assert client.get("/results?view=results&game=&page=0").status_code == 401


def test_choice_is_shown_in_the_language_of_the_page(table):
    with table.client() as client:
        found = results(client, view="ratings", language="de")
        assert found["game"] == "catch-up"
        assert any("Wertung in Catch Up" in line for line in found["said"][0]["lines"])
        assert results(client, game="catchy")["said"] == []
        dice = results(client, view="dice")
        assert [each["name"] for each in dice["said"]] == ["pink", "blue"]
        assert "3 rolls are not enough to say" in dice["said"][0]["lines"][0]
        assert results(client, page=99)["pages"] == 1


@pytest.mark.parametrize("query", ["view=none&game=&page=0", "view=dice&game=none&page=0", "view=dice&game=&page=x"])
def test_what_is_not_there_is_refused(table, query):
    with table.client() as client:
        assert client.get(f"/results?{query}").status_code in {400, 404}


def test_the_setup_proposes_people_with_their_dice(table):
    with table.client() as client:
        found = client.get("/setup?game=catch-up").json()
    assert found["names"][:3] == ["Ann", "Bo", "Cy"]
    assert found["colours"][:2] == ["pink", "blue"]
    assert len({*found["colours"]}) == len(found["names"])
    assert found["known"] == [{"name": "Ann", "die": "pink"}, {"name": "Bo", "die": "blue"}]


def test_phone_uses_the_language_of_its_player(table):
    people = table.web.parts.people
    bo = msgspec.structs.replace(people.roster.profile("Bo"), language="fr")
    table.do(lambda: people.change(people.roster.with_profile(bo, "Bo")))
    with table.client("seat:1") as phone, table.client("seat:0") as other:
        assert phone.get("/me").json() == {"role": "seat:1", "language": "fr"}
        assert other.get("/me").json() == {"role": "seat:0", "language": ""}

"""The organiser is called from the browsers at a table, and says that they come and that it is settled."""

import pytest

from companion.club.at_table import TableInClub
from tests.companion.club.test_pages import Served
from tests.support import served_table
from tests.support.table_browser import TableBrowser, chromium
from tests.support.waiting import until


@pytest.fixture
def served(club):
    made = Served(club)
    yield made
    made.close()


@pytest.fixture
def table(served):
    """A table as `catseye serve` runs it, in the club."""
    folder = served.club.folder_of("Window")
    served.club.table("Window")
    with served_table.served(
        folder / "journal.sqlite", club=lambda controller: TableInClub(controller, folder)
    ) as table:
        table.begin("catch-up", "Ann", "Bo")
        yield table


def stands(client):
    return served_table.view(client)["organiser"]


def comes_to(table, client, call):
    """Wait until the call stands so, and look at it in a browser."""
    until(lambda: table.web.parts.slot.latest.organiser == call)
    assert stands(client) == call


def test_a_phone_calls_and_the_organiser_comes_and_settles_it(served, table):
    organiser = served.client(organiser=True)
    with table.client("seat:0") as phone, table.client("watch") as television, table.client() as tablet:
        assert stands(phone) == ""
        assert television.post("/organiser", json={"wanted": True}).status_code == 403
        assert phone.post("/organiser", json={"wanted": True}).status_code == 200
        comes_to(table, tablet, "called")
        served.wait(lambda tables: any(each.help for each in tables))
        assert organiser.post("/answer", json={"table": "1"}).status_code == 200
        comes_to(table, tablet, "coming")
        assert organiser.post("/helped", json={"table": "1"}).status_code == 200
        comes_to(table, phone, "")
        served.wait(lambda tables: not any(each.help or each.answered for each in tables))
        tablet.post("/organiser", json={"wanted": True})
        served.wait(lambda tables: any(each.help and not each.answered for each in tables))
        comes_to(table, phone, "called")
        phone.post("/organiser", json={"wanted": False})
        served.wait(lambda tables: not any(each.help for each in tables))
        comes_to(table, tablet, "")


def test_only_the_organiser_settles_a_call(served, table):
    with table.client() as tablet:
        tablet.post("/organiser", json={"wanted": True})
        served.wait(lambda tables: any(each.help for each in tables))
        assert served.client().post("/helped", json={"table": "1"}).status_code == 403


def test_a_table_in_no_club_calls_nobody():
    with served_table.served() as table, table.client() as tablet:
        assert stands(tablet) is None
        assert tablet.post("/organiser", json={"wanted": True}).status_code == 404


def test_the_pages_have_the_button(served, table):
    with chromium() as browser:
        tablet, phone = TableBrowser(table, browser), TableBrowser(table, browser, "seat:1", (360, 740))
        phone.page.click("[data-key=organiser]")
        tablet.page.wait_for_selector("main > [data-key=organiser].chosen")
        served.wait(lambda tables: any(each.help for each in tables))
        phone.page.click("main > [data-key=organiser].chosen")
        served.wait(lambda tables: not any(each.help for each in tables))
        tablet.page.click("[data-key=more]")
        tablet.page.click("dialog [data-key=organiser]")
        phone.page.wait_for_selector("main > [data-key=organiser].chosen")
        assert (tablet.errors, phone.errors) == ([], [])

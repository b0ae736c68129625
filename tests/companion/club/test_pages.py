"""The pages of a club: everybody looks, the organiser acts; results flow from what the tables sent."""

import csv
import re
import time

import httpx
import pytest

from companion.club.desk import ORGANISER, Desk
from companion.club.html import Look
from companion.club.metrics import Metrics
from companion.club.owner import pool_of
from companion.club.reader import BoardShown, Reader
from companion.club.results_pages import results_page
from companion.club.server import Pages
from companion.club.shipping import Shipper
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.people.overview import ALL, RESULTS, overview
from companion.people.people import Results
from companion.record.journal import Journal
from companion.record.session import Session
from companion.web.pairing import Pairing
from companion.web.publisher import Slot, words_in
from tests.support.web_servers import serving

PLAIN = Look("", "dark", words_in(""))


class Served:
    """The pages of a club whose tables play at will."""

    def __init__(self, club):
        self.club, self.slot, self.pairing = club, Slot(BoardShown()), Pairing()
        self.metrics = Metrics(lambda: self.slot.latest)
        self.pool = pool_of(club.url)
        self.pool.open()
        self.app = Pages(self.desk(), self.metrics).app()
        self._reader = Reader(club.url, shelf(), self.slot, self.metrics.read)
        self._reader.start()
        self._held, self._clients = [], []
        self._serving = serving(self.app)
        self.origin = f"http://127.0.0.1:{self._serving.__enter__()}"

    def desk(self, results=None):
        return Desk(self.pool, shelf(), self.slot, self.pairing, results)

    def client(self, *, organiser=False):
        headers = {"origin": self.origin, "x-catseye": "1"}
        self._clients.append(made := httpx.Client(base_url=self.origin, headers=headers, timeout=30))
        if organiser:
            assert made.post("/pair", json={"code": self.pairing.make_code(ORGANISER)}).status_code == 200
        return made

    def table(self, name="Table 1", *, names=True):
        """Return a table's journal and what sends it."""
        member = self.club.table(name, names=names)
        path = self.club.folder_of(name) / "journal.sqlite"
        journal = Journal(path)
        shipper = Shipper(member, self.club.folder_of(name), path, lambda: {"camera": {"ok": False}, "box": None})
        shipper.start()
        self._held.append((shipper, journal))
        return journal, shipper

    def wait(self, check):
        until = time.monotonic() + 30
        while not check([each for _, each in self.slot.latest.tables.values()]):
            assert time.monotonic() < until, self.slot.latest
            time.sleep(0.01)

    def ended(self, session):
        """Wait until the board shows that this game is over."""
        self.wait(lambda tables: any(each.session == session and each.progress == "over" for each in tables))

    def close(self):
        for client in self._clients:
            client.close()
        self.slot.close()
        self._serving.__exit__(None, None, None)
        self._reader.stop()
        self.pool.close()
        for shipper, journal in self._held:
            shipper.stop()
            journal.close()


@pytest.fixture
def served(club):
    made = Served(club)
    yield made
    made.close()


def win(journal, shipper, winner, loser):
    """Let somebody win a short Catch Up."""
    facts = {"phase": "rolling", "cards": [[9, 10], [4, 5, 6]], "starter": 0}
    game = shelf()["catch-up"]
    session = Session.begin(journal, game, Table((winner, loser)), game.options(), facts)
    for event in (Rolled(0, (Face(6),) * 3), Rolled(1, (Face(1),) * 3), Discarded(1, (4, 5, 6))):
        session.submit(event)
    shipper.wake()
    return session.id


def test_everybody_sees_the_tables_and_names_are_never_markup(served):
    journal, shipper = served.table("<b>1")
    ended = win(journal, shipper, "<script>alert(1)</script>", "Bo & Co")
    served.wait(lambda tables: any(each.session == ended and each.camera for each in tables))
    page = served.client().get("/").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>" not in page
    assert "Bo &amp; Co" in page
    assert "Camera: in trouble" in page
    assert "Kamera: gestört" in served.client().get("/", headers={"accept-language": "de-CH,fr"}).text
    one = served.client().get("/table/1").text
    assert one.index("alert(1)") < one.index("Bo &amp; Co") < one.index("History")
    assert one.partition("History")[2].count("<li>") == 3


def test_only_the_organiser_answers_and_the_board_shows_it(served):
    _, shipper = served.table()
    served.table("Table 0")
    shipper.call(wanted=True)
    served.wait(lambda tables: len(tables) == 2 and any(each.help for each in tables))
    stranger, organiser = served.client(), served.client(organiser=True)
    board = stranger.get("/").text
    assert board.index('id="t1"') < board.index('id="t2"')
    assert stranger.post("/answer", json={"table": "1"}).status_code == 403
    assert organiser.post("/answer", json={"table": "1"}, headers={"origin": "http://a.example"}).status_code == 403
    assert organiser.post("/answer", json={"table": "1"}).status_code == 200
    served.wait(lambda tables: any(each.answered for each in tables))
    assert "Somebody is on the way" in stranger.get("/").text
    shipper.call(wanted=False)
    served.wait(lambda tables: not any(each.help for each in tables))


def test_a_foreign_page_reads_nothing(served):
    assert served.client().get("/", headers={"host": "elsewhere.example"}).status_code == 403


def test_results_of_all_tables_are_ranked_and_exported(served):
    one, two = served.table("One"), served.table("Two")
    win(*one, "Ann", "Bo")
    last = win(*two, "Ann", "=Cy")
    served.wait(lambda tables: [each.progress for each in tables] == ["over"] * 2)
    client = served.client()
    assert client.post("/members", json={"members": "Ann"}).status_code == 403
    assert "Won 1 of 1 game" in client.get("/player", params={"who": "ann(one)"}).text
    organiser = served.client(organiser=True)
    assert organiser.post("/members", json={"members": " ann\nAnn\n\nZoe"}).status_code == 200
    assert "Zoe</textarea>" in organiser.get("/results").text
    page = client.get("/results?view=ratings&game=").text
    ranking = page.partition("<table>")[2]
    assert ranking.index("Ann") < ranking.index("Bo")
    assert "±" in ranking
    rows = list(csv.DictReader(client.get("/export/games.csv").text.splitlines()))
    assert {(row["table"], row["player"], row["place"]) for row in rows} == {
        ("One", "Ann", "1"), ("One", "Bo (One)", "2"), ("Two", "Ann", "1"), ("Two", "'=Cy (Two)", "2"),
    }  # fmt: skip
    assert last in {each["session"] for each in client.get("/export/games.json").json()}
    assert {each["name"] for each in client.get("/export/tables.json").json()} == {"One", "Two"}
    assert "Won 2 of 2 games." in client.get("/player?who=ann").text
    assert client.get("/player?who=nobody").status_code == 404


def test_after_a_restart_only_new_games_are_read(served, tmp_path):
    journal, shipper = served.table()
    file = tmp_path / "results.json"
    for winner in ("Ann", "Cy"):
        ended = win(journal, shipper, winner, "Bo")
        served.ended(ended)
        assert served.desk(file).read(None).matches[-1].winners == (f"{winner.casefold()}(table1)",)
        served.club.connect().execute("UPDATE club.rows SET body = 'x'")  # who read these again would find no result
    assert [each.winners for each in served.desk(file).read(None).matches] == [("ann(table1)",), ("cy(table1)",)]
    assert served.desk().read(None).matches == ()


def test_a_game_counts_once_it_is_over(served):
    journal, shipper = served.table()
    session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), shelf()["catch-up"].options())
    shipper.wake()
    served.wait(lambda tables: any(each.session == session.id for each in tables))
    assert served.desk().read(None).sessions == ()
    ended = win(journal, shipper, "Ann", "Bo")
    served.ended(ended)
    assert {each.id for each in served.desk().read(None).sessions} == {session.id, ended}


def test_nothing_stands_empty_while_games_are_read():
    for left, says in ((3, "3 games are still being read"), (0, "No game of two people or more")):
        read = Results((), (), {}, left)
        page = results_page(overview(read, RESULTS, ALL, {}), read, shelf(), lambda _: "", (), PLAIN)
        assert says in page
        assert "<table" not in page
        assert "Games played" not in page
        assert "CSV" not in page


def test_where_a_table_sends_pseudonyms_no_page_has_a_name(served):
    journal, shipper = served.table(names=False)
    ended = win(journal, shipper, "Wilhelmina", "Bo")
    served.ended(ended)
    client = served.client()
    pages = [
        client.get(path).text for path in ("/", "/table/1", "/results", "/export/games.csv", "/export/tables.json")
    ]
    assert not any("Wilhelmina" in page for page in pages)
    assert all("Player " in page for page in pages)


def test_a_swiss_event_is_paired_and_its_results_come_from_the_tables(served):
    journal, shipper = served.table()
    organiser = served.client(organiser=True)
    wanted = {"name": "Cup", "game": "catch-up", "format": "swiss", "most": "2", "players": "Ann\nBo\n\nCy\nDi\nbo\nEd"}
    assert served.client().post("/events", json=wanted).status_code == 403
    refused = organiser.post("/events", json={**wanted, "players": "Ann"})
    assert (refused.status_code, "2 to" in refused.text) == (400, True)
    made = organiser.post("/events", json=wanted).json()["go"]
    assert organiser.post("/round", json={"event": "1"}).status_code == 200
    page = served.client().get(made).text
    paired = re.findall(r"<td>(\w+) \+ (\w+)</td>", page)
    assert (len(paired), page.count("pauses")) == (2, 2)
    assert organiser.post("/round", json={"event": "1"}).status_code == 400
    ended = win(journal, shipper, *paired[0])
    served.ended(ended)
    assert f"1. {paired[0][0]}, 2. {paired[0][1]}" in organiser.get(made).text
    numbers = dict(zip(["Ann", "Bo", "Cy", "Di", "Ed"], "12345", strict=True))
    places = {f"place-{numbers[who]}": "1" for who in paired[1]}
    entered = organiser.post("/result", json={"event": "1", "round": "1", "table": "2", **places})
    assert entered.status_code == 200
    assert f"1. {paired[1][0]} = {paired[1][1]}" in organiser.get(made).text
    assert organiser.post("/leave", json={"event": "1", "player": numbers[paired[0][0]]}).status_code == 200
    assert organiser.post("/round", json={"event": "1"}).status_code == 200
    rows = list(csv.DictReader(served.client().get("/export/event/1.csv").text.splitlines()))
    assert {row["player"]: float(row["points"]) for row in rows}[paired[0][0]] == 1
    assert sum(float(row["points"]) for row in rows) == 3
    newest = organiser.get(made).text.partition("Standings")[0]
    assert paired[0][0] not in re.findall(r"<td>(\w+)", newest)


def test_in_free_play_every_game_of_the_players_counts(served):
    journal, shipper = served.table()
    organiser = served.client(organiser=True)
    wanted = {"name": "Open", "game": "catch-up", "format": "free", "most": "2", "players": "Ann\nBo\nCy"}
    made = organiser.post("/events", json=wanted).json()["go"]
    win(journal, shipper, "Ann", "Zoe")
    ended = win(journal, shipper, "Cy", "Bo")
    served.ended(ended)
    assert organiser.get(made).status_code == 200
    rows = list(csv.DictReader(organiser.get("/export/event/1.csv").text.splitlines()))
    assert [(row["player"], float(row["points"])) for row in rows] == [("Cy", 1), ("Bo", 0), ("Ann", 0)]


def test_figures_for_prometheus(served):
    journal, shipper = served.table()
    ended = win(journal, shipper, "Ann", "Bo")
    served.wait(lambda tables: any(each.session == ended and each.camera for each in tables))
    text = served.client().get("/metrics").text
    assert 'catseye_club_tables{progress="over"} 1.0' in text
    assert 'catseye_club_table_camera{state="trouble",table="Table 1"} 1.0' in text
    assert "catseye_club_lag_seconds_bucket" in text
    with serving(Pages(served.desk()).app()) as port:
        assert httpx.get(f"http://127.0.0.1:{port}/metrics").status_code == 404

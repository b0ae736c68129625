"""The statistics of people, against a recomputation from the rows of the journal, and by hand."""

import json
import sqlite3
from collections import Counter, defaultdict
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.core.events import Ended, Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.people.fair_dice import dice_of
from companion.people.people import People, proposed
from companion.people.roster import alike
from companion.people.statistics import Pair, pairs, records
from companion.record import codec
from companion.record.journal import Journal, Origin
from companion.record.session import Session
from tests.contract.playing import COLOURS, NAMES, bot_game

CATCH_UP = shelf()["catch-up"]


@pytest.fixture
def journal(tmp_path):
    times = (datetime.fromtimestamp(1_790_000_000 + 7 * n).astimezone().isoformat() for n in count())
    made = Journal(tmp_path / "journal.sqlite", now=lambda: next(times))
    yield made
    made.close()


@pytest.fixture
def people(journal, tmp_path):
    return People(lambda: journal, shelf(), tmp_path / "people.toml", tmp_path / "results.json")


def play(journal, game, names, seed, *, careless=False):
    """Play a whole game by its bot; a careless table takes back, brings back and changes entries."""
    random, options = Random(seed), game.options()
    session = Session.begin(journal, game, Table(names, COLOURS[: len(names)]), options)
    for _state, event in bot_game(game, len(names), seed, 1500):
        session.submit(event)
        if careless and random.random() < 0.1:
            back = random.randint(1, min(3, len(session.steps)))
            session.undo(back)
            session.redo(back)
        if careless and isinstance(event, Rolled) and random.random() < 0.2:
            session.undo()
            session.submit(Rolled(event.seat, (Face(6),) * len(event.faces)))
            session.undo()
            session.submit(event)
        if careless and isinstance(event, Rolled) and random.random() < 0.2:
            turned = Rolled(event.seat, event.faces[::-1])
            session.amend({session.entries[-1].seq: turned}, "skip")
    return session


def recomputed(path, games):
    """Return results, pairs, bests, turns and faces from the rows alone, by other means than the program's."""
    found = defaultdict(Counter)
    best, last_seen = {}, {}
    db = sqlite3.connect(path)
    for session, game_id, stored in db.execute("SELECT id, game, header FROM sessions").fetchall():
        game, header = games[game_id], json.loads(stored)
        names = header["players"]
        done, undone = [], []
        for seq, at, kind, written in db.execute(
            "SELECT seq, at, kind, body FROM entries WHERE session = ? AND seq > 0 ORDER BY seq", (session,)
        ):
            body = json.loads(written)
            if kind == "undone":
                undone += [done.pop() for _ in range(body["count"])]
            elif kind == "redone":
                done += [undone.pop() for _ in range(body["count"])]
            else:
                done.append((seq, at, kind, body))
                undone = []
        changed, gone = {}, set()
        for _, _, kind, body in done:
            if kind == "amended":
                changed |= {each["entry"]: each["event"] for each in body["changes"]}
                gone |= set(body["dropped"])
        (began,) = db.execute("SELECT at FROM entries WHERE session = ? AND seq = 0", (session,)).fetchone()
        table = Table(tuple(names), tuple(header["colours"]))
        options = codec.options_from_plain(game, header["options"])
        state, at, seat = game.start(table, options), began, None
        for seq, later, kind, body in done:
            if kind == "amended" or seq in gone:
                continue
            plain = changed.get(seq, {"kind": kind, **body})
            event = codec.event_from_plain(game, plain)
            state = game.apply(state, event).state
            if plain["kind"] == "Rolled":
                for face in plain["faces"]:
                    found["faces"][face["colour"] or header["colours"][plain["seat"]], face["value"]] += 1
            who = names[plain["seat"]].casefold()
            found["turns"][who] += plain["seat"] != seat
            seconds = (datetime.fromisoformat(later) - datetime.fromisoformat(at)).total_seconds()
            found["seconds"][who] += seconds if 0 < seconds < 1800 else 0
            at, seat = later, plain["seat"]
        outcome = game.outcome(state)
        place = {names[seat].casefold(): at for at, group in enumerate(outcome.places) for seat in group}
        for name in (name.casefold() for name in names):
            found["played"][name] += 1
            found["won"][name] += place.get(name) == 0
            last_seen.setdefault(name, []).append(place.get(name) == 0)
            score = game.tally.counts(state)[[each.casefold() for each in names].index(name)]
            best[name, game_id] = max(score, best.get((name, game_id), score))
        for one, at_one in place.items():
            for other, at_other in place.items():
                found["ahead"][one, other] += at_one < at_other
                found["equal"][one, other] += one != other and at_one == at_other
    db.close()
    return found, best, last_seen


def test_figures_equal_a_recomputation_from_the_rows(journal, people):
    for seed, (game, seats) in enumerate((game, game.player_counts[0]) for game in [*shelf().values()] * 2):
        names = tuple(Random(seed).sample(NAMES, seats))
        play(journal, game, names, seed, careless=True)
    read = people.read()
    found, best, last = recomputed(journal.path, shelf())
    assert len(read.matches) == 10
    for one in records(read.matches):
        name = one.person
        assert (one.played, one.won) == (found["played"][name], found["won"][name])
        assert one.turn_s == pytest.approx(found["seconds"][name] / found["turns"][name], abs=0.1)
        assert one.best == {game: score for (who, game), score in best.items() if who == name}
        wins = "".join("x" if won else " " for won in last[name])
        assert one.longest == max(map(len, wins.split(" ")))
        assert one.streak == len(wins) - len(wins.rstrip("x"))
    for (one, other), pair in pairs(read.matches).items():
        assert pair == Pair(found["ahead"][one, other], found["ahead"][other, one], found["equal"][one, other])
    thrown = {(die.colour, face): n for die in dice_of(read.sessions, {}) for face, n in enumerate(die.faces, 1) if n}
    assert thrown == found["faces"]


def begun(journal, names, winner=0, colours=(), continues=""):
    """Begin a Catch Up of two that the seat of the winner wins by one roll each."""
    cards = [[9, 10] if seat == winner else [4, 5, 6] for seat in (0, 1)]
    facts = {"phase": "rolling", "cards": cards, "starter": 0}
    return Session.begin(journal, CATCH_UP, Table(names, colours), CATCH_UP.options(), facts, continues)


def finished(session, winner=0, origin=Origin.TRAY):
    """Play it to its end."""
    for seat in (0, 1):
        session.submit(Rolled(seat, (Face(6 if seat == winner else 1),) * 3), origin)
    session.submit(Discarded(1 - winner, (4, 5, 6)))
    assert session.outcome().winners == (winner,)
    return session


def test_a_game_taken_back_no_longer_counts(journal, people):
    session = finished(begun(journal, ("Ann", "Bo")))
    assert [one.won for one in records(people.read().matches)] == [1, 0]
    session.undo()
    assert people.read().matches == ()
    session.redo()
    assert len(people.read().matches) == 1


def test_a_stopped_game_has_no_result_but_its_dice_count(journal, people):
    session = begun(journal, ("Ann", "Bo"), colours=("red", "blue"))
    session.submit(Rolled(0, (Face(6), Face(6), Face(2))), Origin.TRAY)
    session.submit(Ended("late"))
    read = people.read()
    assert read.matches == ()
    assert [(die.colour, die.faces) for die in dice_of(read.sessions, {})] == [("red", (0, 1, 0, 0, 0, 2))]


def test_corrected_dice_count_as_they_are_now(journal, people):
    session = begun(journal, ("Ann", "Bo"), colours=("red", "blue"))
    session.submit(Rolled(0, (Face(6), Face(6), Face(2))), Origin.TRAY)
    session.amend({session.seq: Rolled(0, (Face(6), Face(5), Face(2)))})
    (die,) = dice_of(people.read().sessions, {})
    assert die.faces == (0, 1, 0, 0, 1, 1)


def test_dice_of_bots_are_nobodys_and_their_seats_no_people(journal, people):
    finished(begun(journal, ("Ann", "Bo"), colours=("red", "blue")), origin=Origin.BOT)
    read = people.read()
    assert (read.matches, dice_of(read.sessions, {})) == ((), ())


def test_an_evening_that_goes_on_is_one_game(journal, people):
    first = begun(journal, ("Ann", "Bo"), winner=1)
    first.submit(Rolled(0, (Face(1),) * 3))
    finished(begun(journal, ("Ann", "Cy"), winner=1, continues=first.id), winner=1)
    (match,) = people.read().matches
    assert (match.winners, match.people) == (("cy",), ("ann", "cy"))
    assert match.turns == {"ann": 3, "bo": 0, "cy": 1}  # Ann rolled at both tables, then paid


def test_two_spellings_are_one_person_once_merged(journal, people):
    for names in (("Anna", "Bo"), ("ANNA ", "Bo"), ("Ana", "Bo")):
        finished(begun(journal, names))
    assert {one.person: one.won for one in records(people.read().matches)} == {"anna": 2, "ana": 1, "bo": 0}
    read = people.read()
    assert list(alike(read.people, [frozenset(match.people) for match in read.matches])) == [("ana", "anna")]
    people.change(people.roster.merged("Anna", "Ana"))
    assert {one.person: one.won for one in records(people.read().matches)} == {"anna": 3, "bo": 0}
    assert [one.name for one in people.known().people] == ["Anna", "Bo"]


def test_names_at_one_table_are_two_people(journal, people):
    finished(begun(journal, ("Anna", "Ana")))
    read = people.read()
    assert list(alike(read.people, [frozenset(match.people) for match in read.matches])) == []


def test_a_deleted_person_is_a_pseudonym_and_whoever_has_the_name_later_somebody_else(journal, people, tmp_path):
    finished(begun(journal, ("Anna", "Bo")))
    people.change(people.roster.without("anna", journal.ends()[-1].last))
    read = people.read()
    assert {str(read.people[one.person].name): one.won for one in records(read.matches)} == {"Player 1": 1, "Bo": 0}
    assert [one.name for one in people.known().people] == ["Bo"]
    assert "nna" not in (tmp_path / "people.toml").read_text()
    finished(begun(journal, ("Anna", "Bo")))
    named = {str(each.name): 0 for each in people.read().people.values()}
    assert named.keys() == {"Player 1", "Bo", "Anna"}


def test_what_is_kept_is_made_again_from_the_journal(journal, people, tmp_path):
    finished(begun(journal, ("Ann", "Bo")))
    read, table = people.read(), tmp_path / "results.json"
    assert "Ann" not in table.read_text()
    for content in (b"", b"[]", b'{"x": 1}', table.read_bytes()[:-5]):
        table.write_bytes(content)
        assert People(lambda: journal, shelf(), None, table).read() == read
    table.unlink()
    assert People(lambda: journal, shelf(), None, table).read() == read


def test_journals_of_earlier_versions_have_people(tmp_path):
    files = Path(__file__).parents[1] / "record/files"
    old = Journal(files / "journal_format_1.sqlite", reading=True)
    read = People(lambda: old, shelf()).read()
    old.close()
    assert read.left == 0
    assert read.people


def test_reading_goes_on_where_it_was_interrupted(journal, people):
    for _ in range(3):
        finished(begun(journal, ("Ann", "Bo")))
    looks = iter((False, True, False, True))
    assert people.read(lambda: next(looks)).left == 2
    assert people.read(lambda: next(looks)).left == 1
    assert len(people.read().matches) == 3


def test_chosen_profiles_are_kept(journal, people, tmp_path):
    finished(begun(journal, ("Ann", "Bo"), colours=("red", "blue")))
    ann = msgspec.structs.replace(people.roster.profile("Ann"), name="Anne", die="green", edge="left", language="de")
    people.change(people.roster.with_profile(ann, "Ann"))
    again = People(lambda: journal, shelf(), tmp_path / "people.toml")
    known = {one.key: one for one in again.known().people}
    assert known["anne"].name == "Anne"
    assert (known["anne"].die, known["anne"].edge, known["anne"].language) == ("green", "left", "de")
    assert known["bo"].die == "blue"
    assert known["anne"].mark != known["bo"].mark


def test_an_unusable_file_is_set_aside(journal, tmp_path):
    file = tmp_path / "people.toml"
    file.write_text("people = 3")
    made = People(lambda: journal, shelf(), file)
    assert "people" in str(made.trouble)
    assert not file.exists()
    assert made.known().people == ()


def test_people_are_proposed_with_the_marks_that_they_had(journal, people):
    options = CATCH_UP.options()
    first = Session.begin(journal, CATCH_UP, Table(("Ann", "Bo", "Cy")), options)
    Session.begin(journal, CATCH_UP, Table(("Cy", "Zoë", "Ann")), options, None, first.id)
    who = proposed(people.known())
    table = who.table(own_dice=True)
    assert {name: table.mark(seat) for seat, name in enumerate(table.players)} == {"Cy": 2, "Zoë": 3, "Ann": 0}
    assert table.colours == ("green", "yellow", "blue"), "the dice that are nearest to them"
    assert len({*who.marks}) == len(who.marks) == len(who.names)
    ann_moves = who.renamed(0, "Bo").swapped(0, 2).table(own_dice=False)
    assert {name: ann_moves.mark(seat) for seat, name in enumerate(ann_moves.players)} == {"Ann": 0, "Zoë": 3, "Bo": 1}

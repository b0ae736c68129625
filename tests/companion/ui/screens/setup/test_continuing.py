"""People leave, join and swap seats during a game, by touch, and the evening stays one session."""

import cv2
import pytest

from companion.core.events import Corrected, Face, Rolled
from companion.core.table import Table
from companion.drawing.theme import MARK_COLOURS
from companion.record import row_bodies
from companion.ui.screens.home_tiles import SessionTile
from companion.ui.screens.setup.fact_tile import FactTile
from companion.ui.screens.setup.seat_card import SeatCard
from companion.ui.widgets.painted import Turned
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.seat_strip import SeatStrip
from companion.views.seating import seats_after
from companion.web.acts import ACTS
from companion.web.publisher import Publisher, Slot, Snapshot
from companion.web.taps import Tap, Taps
from tests.support.screen_driver import beginning

begin = beginning("catch-up", players=3)


def tap(shown, *words):
    """A finger on each of the buttons that say this."""
    for each in words:
        shown.tap_on(shown.button(each))
        shown.frames(3)


@pytest.fixture(name="at")
def _at(begin, driver):
    """The setup of a game that goes on at another table."""

    def opened(game="catch-up", players=3, bots=(), **facts):
        controller = begin(players, game=game, facts=facts or None)
        shown = driver()
        shown.app.bots.choose(controller.session.id, bots)
        shown.tap_on(shown.app.screen.tools.more)
        shown.frames(2)
        tap(shown, "The table changes")
        return shown

    return opened


def seat(shown, name):
    """The card of a player."""
    chip = next(chip for chip in shown.app.screen.people.map.chips if name in chip.name.words)
    shown.tap_on(chip.name)
    shown.frames(2)
    assert isinstance(shown.app.screen.opened, SeatCard)


def swap(shown, one, other):
    """Two players change places."""
    people = shown.app.screen.people
    people.seat(people.who.swapped(one, other))
    shown.frames(2)


def test_player_leaves_catch_up_with_their_cards(at, controller):
    shown = at(phase="rolling", round=3, starter=1, cards=[[1, 2], [3], [4, 5, 6]])
    before = controller.sessions()[0].id
    assert shown.app.screen.people.who.names[:3] == ("Ann", "Bo", "Cyril")
    seat(shown, "Bo")
    tap(shown, "Leaves the table", "Play on")
    assert shown.app.screen_name == "table"
    session = controller.session
    assert session.continues == before
    assert session.table.players == ("Ann", "Cyril")
    facts = session.facts()
    assert (facts["round"], facts["cards"]) == (3, [[1, 2], [4, 5, 6]])
    assert facts["starter"] == 1, "the next who stays begins"


def test_standard_rules_are_kept(at):
    shown = at("cat-in-the-box")
    assert shown.app.screen.rules.differing == []


def test_player_joins_catch_up_and_a_bot_takes_over(at, controller):
    shown = at(phase="rolling", round=2, starter=0, cards=[[1, 2], [3], [4, 5, 6]])
    tap(shown, "4")
    seat(shown, "Ann")
    tap(shown, "a bot", "✕", "Play on")
    session = controller.session
    assert len(session.table.players) == 4
    assert session.facts()["cards"] == [[1, 2], [3], list(range(1, 14)), [4, 5, 6]], "the place between is free"
    assert session.facts()["holders"] == [0, 1, 2, 3]
    assert shown.app.bots.of(session.id) == (0,)


def test_players_swap_seats_and_keep_what_they_have(at, controller):
    shown = at("catastrophe", phase="claw", turn=1, life=[9, 5, 3], yarn=[3, 2, 1], hand=[5, 4, 2], power=[2, 1, 0])
    swap(shown, 0, 1)
    tap(shown, "Play on")
    facts = controller.session.facts()
    assert controller.session.table.players == ("Bo", "Ann", "Cyril")
    assert (facts["turn"], facts["life"], facts["yarn"], facts["hand"]) == (0, [5, 9, 3], [2, 3, 1], [4, 5, 2])


def test_leaving_catastrophe_means_falling_out(at, controller):
    facts = {"life": [9, 5, 3], "yarn": [3, 2, 1], "hand": [5, 4, 2], "power": [2, 1, 0]}
    shown = at("catastrophe", phase="claw", turn=1, **facts)
    before = shown.app.drafts.continuing.table
    seat(shown, "Bo")
    tap(shown, "Leaves the table", "Play on")
    session, facts = controller.session, controller.session.facts()
    assert session.table == before, "everybody keeps their seat"
    assert (facts["life"], facts["hand"], facts["fallen"]) == ([9, 0, 3], [5, 0, 2], [[1]])
    assert facts["yarn"] == [4, 0, 2], "each of the others takes a ball"
    assert facts["decks"]["main"]["discard"] == 4
    assert facts["turn"] == 2


def test_the_form_has_everything_as_it_lies_also_what_is_as_at_the_start(at):
    shown = at("catastrophe", phase="claw", turn=0)
    tap(shown, "See how it stands")
    said = {tile.words: tile.said for tile in shown.all(FactTile)}
    assert said["Decks"] == "93/0 · 18/0 · 52/0"
    tap(shown, "Decks")
    assert shown.app.screen.draft.value("decks")["main"] == {"draw": 93, "discard": 0}


def test_form_asks_about_facts_that_no_longer_fit(at, controller):
    shown = at("catch-22", phase="place", turn=0, pawns=["a1", "q1", "b3"])
    tap(shown, "4", "Play on")
    assert shown.app.screen_name == "take_over"
    screen = shown.app.screen
    assert screen.draft.wrong == screen.chosen
    assert screen.draft.value("pawns") == ["a1", "q1", None, "b3"]
    tap(shown, "← Back", "← Back")
    assert shown.app.screen_name == "table"
    assert len(controller.session.table.players) == 3, "it goes on as it was"


@pytest.mark.parametrize(
    ("game", "facts", "why"),
    [
        ("catchy", {"phase": "lead", "holder": 0}, "In Catchy! nobody can come or go: both players know their cards."),
        (
            "cat-in-the-box",
            {"phase": "play", "predictions": [1, 1, 1]},
            "In Cat in the Box people can come and go only between two rounds.",
        ),
        (
            "catastrophe",
            {},
            "In Catastrophe people can come and go only when no card or roll is pending.",
        ),
    ],
)
def test_refused_table_change_says_why(at, game, facts, why):
    shown = at(game, 2 if game == "catchy" else 3, **facts)
    assert shown.app.screen_name == "table"
    assert next(shown.all(Toast)).words == why


def test_cat_in_the_box_keeps_its_points_between_rounds(at, controller):
    done = {"scores": [3, 3, 2], "tricks": [3, 3, 2], "bonus": [0, 0, 0], "paradox": None}
    shown = at("cat-in-the-box", round=2, rounds=[done], totals=[3, 3, 2])
    swap(shown, 0, 2)
    tap(shown, "Play on")
    assert shown.app.screen_name == "table"
    assert controller.session.facts()["totals"] == [2, 3, 3]


def test_evening_is_one_session_in_list_and_history(at, controller):
    shown = at(phase="rolling", round=3, starter=0, cards=[[1, 2], [3], [4, 5, 6]])
    first = controller.sessions()[0].id
    tap(shown, "← Back")
    assert controller.session.id == first
    controller.touch(Corrected({"round": 4}))
    shown.tap_on(shown.app.screen.tools.more)
    shown.frames(2)
    tap(shown, "The table changes", "4", "Play on")
    assert controller.session.id != first
    controller.touch(Corrected({"round": 5}))
    shown.tap_on(shown.app.screen.tools.history)
    shown.frames(3)
    rows = shown.app.screen.rows
    assert [str(row.line.text) for row in rows] == ["Set right on the table: Round"] * 2
    assert [row.line.session for row in rows] == ["", first]
    shown.tap_on(rows[1])
    shown.frames(2)
    assert shown.app.screen.change.why == "This was before the table changed."
    shown.app.go("home")
    shown.frames(4)
    assert len(list(shown.all(SessionTile))) == 1
    assert row_bodies.header_from_json(controller.journal.header("last").header).continues == first


def test_somebody_throws_another_die_from_now_on(controllers, show):
    controller = controllers()
    controller.begin("catastrophe", Table(("Ann", "Bo"), ("red", "blue")), {"first": 0}, {"life": [9, 4]})
    shown = show(controller)
    shown.tap_on(shown.app.screen.tools.more)
    shown.frames(2)
    tap(shown, "Somebody throws another die")
    chip = next(chip for chip in shown.app.screen.people.map.chips if "Bo" in chip.name.words)
    shown.tap_on(chip.colour)
    shown.frames(2)
    tap(shown, "green", "Play on")
    assert controller.session.table.colours == ("red", "green")
    assert controller.session.facts()["life"] == [9, 4]


def test_undo_ends_where_the_table_changed_and_says_so(at, controller):
    shown = at(phase="rolling", round=3, starter=0, cards=[[1, 2], [3], [4, 5, 6]])
    tap(shown, "4", "Play on")
    before = controller.session.facts()
    why = "The table has changed since then: what came before is set right, not taken back."
    assert str(controller.undo().why) == why
    shown.tap_on(shown.app.screen.tools.undo)
    assert why in [str(toast.words) for toast in shown.all(Toast)]
    assert controller.session.facts() == before


def looks(shown, folder):
    """What is seen of everybody at the table: the colours of marks in their strip, and how that is turned."""
    shown.frames(8)
    shown.shoot(folder / "table.png")
    picture = cv2.imread(str(folder / "table.png"))[::-1]
    found = {}
    for frame in shown.all(Turned):
        if isinstance(frame.inner, SeatStrip):
            strip = picture[int(frame.y) : int(frame.top), int(frame.x) : int(frame.right)]
            inks = (tuple(bytes.fromhex(colour))[::-1] for colour in MARK_COLOURS[:7])  # white is the colour of words
            painted = tuple(at for at, ink in enumerate(inks) if (strip == ink).all(axis=2).sum() > 100)
            found[frame.inner.view.name] = painted, frame.angle
    return found


def test_everybody_keeps_colour_and_place_all_evening(begin, driver, controller, tmp_path):
    begin(4, facts={"phase": "rolling", "round": 3, "starter": 0, "cards": [[1, 2], [3], [4, 5, 6], [7]]})
    controller.touch(Rolled(0, (Face(3),) * 3))
    shown = driver()
    before = looks(shown, tmp_path)
    assert before["Bo"] == ((1,), 270), "the second mark, on the left"

    shown.tap_on(shown.app.screen.tools.more)
    shown.frames(2)
    tap(shown, "The table changes")
    seat(shown, "Bo")
    tap(shown, "Leaves the table", "Play on")
    gone = looks(shown, tmp_path)
    assert gone == {name: before[name] for name in ("Ann", "Cyril", "Dot")}
    controller.touch(Rolled(1, (Face(2),) * 3))
    shown.tap_on(shown.app.screen.tools.history)
    shown.frames(3)
    shown.shoot(tmp_path / "history.png")
    rows = {str(row.line.text).split()[0]: row.line.mark for row in shown.app.screen.rows}
    assert rows == {"Ann": 0, "Cyril": 2}
    people = {str(one.name): one.mark for one in shown.app.people.read().people.values()}
    assert people == {"Ann": 0, "Bo": 1, "Cyril": 2, "Dot": 3}
    tap(shown, "← Back")

    controller.undo()
    shown.tap_on(shown.app.screen.tools.more)
    shown.frames(2)
    tap(shown, "The table changes", "4", "Play on")
    assert controller.session.table.players == ("Ann", "Bo", "Cyril", "Dot")
    assert looks(shown, tmp_path) == before, "who comes back has the colour and the place that they had"


def test_who_was_left_out_for_a_moment_is_back_at_their_place(at, controller):
    shown = at(phase="rolling", round=3, starter=0, cards=[[1, 2], [3], [4, 5, 6]])
    before = shown.app.screen.people.who
    seat(shown, "Bo")
    tap(shown, "Leaves the table", "3", "Play on")
    assert controller.session.table == Table(before.names[:3])
    assert controller.session.facts()["cards"] == [[1, 2], [3], [4, 5, 6]]
    assert [frame.angle for frame in shown.all(Turned) if isinstance(frame.inner, SeatStrip)] == [0, 270, 90]


def test_everybody_stays_at_their_edge_if_a_browser_changes_the_table(begin, driver):
    controller, shown = begin(4), driver()

    def reseated(players, seats):
        shown.app.change(seats=seats_after(shown.app.settings.seats, players, seats))

    taps = Taps(Publisher(controller, shown.app.bots, Slot(Snapshot()), list), ACTS, reseated)
    ann, _, *others = controller.session.table.players
    new = {"game": "catch-up", "players": [ann, *others], "came_from": [0, 2, 3]}
    answer = taps.tap("table", Tap("begin", "x", controller.session.seq, controller.session.id, new), None)
    assert answer.ok, answer
    shown.frames(3)
    assert [frame.angle for frame in shown.all(Turned) if isinstance(frame.inner, SeatStrip)] == [0, 180, 90]

"""The people's screen: views of the games that were played, and what is known of a person, which can be changed."""

import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.drawing.signs import SHAPES, legible, seat
from companion.drawing.theme import mark_shape
from companion.games.catch_up.events import Discarded
from companion.people.overview import DICE, PAIRS, RATINGS, RESULTS
from companion.people.people import People
from companion.ui.screens.person_card import PersonCard
from tests.support.waiting import until
from tests.support.written_words import paint


def won(controller, names, colours=("red", "blue")):
    """Play a short Catch Up that the first of two wins."""
    facts = {"phase": "rolling", "cards": [[9, 10], [4, 5, 6]], "starter": 0}
    controller.begin("catch-up", Table(names, colours), None, facts)
    for event in (Rolled(0, (Face(6),) * 3), Rolled(1, (Face(1),) * 3), Discarded(1, (4, 5, 6))):
        controller.touch(event)
    assert controller.session.outcome().winners == (0,)


@pytest.fixture(name="shown")
def _shown(driver, controller, tmp_path):
    shown = driver()
    for names in (("Anna", "Bo"), ("Ana", "Bo"), ("Anna", "Bo")):
        won(controller, names)
    shown.app.go("home")
    shown.app.people = People(lambda: controller.journal, controller.games, tmp_path / "people.toml")
    shown.frames(3)
    shown.tap_on(shown.button("People and dice"))
    while shown.app.screen.read is None or shown.app.screen.read.left:
        shown.frames(1)
    shown.frames(3)
    return shown


def card(shown, person):
    shown.tap_target(person)
    shown.frames(2)
    assert isinstance(shown.app.screen.opened, PersonCard)
    return shown.app.screen.opened


def sits_down(shown, seat, name):
    shown.app.screen.people.rename(seat)
    shown.app.screen.opened.pad.type(name)
    shown.frames(2)
    shown.tap_on(shown.button("Done"))
    shown.frames(2)


def results(shown):
    return {each.person: (each.won, each.played) for each in shown.app.screen.board.shown.records}


def test_every_view_shows_the_games_played(shown):
    screen = shown.app.screen
    for view in (RATINGS, PAIRS, DICE, RESULTS):
        screen.views.pick(view)
        shown.frames(2)
        assert screen.board.shown.view == view
    assert results(shown) == {"bo": (0, 3), "anna": (2, 2), "ana": (1, 1)}


def test_ratings_are_of_one_game(shown):
    screen = shown.app.screen
    screen.views.pick(RATINGS)
    shown.frames(2)
    assert (screen.board.shown.game, screen.games.chosen) == ("catch-up", "catch-up")
    screen.games.pick("catchy")
    shown.frames(2)
    assert screen.board.shown.ratings == {}


def test_the_game_that_people_chose_holds_in_every_view(shown):
    """Ratings are of one game even if people look at all games, which the other views then still show."""
    screen = shown.app.screen
    for chosen in ("", "catch-22"):
        if chosen:
            screen.games.pick(chosen)
        for view, game in ((RATINGS, chosen or "catch-up"), (PAIRS, chosen), (DICE, chosen), (RESULTS, chosen)):
            screen.views.pick(view)
            shown.frames(2)
            assert (screen.board.shown.game, screen.games.chosen) == (game, game)


def test_two_spellings_become_one_person_with_a_tap(shown):
    shown.tap_on(shown.button("Anna and Ana are the same person"))
    shown.frames(2)
    assert results(shown) == {"bo": (0, 3), "anna": (3, 3)}
    assert shown.app.screen.merge.parent is None


def test_renamed_person_keeps_their_games(shown):
    card(shown, "anna")
    shown.tap_on(shown.button("Anna"))
    shown.app.screen.opened.type("Hannah")
    shown.tap_on(shown.button("Done"))
    shown.frames(2)
    assert results(shown)["hannah"] == (2, 2)
    assert isinstance(shown.app.screen.opened, PersonCard)


def test_next_setup_suggests_die_and_place(shown, controller):
    card(shown, "bo")
    shown.tap_on(shown.button("blue"))
    shown.tap_on(shown.button("green"))
    shown.tap_on(shown.button("near"))
    shown.app.screen.card.close()
    known = {one.key: one for one in shown.app.people.known().people}
    assert (known["bo"].die, known["bo"].edge) == ("green", "bottom")
    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    people = shown.app.screen.people
    assert people.who.names[:2] == ("Anna", "Bo")
    assert people.who.colours[:2] == ("red", "green")
    sits_down(shown, 1, "Bo")
    assert people.who.names[:2] == ("Bo", "Anna"), "he likes to sit at the near edge"
    assert people.who.colours[:2] == ("green", "red")


def test_a_merged_spelling_is_the_same_person_at_the_setup(shown):
    shown.app.people.change(shown.app.people.roster.merged("Anna", "Ana"))
    shown.app.go("setup", game="catch-up")
    shown.frames(2)
    people = shown.app.screen.people
    assert [one.name for one in shown.app.people.known().people] == ["Anna", "Bo"]
    sits_down(shown, 1, "Ana")
    assert people.who.names[:2] == ("Anna", "Bo"), "she sits there already"


def test_deleted_name_is_gone_from_results_and_setup(shown):
    card(shown, "anna")
    shown.tap_on(shown.button("Delete this name"))
    shown.frames(2)
    shown.tap_on(shown.button("Delete this name"))
    shown.frames(2)
    screen = shown.app.screen
    names = {str(screen.read.people[who].name): found for who, found in results(shown).items()}
    assert names == {"Bo": (0, 3), "Player 1": (2, 2), "Ana": (1, 1)}
    assert {str(one.name) for one in shown.app.people.known().people} == {"Bo", "Ana"}


def test_other_dice_of_a_colour_are_counted_from_the_beginning(shown):
    screen = shown.app.screen
    screen.views.pick(DICE)
    shown.frames(2)
    assert {die.colour: die.rolls for die in screen.board.shown.dice} == {"red": 9, "blue": 9}
    shown.tap_target(next(die for die in screen.board.shown.dice if die.colour == "red"))
    shown.frames(2)
    shown.tap_on(shown.button("These are other dice"))
    shown.frames(2)
    assert {die.colour: die.rolls for die in screen.board.shown.dice} == {"blue": 9}


def test_a_file_that_cannot_be_written_changes_nothing(shown, tmp_path):
    (tmp_path / "people.toml").mkdir()
    shown.tap_on(shown.button("Anna and Ana are the same person"))
    shown.frames(2)
    assert results(shown)["ana"] == (1, 1)


def test_names_that_no_font_has_are_shown_by_the_marks_beside_them(driver, controller, tmp_path):
    shown = driver()
    won(controller, ("\U0010ff00\U0010ff01", "Bo"))
    won(controller, ("Bo", "\U0010ff02"))
    shown.app.go("home")
    shown.app.people = People(lambda: controller.journal, controller.games, tmp_path / "people.toml")
    shown.app.go("people")
    until(lambda: shown.app.screen.read is not None and not shown.app.screen.read.left, meanwhile=shown.frames)
    paint(shown.app.screen.board)
    people = shown.app.screen.read.people.values()
    said = {legible(str(one.name)): one.mark for one in people if one.name != "Bo"}
    assert len(said) == 2
    for sign, mark in said.items():
        assert sign == f"{SHAPES[mark_shape(mark)]}{mark + 1}"


def test_more_nameless_people_than_marks_are_told_apart():
    names = tuple(f"{chr(0x10FF00 + at)}" for at in range(20))
    seat(Table(names, marks=tuple(at % 6 for at in range(20))))
    assert len({legible(name) for name in names}) == 20

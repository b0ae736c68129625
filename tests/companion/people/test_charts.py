"""The pictures of people and dice: they say the figures, and nothing is cut, pale or too small in any language."""

from dataclasses import replace

import pytest

from companion.core.table import Table
from companion.drawing.theme import THEMES, Look
from companion.games import shelf
from companion.i18n import LANGUAGES, translator
from companion.people.charts import sentences
from companion.people.matches import SessionPlayed, matches_of
from companion.people.overview import DICE, PAIRS, RATINGS, RESULTS, VIEWS, games_of, overview
from companion.people.people import Results, people_of
from companion.people.played import Played
from companion.people.roster import Roster
from tests.support.recorded_drawing import Recording

BOX, UPRIGHT, PHONE = (16, 16, 1248, 540), (16, 16, 768, 1000), (16, 16, 480, 1000)
NAMES = ("Ann", "Bartholomew-Jo", "Cy", "Wilhelmina Mm", "Eli", "Fay", "Gus", "Hal", "Ida")


def read(games):
    """Sessions of the games (each the names, best first) with a red die that shows what it should, and a blue one that
    shows sixes.
    """
    sessions = tuple(
        SessionPlayed(
            f"s{number}", "catch-up", f"2026-01-{number + 1:02}", Table(names), "",
            Played(
                over=True,
                places=tuple((seat,) for seat in range(len(names))),
                scores={seat: 9 - seat for seat in range(len(names))},
                bots=(), turns=(3,) * len(names), seconds=(45.0,) * len(names),
                faces={"red": "123456" * 50, "blue": "666625" * 50, "": "12345"},
                counts={seat: 9 - seat for seat in range(len(names))},
            ),
        )
        for number, names in enumerate(games)
    )  # fmt: skip
    people = people_of(((each.table, each.began) for each in sessions), Roster())
    return Results(sessions, matches_of(sessions, Roster()), people, 0)


def painted(shown, look=None, box=BOX):
    picture = Recording(look or Look())
    shown.paint(picture, box)
    return picture


MANY = read([(*NAMES[at % 9 :], *NAMES[: at % 9])[: 2 + at % 4] for at in range(25)])
BROAD = read([(14 * "W", 7 * "MW", 7 * "WM", "Bo", "Wilhelmina-Ann")[at % 4 :] for at in range(12)])
FEW = read([("Ann", "Bo"), ("Bo", "Ann"), ("Ann", "Cy")])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("box", [BOX, UPRIGHT, PHONE])
def test_nothing_is_cut_pale_or_small(box, view, text_size, language):
    for played in (MANY, BROAD, FEW, read([])):
        for theme in THEMES.values():
            look = Look(theme, text_size, translator(language))
            picture = painted(overview(played, view, "", {}), look, box)
            assert picture.faults((0, 0, box[2] + 32, box[3] + 260)) == []


def test_results_have_games_won_streaks_and_places():
    words = painted(overview(FEW, RESULTS, "", {})).words
    assert [words[words.index(name) + 1] for name in ("Ann", "Bo", "Cy")] == ["2 of 3", "1 of 2", "0 of 1"]
    assert words[words.index("Ann") + 2] == "1 (best 1)"
    assert words[words.index("Ann") + 3] == "15 s"
    assert words[words.index("Ann") + 4 :][:3] == ["1", "2", "1"]


def test_equals_share_a_place_and_the_next_come_after_all_of_them():
    three = read([("Ann", "Bo", "Cy")])
    equal = replace(three.matches[0], places=(("ann", "bo"), ("cy",)))
    words = painted(overview(replace(three, matches=(equal,)), RESULTS, "", {})).words
    assert [words[words.index(name) + 4] for name in ("Ann", "Bo", "Cy")] == ["1", "1", "3"]


def test_ratings_name_everybody_with_their_uncertainty():
    shown = overview(FEW, RATINGS, "", {})
    picture = painted(shown)
    assert shown.game == "catch-up", "the game that was played most"
    for who, name in (("ann", "Ann"), ("bo", "Bo"), ("cy", "Cy")):
        end = shown.ratings[who][-1]
        assert picture.words[picture.words.index(name) + 1] == f"{round(end.mean)} ± {round(end.plus_minus)}"
    assert {target.means for target in picture.targets.all} == {"ann", "bo", "cy"}


def test_who_beats_whom_counts_both_directions():
    words = painted(overview(FEW, PAIRS, "", {})).words
    assert words.count("1 : 1") == 2
    assert words.count("1 : 0") == words.count("0 : 1") == 1


def test_dice_have_their_counts_and_a_sentence():
    shown = overview(FEW, DICE, "", {})
    words = painted(shown).words
    assert [die.colour for die in shown.dice] == ["red", "blue", ""]
    assert any(each.startswith("Nothing speaks against it after 900 rolls") for each in words)
    assert any(each.startswith("This does not look fair: in 900 rolls a 6 came 600 times") for each in words)
    assert any(each.startswith("15 rolls are not enough to say") for each in words)


def test_long_lists_have_pages():
    shown = overview(MANY, RESULTS, "", {})
    assert shown.pages(BOX) == 2
    names = set()
    for page in range(2):
        picture = Recording()
        shown.paint(picture, BOX, page)
        names |= {target.means for target in picture.targets.all}
    assert len(names) == len(NAMES)


def test_sentences_about_a_person():
    shown = overview(FEW, RESULTS, "catch-up", {})
    said = [str(each) for each in sentences(shown.records[0], shown.ratings["ann"][-1], shelf(), "catch-up")]
    assert said[:3] == ["Won 2 of 3 games.", "Wins in a row: 1 now, 1 at most.", "A turn takes 15 s."]
    assert said[3].startswith("Rating in Catch Up: ")
    assert said[4:] == ["Best in Catch Up: 9 cards."]


def test_a_view_of_one_game_leaves_out_the_others():
    assert overview(FEW, RESULTS, "catchy", {}).records == ()
    assert [name for name, _ in games_of(RATINGS, shelf())] == list(shelf())
    assert games_of(DICE, shelf()) == []


@pytest.mark.parametrize("view", [RESULTS, RATINGS, PAIRS])
def test_without_a_result_the_picture_says_why_it_shows_none(view):
    said = " ".join(painted(overview(read([]), view, "catch-up", {})).words)
    assert "No game of two people or more was played to its end yet." in said


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("box", [BOX, UPRIGHT, PHONE])
def test_a_picture_as_high_as_it_says_shows_everything_and_no_empty_ground(box, view):
    shown = overview(FEW, view, "", {})
    high = shown.height(box[2])
    picture = painted(shown, box=(0, 0, box[2], high))
    assert shown.pages((0, 0, box[2], high)) == 1
    assert min(low for (_, low, _, _), *_ in picture.grounds) < 40

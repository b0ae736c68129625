"""With names as long as the name pad allows, prompts can be read and nothing is cut."""

from importlib import import_module
from random import Random

import pytest
from kivy.graphics import Canvas
from kivy.metrics import dp

from companion.app.settings import Settings
from companion.bots.players import thrown
from companion.core.table import Table
from companion.drawing.geometry import overlap
from companion.drawing.theme import LABEL, SMALL
from companion.games import shelf
from companion.games.catastrophe.ui.flow_layout import row_widths
from companion.ui.drawing import canvas, scale
from companion.ui.screens.home_tiles import ResumeTile
from companion.ui.widgets.name_keyboard import LONGEST
from companion.ui.widgets.seat_strip import HEAD, SeatStrip
from companion.views.dice_views import DieView
from companion.views.presenter import FigureView, SeatView, _waiting
from tests.support.written_words import paint, written

__all__ = ["written"]

USUAL = ("Maximiliane-Jo", "Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friedericke-Lu")
WIDE = tuple("W" * (LONGEST - 1) + letter for letter in "ABCDEF")
EVENTS = 40


def cut(written):
    """Return the texts that were cut."""
    return sorted({(each.words, each.shown) for each in written if each.cut})


def go_on(controller, bot, random):
    """Play the next event with a bot and random dice; return whether there was one."""
    session = controller.session
    asks = [ask for ask in session.asks() if not ask.optional] or list(session.asks())
    if not asks:
        return False
    ask = random.choice(asks)
    if ask.roll is None:
        controller.touch(bot.choose(session.state, ask))
        return True
    controller.touch(thrown(ask, random))
    return True


@pytest.mark.parametrize("game", shelf())
def test_widest_names_cut_no_prompt(controller, show, written, game):
    """`test_measured` plays with long names of the usual width."""
    seats = shelf()[game].player_counts[-1]
    controller.begin(game, Table(WIDE[:seats], ("red", "blue", "green", "yellow", "black", "white")[:seats]))
    random = Random(7)
    bot = import_module(controller.session.game.bot).make(controller.session.table, controller.session.options, random)
    shown = show(controller, (1280, 800))
    screen = shown.app.screen
    for _ in range(EVENTS):
        screen.refresh()
        shown.frames(1)  # now everything lies where it belongs
        written.clear()
        for each in screen.walk(restrict=True):
            if isinstance(each, SeatStrip):
                paint(each)
        prompts = {seat.prompt for seat in screen.view.seats} - {""}
        assert prompts & {each.words for each in written}
        assert [each for each in cut(written) if each[0] in prompts] == []
        if not go_on(controller, bot, random):
            break


@pytest.mark.parametrize(("names", "text_size"), [(("Ann", "Bo", "Cyril"), 1.5), (WIDE, 1.0), (WIDE, 1.5)])
@pytest.mark.parametrize("game", shelf())
def test_a_number_beside_a_prompt_says_what_it_counts(controller, driver, written, game, names, text_size):
    seats = min(3, shelf()[game].player_counts[-1])
    controller.begin(game, Table(names[:seats], ("red", "blue", "green")[:seats]))
    random = Random(7)
    bot = import_module(controller.session.game.bot).make(controller.session.table, controller.session.options, random)
    shown = driver(settings=Settings(text_size=text_size))
    shown.app.bots.choose(controller.session.id, tuple(range(1, seats)))
    shown.app.go("table")
    screen = shown.app.screen
    for _ in range(EVENTS // 2):
        screen.refresh()
        shown.frames(1)
        for strip in (each for each in screen.strips if each.view.prompt):
            written.clear()
            paint(strip)
            needed = {strip.view.prompt, *(figure.label for figure in strip.view.figures)}
            assert needed <= {each.words for each in written if not each.cut}, strip.view
            prompt = next(each.box for each in written if each.words == strip.view.prompt)
            dice = [canvas.in_units(strip.die_box(at)) for at in range(len(strip.view.rolled))]
            assert not any(overlap(die, prompt) for die in dice), "they would fly over what is asked"
        if not go_on(controller, bot, random):
            break


@pytest.fixture
def strip(driver, controller):
    """Return what makes a strip of some width, the only thing that the test paints."""
    driver()

    def made(width, height=130, actions=(), **view):
        strip = SeatStrip(0, None, lambda *_: None, size=(dp(width), dp(height)))
        figures = (FigureView("tokens", "22"), FigureView("cubes", "5"))
        strip.show(SeatView(0, die="red", figures=figures, **view), list(actions))
        return strip

    return made


@pytest.mark.parametrize("width", [400, 430, 490])
def test_no_change_lies_over_a_name(driver, controller, written, width):
    driver(settings=Settings(text_size=1.5))
    strip = SeatStrip(0, None, lambda *_: None, size=(dp(width), dp(122)))
    for tricks, total in (("2", "0"), ("0", "2")):
        figures = (FigureView("of 1", tricks), FigureView("total", total))
        strip.show(SeatView(0, name="Karl-Friedrich", figures=figures), [("Scores", lambda: None, False)])
    written.clear()
    paint(strip)
    assert cut(written) == []
    boxes = [(each.words, each.box) for each in written]
    assert [pair for at, pair in enumerate(boxes) if any(overlap(pair[1], box) for _, box in boxes[at + 1 :])] == []


def test_figures_keep_their_labels_beside_a_short_prompt(strip, written):
    actions = [("Enter dice", lambda: None, False)]  # the figures stand in the head
    narrow = strip(493, 122, actions, name="Hans-Christian", asked=True, prompt="Roll")
    written.clear()
    paint(narrow)
    assert {"Roll", "tokens", "cubes"} <= {each.words for each in written if not each.cut}


@pytest.mark.parametrize("prompt", ["Give up exactly 11", "Give up 11 or more, or just the king"])
def test_a_figure_that_changes_keeps_its_label_beside_a_prompt(driver, written, prompt):
    driver()
    strip = SeatStrip(1, None, lambda *_: None, size=(dp(596), dp(190)))
    for cards in ("11", "12"):
        figures, rolled = (FigureView("cards", cards),), (DieView(3), DieView(3), DieView(1))
        view = SeatView(1, "Bo", asked=True, bot=True, prompt=prompt, figures=figures, rolled=rolled)
        strip.show(view, [("Give up", lambda: None, False)])
    written.clear()
    paint(strip)
    assert {prompt, "cards"} <= {each.words for each in written if not each.cut}


@pytest.mark.parametrize("name", [USUAL[0], WIDE[0]])
@pytest.mark.parametrize("prompt", ["Choose your star", "Change places with whom?", "Roll: highest begins"])
def test_narrowest_strip_shows_the_whole_prompt(strip, written, name, prompt):
    narrow = strip(410, 112, name=name, asked=True, prompt=prompt)
    written.clear()
    paint(narrow)
    (found,) = [(each.words, each.size) for each in written if each.words == prompt and not each.cut]
    assert found[0] == prompt
    assert found[1] >= SMALL


def test_name_wraps_before_the_prompt_shrinks(strip, written):
    narrow = strip(430, 112, name="Karl-Friedrich", asked=True, prompt="Roll: highest begins")
    written.clear()
    paint(narrow)
    found = {each.words: each for each in written}
    assert found["Karl-Friedrich"].shown == "Karl-\nFriedrich"
    assert found["Roll: highest begins"].size >= LABEL
    assert {"tokens", "cubes"} <= {each.words for each in written if not each.cut}


def test_longest_word_breaks_before_the_last_is_lost(driver, controller, written):
    driver()
    written.clear()
    with Canvas():
        canvas.text("Yarn: WWWWWWWWWWWWWC again", (0, 0, 244, 49), 24, bold=True)
    assert written[-1].shown == "Yarn: WWWWWWW-\nWWWWWWC again"


def test_figures_keep_their_labels_where_there_is_room(strip, written):
    wide = strip(700, 112, name="Maximiliane-Jo", asked=True, prompt="Choose your star")
    written.clear()
    paint(wide)
    assert {"tokens", "cubes", "Maximiliane-Jo", "Choose your star"} <= {each.words for each in written}


def test_news_is_left_out_rather_than_cut(strip, written):
    said = "Anna-Elisabeth takes all 12 tokens of Bartholomaeus8 and of Karl-Friedrich."
    narrow = strip(410, 112, name="Anna-Elisabeth", said=said)
    written.clear()
    paint(narrow)
    assert cut(written) == []
    assert said not in {each.words for each in written}
    wide = strip(1100, 112, name="Anna-Elisabeth", said=said)
    written.clear()
    paint(wide)
    assert said in {each.words for each in written}


def test_a_head_holds_two_lines_of_a_label(driver, controller):
    driver()
    assert canvas.fits("Choose\nyour star", dp(200), dp(HEAD), LABEL, bold=True)


def test_words_break_only_if_they_must(driver, controller, written):
    driver()
    written.clear()
    with Canvas():
        canvas.text("Karl-Friedrich", (0, 0, 130, 60), 24)
        canvas.text("Karl-Friedrich", (0, 0, 84, 60), 24)
        canvas.text("Karl-Friedrich", (0, 0, 84, 24), 24)  # one line only: there is no other way
    assert [each.shown for each in written] == ["Karl-Friedrich", "Karl-\nFriedrich", "Karl-Frie…"]


def test_many_who_are_waited_for_are_counted(controller):
    controller.begin("catch-22", Table(WIDE))
    table = controller.session.table
    assert str(_waiting(table, (0, 2))) == f"Waiting for {WIDE[0]} and {WIDE[2]}"
    assert str(_waiting(table, (0, 1, 2, 3))) == "Waiting for 4 players"
    assert str(_waiting(table, tuple(table.seats))) == "Waiting for everybody"


@pytest.mark.parametrize(
    ("least", "room", "widths"),
    [
        ([50, 60], 200, [100, 100]),
        ([150, 50], 220, [160, 60]),  # each its own need and a share of the rest
        ([300, 50, 60], 250, [140, 50, 60]),  # a name gives way, the short words stay whole
    ],
)
def test_longest_words_in_a_row_give_way(driver, controller, least, room, widths):
    driver()
    assert row_widths(least, room) == widths


def test_the_arms_of_catchy_say_what_they_are_worth(controller, show, written):
    controller.begin("catchy", Table(USUAL[:2]))
    panel = show(controller).app.screen.panel
    written.clear()
    paint(panel)
    assert [each.shown for each in written].count("+3") == 2


@pytest.mark.parametrize("words", ["5+ or 2 lives", "5+, 2x, 2 lives", "5+, 2 times", "needs 5+"])
def test_attack_card_shows_its_whole_demand(driver, controller, words):
    """A card is 160 dp wide, its line at least 22 high."""
    driver()
    assert canvas.fits(words, dp(148), dp(22))


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200)])
def test_resume_tile_shows_a_full_table(controller, show, written, size):
    for game in shelf().values():
        controller.begin(game.id, Table(USUAL[: game.player_counts[-1]]))
        controller.leave()
    shown = show(controller, size)
    tiles = list(shown.all(ResumeTile))
    assert len(tiles) == len(shelf())
    written.clear()
    for tile in tiles:
        paint(tile)
    assert cut(written) == []


@pytest.mark.parametrize("prompt", ["Roll", "Choose your star"])
def test_larger_text_makes_a_short_name_no_smaller(strip, written, prompt):
    sizes = []
    for text_size in (1.0, 1.25):
        scale.set_text_size(text_size)
        asked = strip(720, 120, name="Ann", asked=True, prompt=prompt)
        written.clear()
        paint(asked)
        sizes += [each.size for each in written if each.words == "Ann"]
    assert sizes[0] <= sizes[1]

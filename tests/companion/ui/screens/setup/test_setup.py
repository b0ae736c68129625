"""The setup: people where they sit, dice in their colours, rules folded, and two taps to the first throw."""

import pytest
from kivy.tests.common import UnitTestTouch

from companion.app.settings import Settings
from companion.core.schema import fields_of
from companion.drawing.geometry import overlap
from companion.drawing.theme import DICE, MARK_COLOURS
from companion.games import shelf
from companion.ui.drawing import scale
from companion.ui.screens.home_tiles import GameTile
from companion.ui.screens.setup.option_row import OptionRow
from companion.ui.widgets.refusal_note import Toast
from companion.views.seating import EDGES
from companion.views.setup_draft import COLOURS
from tests.contract.all_games import all_games
from tests.support.written_words import paint, written

__all__ = ["written"]


@pytest.fixture(name="at")
def _at(driver):
    def opened(game, size=(1280, 800)):
        shown = driver(size)
        shown.app.go("setup", game=game)
        shown.frames(3)
        return shown

    return opened


def drag(shown, widget, target):
    """A finger goes down on a widget and up on another."""
    touch = UnitTestTouch(*widget.to_window(*widget.center))
    shown.app.stage.forget_touch()
    touch.touch_down()
    for step in range(1, 6):
        x, y = (a + (b - a) * step / 5 for a, b in zip(widget.center, target.center, strict=True))
        touch.touch_move(x, y)
        shown.frames(1)
    touch.touch_up()
    shown.frames(3)


@pytest.mark.parametrize("game", sorted(shelf()))
def test_two_taps_from_home_to_the_first_throw(driver, controller, game):
    shown = driver()
    shown.tap_on(next(tile for tile in shown.all(GameTile) if tile.game.id == game))
    shown.tap_on(shown.app.screen.begin)
    assert shown.app.screen_name == "table"
    assert controller.session.game.id == game


def test_dragging_a_name_onto_another_swaps_them(at, controller):
    shown = at("catastrophe")
    ann, bo, _ = shown.app.screen.people.map.chips
    before = shown.app.screen.people.who.colours[:2]
    drag(shown, ann.name, bo.name)
    assert shown.app.screen.people.who.names[:3] == ("Bo", "Ann", "Cy")
    assert shown.app.screen.people.who.colours[:2] == before[::-1], "the die goes along"
    assert shown.app.screen.opened is None, "it was no tap"
    shown.tap_on(shown.app.screen.begin)
    assert controller.session.table.players == ("Bo", "Ann", "Cy")


def drag_to(shown, widget, x, y):
    """A finger takes a widget to a place in the window."""
    touch = UnitTestTouch(*widget.to_window(*widget.center))
    shown.app.stage.forget_touch()
    touch.touch_down()
    for _ in range(2):
        touch.touch_move(x, y)
        shown.frames(1)
    touch.touch_up()
    shown.frames(3)


def edges(table):
    """The edges of the table at which the players are shown."""
    found = []
    for chip in table.chips:
        across = (chip.center_x - table.center_x) / table.width
        up = (chip.center_y - table.center_y) / table.height
        found.append(("top" if up > 0 else "bottom") if abs(up) > 0.3 else "right" if across > 0 else "left")
    return found


def test_name_can_be_dragged_to_a_free_edge(at, controller):
    shown = at("catastrophe")
    table = shown.app.screen.people.map
    drag_to(shown, table.chips[1].name, table.center_x, table.top - 20)
    assert edges(table) == ["bottom", "top", "right"]
    assert shown.app.screen.people.who.names[:3] == ("Ann", "Bo", "Cy")
    drag_to(shown, table.chips[2].name, table.x + 10, table.center_y)
    assert edges(table) == ["bottom", "left", "top"]
    assert shown.app.screen.people.who.names[:3] == ("Ann", "Cy", "Bo"), "seats go round clockwise"
    shown.tap_on(shown.app.screen.begin)
    shown.frames(2)
    assert controller.session.table.players == ("Ann", "Cy", "Bo")
    assert [shown.app.screen.angle_of(seat) for seat in range(3)] == [0, 270, 180]


def test_full_edge_takes_nobody(at):
    shown = at("catastrophe")
    shown.app.screen.people.count.pick(6)
    shown.frames(3)
    table = shown.app.screen.people.map
    drag_to(shown, table.chips[0].name, table.x + 4, table.center_y - 60)
    assert edges(table) == list(EDGES[6])
    assert "nobody can sit at that edge" in next(shown.all(Toast)).words


def test_somebody_stays_at_the_near_edge(at):
    shown = at("catch-up")
    table = shown.app.screen.people.map
    drag_to(shown, table.chips[2].name, table.center_x, table.top - 20)
    assert edges(table) == ["bottom", "left", "top"]
    drag_to(shown, table.chips[0].name, table.right - 10, table.center_y)
    assert edges(table) == ["bottom", "left", "top"]
    assert "Somebody must sit here at the near edge" in next(shown.all(Toast)).words


def test_name_dropped_in_its_place_stays(at):
    shown = at("catch-up")
    chip = shown.app.screen.people.map.chips[0]
    drag(shown, chip.name, chip)
    assert shown.app.screen.people.who.names[:3] == ("Ann", "Bo", "Cy")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_is_at_their_edge_of_the_table(at, players):
    shown = at("catastrophe")
    shown.app.screen.people.count.pick(players)
    shown.frames(3)
    table = shown.app.screen.people.map
    assert edges(table) == list(EDGES[players])
    boxes = [(chip.x, chip.y, chip.right, chip.top) for chip in table.chips]
    for one, box in enumerate(boxes):
        for other in boxes[one + 1 :]:
            assert box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1]


def test_suggested_dice_resemble_the_seat_colours():
    """The first five seats have a die of their own hue."""

    def hue_of(rgb):
        red, green, blue = rgb[:3]
        return max(range(3), key=lambda part: (red, green, blue)[part])

    for seat in range(5):
        body = scale.role(DICE[COLOURS[seat]].body)
        assert hue_of(body) == hue_of(scale.role(MARK_COLOURS[seat])) or COLOURS[seat] == "purple"
    assert len(set(COLOURS)) == len(MARK_COLOURS)


def test_chosen_die_colour_is_swapped_with_its_owner(at):
    shown = at("catastrophe")
    shown.tap_on(shown.app.screen.people.map.chips[0].colour)
    shown.frames(3)
    shown.tap_on(shown.button("red: Bo"))
    assert shown.app.screen.people.who.colours[:2] == ("red", "blue")
    assert shown.app.screen.opened is None


@pytest.mark.parametrize("game", sorted(shelf()))
def test_standard_rules_are_folded(at, game):
    shown = at(game)
    assert not list(shown.all(OptionRow))
    assert shown.app.screen.rules.differing == []


def test_changed_rules_are_listed_and_reset_in_one_tap(at):
    shown = at("catch-up")
    rules = shown.app.screen.rules
    shown.tap_on(rules.fold)
    shown.tap_on(next(row for row in rules.options if row.name == "short").editor)
    shown.tap_on(rules.fold)
    shown.frames(3)
    assert rules.differing == [("Short game", "yes")]
    shown.tap_on(shown.button("Back to the standard rules"))
    assert (rules.differing, rules.values) == ([], {})


@pytest.mark.parametrize("language", ["", "de"])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_the_buttons_below_a_list_with_changed_rules_lie_beside_each_other(driver, language, text_size):
    shown = driver(settings=Settings(language=language, text_size=text_size))
    shown.app.go("setup", game="catch-22")
    rules, people = shown.app.screen.rules, shown.app.screen.people
    rules.values["target"] = 2
    people.seat(people.who.swapped(0, 1))
    shown.frames(2)
    turn, standard = ((*each.pos, *each.size) for each in (rules.turn, rules.standard) if each.parent is rules)
    assert not overlap(turn, standard)
    assert all(x >= rules.x and x + wide <= rules.right for x, _, wide, _ in (turn, standard))


@pytest.mark.parametrize(
    ("game", "name", "line"),
    [("catastrophe", "first", ("First player", "Bo")), ("cat-in-the-box", "starter", ("First starter", "Bo"))],
)
def test_who_begins_is_somebody_at_the_table(at, game, name, line):
    setup = at(game).app.screen
    setup.rules.values[name] = 1
    assert setup.rules.differing == [line]
    setup.people.seat(setup.people.who.swapped(0, 1))
    assert setup.rules.differing == [(line[0], "Ann")]
    row = next(row for row in setup.rules.options if row.name == name)
    offered = [button.words.removeprefix("✓ ") for button in row.editor.walk(restrict=True) if hasattr(button, "words")]
    assert offered[-setup.people.who.players :] == list(setup.people.who.names[: setup.people.who.players])


def test_an_option_is_idle_without_its_parent(at):
    shown = at("catch-up")
    rules = shown.app.screen.rules
    shown.tap_on(rules.fold)
    shown.frames(3)
    row = next(row for row in rules.options if row.name == "below")
    shown.tap_on(shown.button("the high roll"))
    assert rules.values == {}
    assert "Highest card below" in next(shown.all(Toast)).words
    shown.tap_on(next(each for each in rules.options if each.name == "highest_below").editor)
    assert row.why == ""
    shown.tap_on(shown.button("the high roll"))
    assert rules.values["below"] == "high-roll"


def test_an_option_for_two_is_idle_with_three(at):
    shown = at("cat-in-the-box")
    rules = shown.app.screen.rules

    def idle():
        return {row.name for row in rules.options if row.why}

    assert idle() == {"two_player_seeding", "zero_tricks_bonus"}
    shown.tap_on(shown.button("2"))
    assert idle() == {"predictions"}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_needed_options_exist_and_accept_the_value(game):
    known = fields_of(game.options)
    for field in known.values():
        for parent, value in (field.labelled.needs or {}).items():
            game.options(**{parent: value})
            assert parent in known


@pytest.mark.parametrize(("language", "text_size"), [("", 1.0), ("de", 1.5)])
@pytest.mark.parametrize("game", sorted(shelf()))
def test_the_list_of_rules_is_whole(driver, written, game, language, text_size):
    shown = driver(settings=Settings(language=language, text_size=text_size))
    shown.app.go("setup", game=game)
    shown.frames(2)
    rules, said = shown.app.screen.rules, set()
    while True:
        written.clear()
        paint(rules)
        page = {each.words for each in written}
        assert not [each.words for each in written if each.cut]
        assert "…" not in page
        if page <= said or rules.turn.parent is None:
            break
        said |= page
        shown.tap_on(rules.turn)
    known = fields_of(shelf()[game].options)
    wanted = {row.label for row in rules.options if isinstance(known[row.name].default, str | int)}
    assert wanted <= said | page


def test_an_option_that_no_longer_fits_is_shown_on_its_page(at):
    shown = at("cat-in-the-box")
    screen = shown.app.screen
    screen.rules.values["starter"] = 2  # as chosen on the second page, then folded
    shown.tap_on(shown.button("2"))
    assert "starter" in [row.name for row in shown.all(OptionRow)]
    assert screen.begin.why

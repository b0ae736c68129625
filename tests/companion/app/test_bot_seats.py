"""Which seats bots play is known after the app was closed; a bad file is no bots."""

import pytest

from companion.app.bot_seats import KEPT, BotSeats, why_no_bot
from companion.games import shelf


def test_bot_seats_of_each_game_are_saved(tmp_path):
    file = tmp_path / "data" / "bots.json"
    BotSeats(file).choose("one", (2, 0, 2))
    BotSeats(file).choose("two", (1,))
    again = BotSeats(file)
    assert (again.of("one"), again.of("two"), again.of("three")) == ((0, 2), (1,), ())
    again.choose("one", ())
    assert BotSeats(file).of("one") == ()


@pytest.mark.parametrize("content", [b"", b"{", b'{"one": "all"}', b"[1]", b'{"one": [true]}', b"\xff"])
def test_invalid_file_means_no_bots(tmp_path, content):
    (tmp_path / "bots.json").write_bytes(content)
    seats = BotSeats(tmp_path / "bots.json")
    assert seats.of("one") == ()
    seats.choose("one", (1,))
    assert BotSeats(tmp_path / "bots.json").of("one") == (1,)


def test_only_the_newest_games_are_saved(tmp_path):
    seats = BotSeats()
    for number in range(KEPT + 1):
        seats.choose(str(number), (0,))
    assert seats.of("0") == ()
    assert seats.of(str(KEPT)) == (0,)


def test_bot_seats_without_a_writable_file(tmp_path):
    (tmp_path / "file").touch()
    seats = BotSeats(tmp_path / "file" / "bots.json")
    seats.choose("one", (1,))
    assert seats.of("one") == (1,)


def test_bots_never_need_hidden_cards():
    assert {game.id for game in shelf().values() if why_no_bot(game) is None} == {"catch-up", "catch-22"}
    assert "Catchy!" in str(why_no_bot(shelf()["catchy"]))


@pytest.mark.parametrize("content", [b"\xff", b"{", b"[3]", b'{"a\xff": [1]}', b"[" * 5000])
def test_unusable_file_of_bots_is_set_aside(tmp_path, content):
    file = tmp_path / "bots.json"
    file.write_bytes(content)
    seats = BotSeats(file)
    (aside,) = tmp_path.glob("bots-unreadable-*.json")
    assert aside.read_bytes() == content
    assert str(file) in str(seats.trouble)
    assert aside.name in str(seats.trouble)
    seats.choose("a", (1,))
    assert BotSeats(file).of("a") == (1,)
    assert not BotSeats(file).trouble

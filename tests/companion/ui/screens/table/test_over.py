"""The card at the end of a game: what it says, what it saves, and the game after it."""

import cv2
import pytest
from kivy.metrics import dp

from companion import i18n
from companion.app.settings import Settings
from companion.core.table import Table
from companion.core.text import say
from companion.games.catch_up.events import Discarded
from companion.record.bgstats import play_link
from companion.ui.drawing import canvas
from companion.ui.screens import share_card
from companion.ui.screens.share_card import ShareCard
from companion.ui.screens.table.over import OverCard
from companion.ui.widgets import refusal_note
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.refusal_note import Toast
from tests.support.screen_driver import beginning
from tests.support.waiting import until
from tests.support.written_words import paint, written

__all__ = ["written"]

begin = beginning("catch-up", players=2)
AT_THE_END = {
    "phase": "discarding", "round": 3, "rolls": [9, 14], "cards": [[4], [13]], "holders": [0, 1], "owes": [5, 0],
    "starter": 0,
}  # fmt: skip


@pytest.fixture(name="over_now")
def _over_now(begin, driver, tmp_path, monkeypatch):
    """A game of Catch Up that Bo has just won, on the screen; what is saved goes to a folder of the test."""
    monkeypatch.setattr(share_card, "documents_folder", lambda: tmp_path / "documents")
    begin(facts=AT_THE_END, options={"short": False}, colours=("red", "blue"))
    shown = driver()
    shown.controller.touch(Discarded(0, (4,)))
    shown.app.screen.refresh()
    shown.frames(3)
    assert isinstance(shown.app.screen.opened, OverCard)
    return shown


def test_it_says_who_won_with_what_and_since_when(over_now, written):
    written.clear()
    over_now.app.screen.opened.again()
    over_now.frames(2)
    words = "\n".join(each.words for each in written)
    assert "1 card" in words
    assert "0 cards" in words
    assert "still holds K" in words
    assert "Bo takes the lead for good in round 3: Ann gives up 4." in words


def test_no_sentence_lies_under_the_result_button(over_now):
    over_now.controller.notify_trouble(say("the camera is gone"))
    over_now.tap_on(over_now.button("See the table"))
    over_now.frames(2)
    assert over_now.button("Result").parent is not None
    assert over_now.app.screen.news.below.words == ""


def test_the_result_is_saved_as_a_picture_and_in_every_form(over_now, tmp_path):
    over_now.tap_on(over_now.button("Share"))
    over_now.tap_on(over_now.button("Save the result"))
    saved = sorted(path.suffix for path in (tmp_path / "documents").iterdir())
    assert saved == [".bgsplay", ".csv", ".jsonl", ".pdf", ".png"]
    assert all(path.stat().st_size for path in (tmp_path / "documents").iterdir())
    said = next(over_now.all(Toast)).words
    assert "Saved among your documents, in “documents”" in said
    assert str(tmp_path) not in said
    heading = canvas.text_width("Share", 28, bold=True)
    assert next(over_now.all(Toast)).x > over_now.app.screen.opened.x + heading, "its title is still read beside it"
    over_now.tap_on(over_now.button("Save the result"))
    assert len(list((tmp_path / "documents").iterdir())) == 5


def test_from_the_table_a_button_leads_back_to_the_result(over_now):
    over_now.tap_on(over_now.button("See the table"))
    assert over_now.app.screen.opened is None
    over_now.tap_on(over_now.button("Result"))
    assert isinstance(over_now.app.screen.opened, OverCard)
    over_now.tap_on(over_now.button("✕"))
    assert over_now.button("Result")
    over_now.tap_on(over_now.app.screen.tools.undo)
    over_now.frames(2)
    with pytest.raises(LookupError):
        over_now.button("Result")


def test_a_folder_that_cannot_be_written_is_said(over_now, tmp_path):
    (tmp_path / "documents").write_text("a file")
    over_now.tap_on(over_now.button("Share"))
    over_now.tap_on(over_now.button("Save the result"))
    assert "could not be saved" in next(over_now.all(Toast)).words
    assert isinstance(over_now.app.screen.opened, ShareCard)


@pytest.mark.parametrize("screen", ["table", "history"])
def test_the_code_opens_bg_stats_with_this_game(over_now, screen, tmp_path):
    over_now.app.go(screen)
    over_now.frames(3)
    over_now.tap_on(over_now.button("Share"))
    over_now.frames(2)
    over_now.shoot(tmp_path / "share.png")
    read = cv2.QRCodeDetector().detectAndDecode(cv2.imread(str(tmp_path / "share.png")))[0]
    assert read == play_link(over_now.controller.session)


@pytest.mark.parametrize(
    ("words", "players", "colours"),
    [
        ("Rematch", ("Ann", "Bo"), ("red", "blue")),
        ("Rematch, seats moved on", ("Bo", "Ann"), ("blue", "red")),
    ],
)
def test_a_rematch_is_one_tap(over_now, controller, words, players, colours):
    before = controller.session
    over_now.app.bots.choose(before.id, (1,))
    over_now.tap_on(over_now.button(words))
    over_now.frames(2)
    session = controller.session
    assert session.id != before.id
    assert (session.table.players, session.table.colours) == (players, colours)
    assert session.options == before.options
    assert [session.table.players[seat] for seat in over_now.app.bots.of(session.id)] == ["Bo"]
    assert session.facts_at_start is None
    assert over_now.app.screen_name == "table"
    assert over_now.app.screen.opened is None


def test_word_that_it_was_saved_outlives_a_slow_frame_taps_and_other_words(over_now):
    over_now.tap_on(over_now.button("Share"))
    over_now.tap_on(over_now.button("Save the result"))
    next(over_now.all(Toast)).age(2 * refusal_note.SHOWN_S)  # as the clock does after a frame in which files were made
    over_now.tap_on(over_now.button("Save the result"))  # again, before the answer could be read
    over_now.tap_on(over_now.button("✕"))
    over_now.app.screen.toast("The camera was moved.")
    over_now.frames(3)
    assert [toast.words[:5] for toast in over_now.all(Toast)] == ["Saved"]
    until(lambda: "The camera was moved." in [toast.words for toast in over_now.all(Toast)], meanwhile=over_now.frames)


def test_word_that_it_was_saved_is_read_on_the_result_and_not_at_the_table(over_now):
    over_now.tap_on(over_now.button("Share"))
    over_now.tap_on(over_now.button("Save the result"))
    over_now.tap_on(over_now.button("✕"))
    over_now.frames(2)
    said = next(over_now.all(Toast))
    above = over_now.app.screen.children
    assert above.index(said) < above.index(over_now.app.screen.card.overlay), "nothing covers it"
    over_now.tap_on(over_now.button("See the table"))  # before it could be read: frames are slow
    assert [*over_now.all(Toast)] == []


@pytest.mark.parametrize("names", [("Ann", "Bo"), ("Anna-Elisabeth", "Maximiliane-Jo")])
@pytest.mark.parametrize(("language", "text_size"), [("", 1.0), ("", 1.5), ("de", 1.5), ("fr", 1.5)])
def test_word_that_it_was_saved_covers_no_title(
    controller, driver, tmp_path, monkeypatch, written, names, language, text_size
):
    monkeypatch.setattr(share_card, "documents_folder", lambda: tmp_path / "documents")
    controller.begin("catch-up", Table(names, ("red", "blue")), {"short": False}, AT_THE_END)
    shown = driver(settings=Settings(language=language, text_size=text_size))
    controller.touch(Discarded(0, (4,)))
    shown.app.screen.refresh()
    shown.tap_on(shown.button(i18n.word("Share")))
    shown.tap_on(shown.button(i18n.word("Save the result")))
    for _ in ("share", "result"):
        said, sheet = next(shown.all(Toast)), next(shown.all(Sheet))
        written.clear()
        paint(sheet)
        paint(said.bubble)
        title = next(each for each in written if each.words == sheet.title)
        assert not any(each.cut for each in written)
        left, _ = sheet.to_window(dp(title.box[0]), 0)
        assert said.x >= left + dp(title.box[2])
        assert said.y >= sheet.to_window(0, sheet.inner.top)[1], "it covers nothing below the title"
        shown.tap_on(shown.button("✕"))


def test_way_to_the_result_shows_under_no_card(over_now):
    over_now.tap_on(over_now.button("See the table"))
    over_now.tap_on(over_now.app.screen.tray)
    assert over_now.app.screen.opened is not None
    assert "Result" not in [each.words for each in over_now.all(Button)]
    over_now.tap_on(over_now.button("✕"))
    assert over_now.button("Result")


def test_word_that_it_was_saved_goes_with_its_card_once_it_was_read(over_now):
    over_now.tap_on(over_now.button("Share"))
    over_now.tap_on(over_now.button("Save the result"))
    over_now.tap_on(over_now.button("✕"))
    said = next(over_now.all(Toast))
    while said.is_unread:
        assert said.parent is not None
        said.age(refusal_note.LOOKED_AT_S)
    said.age(0.0)
    assert [*over_now.all(Toast)] == []


def test_the_result_comes_back_when_sharing_is_done(over_now):
    over_now.tap_on(over_now.button("Share"))
    over_now.tap_on(over_now.button("✕"))
    over_now.frames(2)
    assert isinstance(over_now.app.screen.opened, OverCard)
    over_now.tap_on(over_now.button("See the table"))
    over_now.frames(2)
    assert over_now.app.screen.opened is None

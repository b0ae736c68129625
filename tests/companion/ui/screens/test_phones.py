"""Phones are paired and given seats at the table; no port is open before."""

import cv2
import numpy as np
import pytest

from companion.app.phones import Phones
from tests.support.phones import ServedWithoutPort
from tests.support.screen_clock import pass_time
from tests.support.screen_driver import beginning
from tests.support.waiting import until
from tests.support.written_words import written

__all__ = ["written"]

begin = beginning("catch-up", players=3)


@pytest.fixture
def served():
    return []


@pytest.fixture
def shown(driver, controller, served):
    """The app at home, with phones that can be switched on."""
    made = driver()

    def serve():
        served.append(ServedWithoutPort())
        return served[-1]

    made.app.phones = Phones(serve, controller.inbox)
    made.app.go("home")
    made.frames(3)
    return made


def switched_on(shown, served):
    shown.app.go("phones")
    shown.frames(3)
    shown.tap_on(shown.button("on"))
    until(lambda: shown.frames(2) or shown.app.phones.on)
    seen_again(shown)
    return served[-1]


def seen_again(shown):
    pass_time(0.3)
    shown.frames(3)


def read_code(shown, tmp_path):
    """What a phone reads from the picture of the screen."""
    shown.shoot(tmp_path / "screen.png")
    picture = cv2.imread(str(tmp_path / "screen.png"))
    return cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(picture[:, :640]))[0]


def test_server_listens_only_while_switched_on(shown, served):
    shown.tap_on(shown.button("Phones"))
    shown.frames(3)
    assert shown.app.screen_name == "phones"
    assert served == []
    table = switched_on(shown, served)
    assert table.listens
    shown.tap_on(shown.button("off"))
    assert not table.listens
    assert not shown.app.phones.on


def test_used_code_is_replaced_by_another(shown, served, tmp_path):
    table = switched_on(shown, served)
    link = read_code(shown, tmp_path)
    assert link.startswith("http://192.168.0.20:8422/?code=")
    assert table.pairing.pair(link[-6:], "watch") is not None
    seen_again(shown)
    other = read_code(shown, tmp_path)
    assert other != link
    assert table.pairing.meant_by(other[-6:]) == "player"


def test_a_code_is_for_what_is_chosen(shown, served, tmp_path):
    table = switched_on(shown, served)
    for words, role in (("Another screen of the table", "table"), ("A camera", "camera")):
        shown.tap_on(shown.button(words))
        shown.frames(3)
        assert table.pairing.meant_by(read_code(shown, tmp_path)[-6:]) == role


def test_a_seat_is_given_and_taken_away(begin, shown, served):
    controller = begin()
    table = switched_on(shown, served)
    table.pairing.pair(table.pairing.make_code("player"), "seat:0")
    seen_again(shown)
    shown.tap_on(shown.button("Ann"))
    shown.tap_on(shown.button("Bo"))
    assert [role for _, role in table.pairing.people()] == ["seat:1"]
    shown.tap_on(shown.button("Bo"))
    shown.tap_on(shown.button("Take away"))
    assert table.pairing.people() == []
    assert controller.session.seq == 0


def test_screen_is_reached_from_the_table_and_leads_back(begin, shown):
    begin()
    shown.app.go("table")
    shown.frames(3)
    shown.tap_on(shown.app.screen.tools.more)
    shown.tap_on(shown.button("Phones"))
    shown.frames(3)
    assert shown.app.screen_name == "phones"
    shown.tap_on(shown.button("← "))
    assert shown.app.screen_name == "table"


def test_why_it_cannot_be_switched_on_is_said(shown, written, controller):
    def taken():
        raise OSError(98, "Address already in use")

    shown.app.phones = Phones(taken, controller.inbox)
    shown.app.go("phones")
    shown.frames(3)
    shown.tap_on(shown.button("on"))
    until(lambda: shown.frames(2) or shown.app.phones.trouble)
    seen_again(shown)
    assert any("Address already in use" in each.words for each in written)
    assert not shown.app.phones.on

"""How things stand with all boxes: who is there, who is missing and why, and what there is to say. Pure."""

from dataclasses import replace
from errno import EACCES

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catseye.text import plain
from companion.devices.box_status import NO_BOX, BoxStatus
from firmware_bridge.host.box import LISTENING, BoxState
from firmware_bridge.host.links import not_opened

A, B, C = "aa01", "bb02", "cc03"
LISTENS = BoxState(connected=False, why=LISTENING)


def there(device, **more):
    return BoxState(connected=True, why=plain("connected"), device=device, **more)


def gone(device, why="the cable was pulled"):
    return BoxState(connected=False, why=plain(why), device=device)


class InEnglish(BoxStatus):
    """The status with its texts as people read them in English."""

    @property
    def why(self):
        return str(super().why)

    def update(self, port, state):
        return tuple(map(str, super().update(port, state)))


def english():
    return InEnglish(lambda device: f"box {device}")


@pytest.fixture
def status():
    return english()


def test_no_box(status):
    assert (status.ok, status.why, status.here) == (False, str(NO_BOX), ())


def test_port_that_cannot_be_opened(status):
    status.update("p1", LISTENS)
    assert status.why == str(LISTENING)
    status.update("p1", BoxState(connected=False, why=plain("p1 cannot be opened")))
    status.update("p2", LISTENS)
    assert status.why == "p1 cannot be opened"
    status.update("p1", LISTENS)
    assert status.why == "p1 cannot be opened"
    status.update("p1", None)
    status.update("p2", None)
    assert status.why == str(NO_BOX)


def test_all_boxes_work(status):
    assert status.update("p1", there(A)) == status.update("p2", there(B)) == ()
    assert (status.ok, status.why, status.here) == (True, "", (A, B))


def test_only_box_is_gone(status):
    status.update("p1", there(A))
    assert status.update("p1", gone(A)) == ()
    for state in (gone(A, "p1 cannot be opened"), gone(A, LISTENING), None):
        assert status.update("p1", state) == ()
        assert (status.ok, status.why) == (False, "the cable was pulled")
    assert status.update("p2", there(A)) == ()
    assert (status.ok, status.why) == (True, "")


def test_dismissed_box_is_not_missing(status):
    status.update("p1", there(A))
    status.update("p2", there(B))
    status.update("p1", gone(A))
    assert status.missing == (A,)
    status.dismiss_missing()
    assert (status.ok, status.why, status.known, status.missing) == (True, "", (B,), ())
    assert status.update("p1", None) == ()
    assert status.why == ""
    assert status.update("p3", there(A)) == ()
    assert status.here == (A, B)
    assert status.update("p3", gone(A)) == ("box aa01 is gone (the cable was pulled); box bb02 still works",)


def test_dismissing_the_only_box(status):
    status.update("p1", there(A))
    status.update("p1", None)
    assert status.why == "it was unplugged"
    status.dismiss_missing()
    assert (status.ok, status.why) == (False, str(NO_BOX))


def test_one_of_two_boxes_is_gone(status):
    status.update("p1", there(A))
    status.update("p2", there(B))
    assert status.update("p1", gone(A)) == ("box aa01 is gone (the cable was pulled); box bb02 still works",)
    assert status.ok
    assert status.why == "box aa01 is missing (the cable was pulled); box bb02 still works"
    assert status.here == (B,)
    assert status.known == (A, B)
    assert status.update("p1", None) == ()
    assert status.update("p7", LISTENS) == ()
    assert status.update("p7", there(A)) == ("box aa01 is back",)
    assert (status.ok, status.why) == (True, "")


def test_both_boxes_are_gone(status):
    status.update("p1", there(A))
    status.update("p2", there(B))
    status.update("p1", gone(A))
    assert status.update("p2", gone(B, "no word")) == ()  # not well any more says it all
    assert not status.ok
    assert status.why == "box aa01 is missing (the cable was pulled); box bb02 is missing (no word)"


def test_boxes_gone_for_the_same_reason(status):
    for port, device in (("p1", A), ("p2", B), ("p3", C)):
        status.update(port, there(device))
    for port, device in (("p1", A), ("p2", B), ("p3", C)):
        status.update(port, gone(device))
    assert status.why == "box aa01, box bb02 and box cc03 are missing (the cable was pulled)"


def test_two_of_three_boxes_are_gone(status):
    for port, device in (("p1", A), ("p2", B), ("p3", C)):
        status.update(port, there(device))
    assert "2 boxes still work" in status.update("p1", gone(A))[0]
    assert status.update("p2", gone(B)) == ("box bb02 is gone (the cable was pulled); box cc03 still works",)


def test_another_box_at_the_same_port(status):
    status.update("p1", there(A))
    status.update("p2", there(B))
    assert status.update("p1", there(C)) == ("box aa01 is gone (it was unplugged); the other 2 boxes still work",)
    assert status.here == (B, C)


def test_box_that_moved_to_another_port(status):
    status.update("p1", there(A))
    status.update("p2", there(A))
    assert status.update("p1", gone(A)) == ()
    assert (status.ok, status.why) == (True, "")


def test_lost_power_and_presses_are_reported_once(status):
    status.update("p1", there(A, restarts=1))
    assert status.update("p1", there(A, restarts=2)) == (
        "the box lost power: presses it had not yet delivered are gone",
    )
    assert status.update("p1", there(A, restarts=2, lost=3)) == ("the box could not deliver 3 presses and releases",)
    assert status.update("p1", there(A, restarts=2, lost=3)) == ()
    assert status.update("p1", there(A, restarts=2, lost=4)) == ("the box could not deliver 1 press or release",)


def test_outdated_box(status):
    old = replace(gone(A, "flash the box"), outdated=True)
    assert status.update("p1", old) == ()
    assert (status.ok, status.why) == (False, "flash the box")
    other = english()
    other.update("p2", there(B))
    assert other.update("p1", old) == ("box aa01 cannot be used: flash the box",)
    assert other.update("p1", replace(old, why=LISTENING)) == ()
    assert other.why == "box aa01 is missing (flash the box); box bb02 still works"
    assert other.update("p1", there(A)) == ("box aa01 is back",)


def test_outdated_box_is_unplugged(status):
    old = replace(gone(A, "flash the box"), outdated=True)
    status.update("p2", there(B))
    status.update("p1", old)
    assert status.update("p1", replace(old, why=plain("the cable was pulled"))) == ()
    assert status.why == "box aa01 is missing (the cable was pulled); box bb02 still works"
    assert status.update("p1", replace(old, why=LISTENING)) == ()
    assert status.update("p1", old) == ()
    assert status.why.startswith("box aa01 is missing (flash the box)")
    assert status.update("p1", None) == ()
    assert status.why == "box aa01 is missing (it was unplugged); box bb02 still works"
    assert status.update("p3", old) == ("box aa01 cannot be used: flash the box",)
    assert status.update("p3", there(C)) == ()
    assert "box aa01 is missing (it was unplugged)" in status.why
    status.update("p4", old)
    status.update("p5", old)
    status.update("p4", None)
    assert "box aa01 is missing (flash the box)" in status.why


def test_only_box_is_outdated_and_unplugged(status):
    status.update("p1", replace(gone(A, "flash the box"), outdated=True))
    status.update("p1", None)
    assert (status.ok, status.why) == (False, "it was unplugged")


def test_losses_are_not_repeated_at_another_port(status):
    status.update("p1", there(A))
    assert status.update("p1", there(A, lost=3)) == ("the box could not deliver 3 presses and releases",)
    status.update("p1", gone(A))
    status.update("p1", None)
    assert status.update("p2", there(A)) == status.update("p2", there(A, lost=3)) == ()
    assert status.update("p2", there(A, lost=4)) == ("the box could not deliver 1 press or release",)
    status.update("p2", there(A, restarts=1))
    assert status.update("p2", there(A, restarts=1, lost=2)) == ("the box could not deliver 2 presses and releases",)


def test_duplicate_ids(status):
    status.update("p1", there(A))
    (said,) = status.update("p2", there(A, duplicate=True))
    assert said == "two boxes have the id aa01: close the app, unplug one, type «python -m firmware_bridge newid»"
    assert (status.ok, status.why, status.here) == (True, said, (A,))
    assert status.update("p2", there(A, duplicate=True, lost=0)) == ()
    status.update("p3", there(B))
    status.update("p3", gone(B))
    assert status.why.startswith("box bb02 is missing")
    assert status.why.endswith(said)
    assert status.update("p1", gone(A)) == ()
    assert "two boxes" not in status.why
    assert status.update("p1", there(A, duplicate=True)) == (said,)


states = st.one_of(
    st.none(),
    st.builds(
        BoxState,
        connected=st.booleans(),
        why=st.sampled_from([LISTENING, plain("gone"), plain("no word")]),
        device=st.sampled_from([A, B, C]),
        lost=st.integers(0, 3),
        restarts=st.integers(0, 2),
        duplicate=st.booleans(),
    ),
)


@given(st.lists(st.tuples(st.sampled_from(["p1", "p2", "p3"]), states), max_size=30))
def test_random_states_are_consistent(heard):
    status, ports = english(), {}
    for port, state in heard:
        ports[port] = state
        news = status.update(port, state)
        at_ports = {each.device for each in ports.values() if each is not None and each.connected}
        assert set(status.here) == at_ports
        assert len(set(status.known)) == len(status.known)
        missing = set(status.known) - at_ports
        assert bool(status.why) == (bool(missing) or not at_ports or bool(status.duplicates))
        assert set(status.duplicates) <= at_ports
        if len(status.known) > 1:
            assert all(f"box {device}" in status.why for device in missing)
        assert all(news)


def test_port_is_not_named():
    status = BoxStatus(str)
    status.update("/dev/ttyUSB0", BoxState(connected=False, why=not_opened("/dev/ttyUSB0", EACCES)))
    assert str(status.why).startswith("the box cannot be opened: Permission denied")

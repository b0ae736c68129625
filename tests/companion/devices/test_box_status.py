"""How things stand with all boxes: who is there, who is missing and why, and what there is to say. Pure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.box_status import NO_BOX, Standing
from firmware_bridge.host.box import LISTENING, BoxState

A, B, C = "aa01", "bb02", "cc03"
LISTENS = BoxState(connected=False, why=LISTENING)


def there(device, **more):
    return BoxState(connected=True, why="connected", device=device, **more)


def gone(device, why="the cable was pulled"):
    return BoxState(connected=False, why=why, device=device)


@pytest.fixture
def standing():
    return Standing(lambda device: f"box {device}")


def test_nothing_plugged_in_is_said(standing):
    assert (standing.ok, standing.why, standing.here) == (False, NO_BOX, ())


def test_a_port_that_cannot_be_opened_is_said_until_it_is_gone(standing):
    standing.hear("p1", LISTENS)
    assert standing.why == LISTENING
    standing.hear("p1", BoxState(connected=False, why="p1 cannot be opened"))
    standing.hear("p2", LISTENS)
    assert standing.why == "p1 cannot be opened"
    standing.hear("p1", LISTENS)
    assert standing.why == "p1 cannot be opened"
    standing.hear("p1", None)
    standing.hear("p2", None)
    assert standing.why == NO_BOX


def test_all_boxes_there_is_well_and_quiet(standing):
    assert standing.hear("p1", there(A)) == standing.hear("p2", there(B)) == ()
    assert (standing.ok, standing.why, standing.here) == (True, "", (A, B))


def test_the_only_box_gone_is_told_by_its_own_why_and_that_does_not_flicker(standing):
    standing.hear("p1", there(A))
    assert standing.hear("p1", gone(A)) == ()
    for state in (gone(A, "p1 cannot be opened"), gone(A, LISTENING), None):
        assert standing.hear("p1", state) == ()
        assert (standing.ok, standing.why) == (False, "the cable was pulled")
    assert standing.hear("p2", there(A)) == ()
    assert (standing.ok, standing.why) == (True, "")


def test_what_is_put_away_is_not_missed_until_it_comes_back(standing):
    standing.hear("p1", there(A))
    standing.hear("p2", there(B))
    standing.hear("p1", gone(A))
    assert standing.missing == (A,)
    standing.put_away()
    assert (standing.ok, standing.why, standing.known, standing.missing) == (True, "", (B,), ())
    assert standing.hear("p1", None) == ()
    assert standing.why == ""
    assert standing.hear("p3", there(A)) == ()
    assert standing.here == (A, B)
    assert standing.hear("p3", gone(A)) == ("box aa01 is gone (the cable was pulled); box bb02 works on",)


def test_the_only_box_put_away_leaves_none(standing):
    standing.hear("p1", there(A))
    standing.hear("p1", None)
    assert standing.why == "it was unplugged"
    standing.put_away()
    assert (standing.ok, standing.why) == (False, NO_BOX)


def test_one_of_two_gone_is_named_and_the_other_works_on(standing):
    standing.hear("p1", there(A))
    standing.hear("p2", there(B))
    assert standing.hear("p1", gone(A)) == ("box aa01 is gone (the cable was pulled); box bb02 works on",)
    assert standing.ok
    assert standing.why == "box aa01 is missing (the cable was pulled); box bb02 works on"
    assert standing.here == (B,)
    assert standing.known == (A, B)
    assert standing.hear("p1", None) == ()
    assert standing.hear("p7", LISTENS) == ()
    assert standing.hear("p7", there(A)) == ("box aa01 is back",)
    assert (standing.ok, standing.why) == (True, "")


def test_both_gone_names_both(standing):
    standing.hear("p1", there(A))
    standing.hear("p2", there(B))
    standing.hear("p1", gone(A))
    assert standing.hear("p2", gone(B, "no word")) == ()  # not well any more says it all
    assert not standing.ok
    assert standing.why == "box aa01 is missing (the cable was pulled); box bb02 is missing (no word)"


def test_boxes_gone_for_the_same_reason_are_told_in_one_breath(standing):
    for port, device in (("p1", A), ("p2", B), ("p3", C)):
        standing.hear(port, there(device))
    for port, device in (("p1", A), ("p2", B), ("p3", C)):
        standing.hear(port, gone(device))
    assert standing.why == "box aa01, box bb02 and box cc03 are missing (the cable was pulled)"


def test_two_of_three_gone_at_once_are_both_said(standing):
    for port, device in (("p1", A), ("p2", B), ("p3", C)):
        standing.hear(port, there(device))
    assert "2 boxes work on" in standing.hear("p1", gone(A))[0]
    assert standing.hear("p2", gone(B)) == ("box bb02 is gone (the cable was pulled); box cc03 works on",)


def test_another_box_at_the_same_port_is_another_box(standing):
    standing.hear("p1", there(A))
    standing.hear("p2", there(B))
    assert standing.hear("p1", there(C)) == ("box aa01 is gone (it was unplugged); the other 2 boxes work on",)
    assert standing.here == (B, C)


def test_a_box_that_moved_before_its_old_port_was_given_up_is_there(standing):
    standing.hear("p1", there(A))
    standing.hear("p2", there(A))
    assert standing.hear("p1", gone(A)) == ()
    assert (standing.ok, standing.why) == (True, "")


def test_lost_power_and_lost_presses_are_said_once(standing):
    standing.hear("p1", there(A, restarts=1))
    assert standing.hear("p1", there(A, restarts=2)) == (
        "the box has lost power: presses it had not yet delivered are gone",
    )
    assert standing.hear("p1", there(A, restarts=2, lost=3)) == ("the box could not deliver 3 presses and releases",)
    assert standing.hear("p1", there(A, restarts=2, lost=3)) == ()
    assert standing.hear("p1", there(A, restarts=2, lost=4)) == ("the box could not deliver 1 press or release",)


def test_a_box_with_an_old_program_is_named_whether_others_work_or_not(standing):
    old = replace(gone(A, "flash the box"), outdated=True)
    assert standing.hear("p1", old) == ()
    assert (standing.ok, standing.why) == (False, "flash the box")
    other = Standing(lambda device: f"box {device}")
    other.hear("p2", there(B))
    assert other.hear("p1", old) == ("box aa01 cannot be used: flash the box",)
    assert other.hear("p1", replace(old, why=LISTENING)) == ()
    assert other.why == "box aa01 is missing (flash the box); box bb02 works on"
    assert other.hear("p1", there(A)) == ("box aa01 is back",)


def test_a_box_with_an_old_program_that_is_unplugged_is_missing_for_that(standing):
    old = replace(gone(A, "flash the box"), outdated=True)
    standing.hear("p2", there(B))
    standing.hear("p1", old)
    assert standing.hear("p1", replace(old, why="the cable was pulled")) == ()
    assert standing.why == "box aa01 is missing (the cable was pulled); box bb02 works on"
    assert standing.hear("p1", replace(old, why=LISTENING)) == ()
    assert standing.hear("p1", old) == ()
    assert standing.why.startswith("box aa01 is missing (flash the box)")
    assert standing.hear("p1", None) == ()
    assert standing.why == "box aa01 is missing (it was unplugged); box bb02 works on"
    assert standing.hear("p3", old) == ("box aa01 cannot be used: flash the box",)
    assert standing.hear("p3", there(C)) == ()
    assert "box aa01 is missing (it was unplugged)" in standing.why
    standing.hear("p4", old)
    standing.hear("p5", old)
    standing.hear("p4", None)
    assert "box aa01 is missing (flash the box)" in standing.why


def test_the_only_box_has_an_old_program_and_is_unplugged(standing):
    standing.hear("p1", replace(gone(A, "flash the box"), outdated=True))
    standing.hear("p1", None)
    assert (standing.ok, standing.why) == (False, "it was unplugged")


def test_presses_that_were_said_to_be_lost_are_not_said_again_at_another_port(standing):
    standing.hear("p1", there(A))
    assert standing.hear("p1", there(A, lost=3)) == ("the box could not deliver 3 presses and releases",)
    standing.hear("p1", gone(A))
    standing.hear("p1", None)
    assert standing.hear("p2", there(A)) == standing.hear("p2", there(A, lost=3)) == ()
    assert standing.hear("p2", there(A, lost=4)) == ("the box could not deliver 1 press or release",)
    standing.hear("p2", there(A, restarts=1))
    assert standing.hear("p2", there(A, restarts=1, lost=2)) == ("the box could not deliver 2 presses and releases",)


def test_two_with_the_same_id_are_told_with_the_remedy_until_one_is_gone(standing):
    standing.hear("p1", there(A))
    (said,) = standing.hear("p2", there(A, twin=True))
    assert said == "two boxes have the id aa01: close the app, unplug one, type «python -m firmware_bridge newid»"
    assert (standing.ok, standing.why, standing.here) == (True, said, (A,))
    assert standing.hear("p2", there(A, twin=True, lost=0)) == ()
    standing.hear("p3", there(B))
    standing.hear("p3", gone(B))
    assert standing.why.startswith("box bb02 is missing")
    assert standing.why.endswith(said)
    assert standing.hear("p1", gone(A)) == ()
    assert "two boxes" not in standing.why
    assert standing.hear("p1", there(A, twin=True)) == (said,)


states = st.one_of(
    st.none(),
    st.builds(
        BoxState,
        connected=st.booleans(),
        why=st.sampled_from([LISTENING, "gone", "no word"]),
        device=st.sampled_from([A, B, C]),
        lost=st.integers(0, 3),
        restarts=st.integers(0, 2),
        twin=st.booleans(),
    ),
)


@given(st.lists(st.tuples(st.sampled_from(["p1", "p2", "p3"]), states), max_size=30))
def test_whatever_is_heard_here_is_who_is_at_a_port_and_everybody_else_known_is_named(heard):
    standing, ports = Standing(lambda device: f"box {device}"), {}
    for port, state in heard:
        ports[port] = state
        news = standing.hear(port, state)
        at_ports = {each.device for each in ports.values() if each is not None and each.connected}
        assert set(standing.here) == at_ports
        assert len(set(standing.known)) == len(standing.known)
        missing = set(standing.known) - at_ports
        assert bool(standing.why) == (bool(missing) or not at_ports or bool(standing.twins))
        assert set(standing.twins) <= at_ports
        if len(standing.known) > 1:
            assert all(f"box {device}" in standing.why for device in missing)
        assert all(news)

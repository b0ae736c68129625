"""The rendered tray as a source of frames: repeatable, in time, and without motion unless something happens."""

import itertools
import threading

import numpy as np
import pytest

from vision.sim import SimTray, StepClock, open_sim
from vision.sim.__main__ import main


def tray(**settings):
    clock = StepClock()
    return SimTray(now=clock.now, sleep=clock.sleep, **{"size": (640, 360), "seed": 4, **settings}), clock


def frames(source, n):
    return [source.read(1.0) for _ in range(n)]


def change(a, b):
    return float(np.abs(a.image.astype(int) - b.image.astype(int)).mean(2).max())


def moving(a, b):
    """Pixels that differ by more than noise can."""
    return int((np.abs(a.image.astype(int) - b.image.astype(int)).mean(2) > 14).sum())


def test_frames_have_order_and_rate():
    source, _ = tray(fps=25)
    got = frames(source, 6)
    assert [f.number for f in got] == list(range(6))
    assert [f.at for f in got] == pytest.approx([n / 25 for n in range(6)])
    assert all(f.image.shape == (360, 640, 3) and f.image.dtype == np.uint8 for f in got)


def test_a_late_reader_gets_the_newest_frame():
    source, clock = tray()
    first = source.read(1.0)
    clock.sleep(1.0)
    assert source.read(1.0).number == first.number + 30


def test_early_read_waits_at_most_the_timeout():
    source, clock = tray(fps=10)
    source.read(1.0)
    assert source.read(0.02) is None
    assert clock.now() == pytest.approx(0.02)
    assert source.read(0.2).number == 1


def test_without_seed_tray_looks_the_same_and_dice_differ():
    (one, _), (two, _) = tray(seed=None), tray(seed=None)
    a, b = one.read(1.0), two.read(1.0)
    assert moving(a, b) == 0
    for source in (one, two):
        source.hand.throw(["red"] * 12)
    assert one.hand.values != two.hand.values or moving(frames(one, 80)[-1], frames(two, 80)[-1]) > 0


def colour_middle(picture, channel):
    """The middle (x, y), in shares of the picture, of what has most of one channel."""
    levels = picture.image.astype(int)
    others = np.delete(levels, channel, axis=2).max(2)
    rows, columns = np.nonzero(levels[..., channel] - others > 70)
    return float(columns.mean()) / levels.shape[1], float(rows.mean()) / levels.shape[0]


def test_only_the_named_die_is_thrown_again():
    source, _ = tray()
    source.hand.throw(["red", "blue"], values=[2, 5], leans_deg=(20.0,))
    lying = frames(source, 90)[-1]
    red, blue = colour_middle(lying, 2), colour_middle(lying, 0)
    source.hand.throw_again([(red[0] + 0.01, red[1])])
    during = frames(source, 140)
    assert source.hand.calm_at() < during[-1].at
    assert all(moving(each, lying) > 0 for each in during[60:])
    assert colour_middle(during[-1], 0) == pytest.approx(blue, abs=0.002)
    assert colour_middle(during[-1], 2) != pytest.approx(red, abs=0.02)
    assert len(source.hand.values) == 2
    assert 5 in source.hand.values


def test_seed_determines_pictures():
    (one, _), (two, _), (three, _) = tray(), tray(), tray(seed=5)
    for source in (one, two, three):
        source.hand.throw(["red", ""])
    a, b, c = (frames(s, 80)[-1] for s in (one, two, three))
    assert np.array_equal(a.image, b.image)
    assert not np.array_equal(a.image, c.image)
    assert one.hand.values == two.hand.values


def test_an_empty_tray_is_still_but_for_noise():
    source, _ = tray()
    got = frames(source, 10)
    assert all(moving(a, b) == 0 for a, b in itertools.pairwise(got))
    assert 0.3 < np.abs(got[0].image.astype(int) - got[5].image.astype(int)).mean() < 5


def test_thrown_dice_move_and_then_lie_still():
    source, _ = tray()
    source.hand.throw(["red", "blue", ""], values=[1, 4, 6])
    got = frames(source, 90)
    assert source.hand.values == (1, 4, 6)
    activity = [moving(a, b) for a, b in itertools.pairwise(got)]
    assert sum(a > 20 for a in activity) >= 20
    assert max(activity[-20:]) == 0
    assert change(got[0], got[-1]) > 60


def test_a_second_throw_takes_the_first_dice_up():
    source, _ = tray()
    source.hand.throw([""] * 3)
    before = frames(source, 80)[-1]
    source.hand.throw(["black"], values=[2])
    frames(source, 160)
    assert source.hand.values == (2,)
    source.hand.clear()
    empty = frames(source, 60)[-1]
    assert source.hand.values == ()
    assert moving(before, empty) > 200
    source.hand.clear()
    assert moving(empty, frames(source, 40)[-1]) == 0


def test_nudge_turns_a_die_but_a_hand_does_not():
    source, _ = tray()
    source.hand.throw(["", ""], values=[1, 1])
    first = frames(source, 90)[-1]
    source.hand.pass_over()
    passing = frames(source, 60)
    assert moving(first, passing[25]) > 1000
    assert moving(first, passing[-1]) == 0
    source.hand.nudge(1, value=5)
    turned = frames(source, 60)[-1]
    assert source.hand.values == (1, 5)
    assert moving(first, turned) > 50
    source.hand.nudge(0)
    frames(source, 60)
    assert source.hand.values == (1, 5)
    with pytest.raises(IndexError):
        source.hand.nudge(2)


def test_values_not_given_are_a_fair_die():
    source, _ = tray()
    seen = []
    for _ in range(60):
        source.hand.throw([""] * 6)
        seen.extend(source.hand.values)
    counts = np.bincount(seen, minlength=7)[1:]
    assert ((counts - 60) ** 2 / 60).sum() < 20.5  # chi squared, 5 degrees of freedom, p = 0.001


def test_wrong_requests_change_nothing():
    source, _ = tray()
    for dice, values in ((["mauve"], None), ([""], [7]), ([""], [1, 2])):
        with pytest.raises(ValueError, match=r"mauve|1-6"):
            source.hand.throw(dice, values=values)
    assert source.hand.values == ()


def test_a_closed_source_has_ended():
    source, _ = tray()
    source.close()
    source.close()
    assert source.read(1.0) is None
    assert source.ended


def test_hand_is_thread_safe():
    source, _ = tray()
    calls = [threading.Thread(target=source.hand.throw, args=(["red"],)) for _ in range(4)]
    for call in calls:
        call.start()
    frames(source, 30)
    for call in calls:
        call.join()
    assert len(source.hand.values) == 1


def test_source_names():
    clock = StepClock()
    source = open_sim("seed=9&size=320x240&fps=15&dice=red,,blue", now=clock.now, sleep=clock.sleep)
    assert source.name == "sim:seed=9&size=320x240&fps=15"
    assert source.fps == 15
    assert len(source.hand.values) == 3
    assert source.read(1).image.shape == (240, 320, 3)
    for wrong in ("colour=red", "seed=x", "size=10x10", "fps=0", "seed=-1", "dice=mauve", "seed"):
        with pytest.raises(ValueError, match=r"sim|tray|die"):
            open_sim(wrong)


@pytest.mark.parametrize("name", ["still", "still.txt", "still\udcff.png"])
def test_invalid_still_name_is_refused(name, tmp_path, capsys):
    assert main([str(tmp_path / name)]) == 2
    assert "the name must end in .png and be UTF-8" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_hand_is_busy_until_the_dice_rest():
    source, clock = tray()
    assert not source.hand.busy
    source.hand.throw(["red"])
    assert source.hand.busy
    clock.sleep(source.hand.calm_at() - clock.now())
    assert not source.hand.busy

"""Owners of dice by colour: enrolled from samples, distinguished, and similar dice reported."""

import cv2
import numpy as np
import pytest

from calibration.light.colours import (
    BadEnrolment,
    ColourSample,
    DieColour,
    apart,
    attribute,
    colour_sample,
    conflicts,
    enrol,
    ground_of,
    whose,
)

PAINT = {  # BGR under a plain lamp, and the pips'
    "red": ((50, 45, 190), 235),
    "blue": ((170, 80, 40), 235),
    "green": ((70, 130, 40), 235),
    "yellow": ((60, 200, 225), 25),
    "black": ((38, 36, 36), 235),
    "white": ((225, 230, 232), 25),
}
SPOTS = [(150, 120), (330, 130), (520, 110), (160, 270), (340, 260), (500, 280)]


def picture(names, rng, light=(1.0, 1.0, 1.0), size=40, hand=False):
    """Dice of these names on felt, each randomly rotated, and their boxes."""
    scene = np.full((400, 640, 3), (90, 95, 80), np.float32)
    boxes = []
    for (x, y), name in zip(rng.permutation(SPOTS), names, strict=False):
        body, pips = PAINT[name]
        turn = rng.uniform(0, 90)
        quad = cv2.boxPoints(((float(x), float(y)), (size, size), turn))
        cv2.fillConvexPoly(scene, np.rint(quad * 16).astype(np.int32), [float(c) for c in body], cv2.LINE_AA, 4)
        along, across = (quad[1] - quad[0]) / size, (quad[2] - quad[1]) / size
        for u, v in [(a, b) for a in (-1, 1) for b in (-1, 0, 1)][: rng.integers(1, 7)]:
            at = np.array([x, y]) + 0.27 * size * (u * along + v * across)
            cv2.circle(scene, tuple(int(c) for c in np.rint(at)), round(size * 0.09), (pips,) * 3, -1, cv2.LINE_AA)
        boxes.append((name, (*quad.min(axis=0), *quad.max(axis=0))))
    scene = cv2.GaussianBlur(scene, (0, 0), 0.8) / 255
    falloff = 1 + 0.12 * (np.linspace(-1, 1, 640)[None, :, None] + 0.3)
    scene = 255 * np.clip((scene**2.2) * np.array(light) * falloff, 0, 1) ** (1 / 2.2)
    return np.clip(scene + rng.normal(0, 3, scene.shape), 0, 255).astype(np.uint8), boxes


def taught(rng, names=tuple(PAINT), light=(1.0, 1.0, 1.0), throws=5):
    looks = {name: [] for name in names}
    for _ in range(throws):
        image, boxes = picture(names, rng, light)
        for name, box in boxes:
            looks[name].append(colour_sample(image, box))
    return tuple(enrol(name, found) for name, found in looks.items())


@pytest.mark.parametrize(
    ("light", "later"),
    [
        ((1, 1, 1), (1, 1, 1)),
        ((0.5, 0.75, 1.0), (0.5, 0.75, 1.0)),
        ((1.0, 0.85, 0.6), (1.0, 0.85, 0.6)),
        ((0.22, 0.22, 0.22), (0.22, 0.22, 0.22)),
        ((1, 1, 1), (0.55, 0.75, 0.9)),
        ((0.8, 0.8, 0.8), (0.4, 0.4, 0.4)),
    ],
    ids=["plain", "warm", "cold", "dim", "turned warm", "turned down"],
)
def test_six_dice_are_given_to_their_owners(light, later):
    rng = np.random.default_rng(5)
    dice = taught(rng, light=light)
    right = total = 0
    for _ in range(40):
        image, boxes = picture(tuple(PAINT), rng, later)
        ground = ground_of(image)
        for name, box in boxes:
            likeness = attribute(image, box, dice, ground)
            right += likeness.owner == name
            total += 1
    assert total == 240
    assert right >= 0.995 * total


def test_an_unknown_die_has_no_owner():
    rng = np.random.default_rng(6)
    dice = taught(rng, names=("red", "blue", "white"))
    for _ in range(10):
        image, boxes = picture(("yellow", "red", "yellow"), rng)
        assert [attribute(image, box, dice).owner for _, box in boxes] == ["", "red", ""]


def test_dice_of_similar_colour_are_reported():
    similar = DieColour("black", (40.0, 130.0, 128.0), (7.0, 3.0, 3.0), "light", (0.1, 0.1, 0.1), 5)
    blue = DieColour("blue", (48.0, 131.0, 124.5), (7.0, 3.0, 3.0), "light", (0.1, 0.1, 0.1), 5)
    red = DieColour("red", (90.0, 190.0, 170.0), (7.0, 3.0, 3.0), "light", (0.1, 0.1, 0.1), 5)
    (found,) = conflicts([red, blue, similar])
    assert {found.one, found.other} == {"black", "blue"}
    assert 0.4 < found.apart < 0.7
    assert (
        str(found.text)
        == f"blue and black look alike under this lamp: {found.apart:.0%} apart; use another die or more light"
    )
    assert conflicts([red, blue]) == ()


def test_apart_predicts_the_rate_of_right_assignments():
    rng = np.random.default_rng(8)
    spread = (7.0, 3.0, 3.0)
    one = DieColour("a", (100.0, 128.0, 128.0), spread, "unseen", (0.1, 0.1, 0.1), 5)
    other = DieColour("b", (107.0, 131.0, 128.0), spread, "unseen", (0.1, 0.1, 0.1), 5)
    right = 0
    for _ in range(4000):
        lab = tuple(rng.normal(one.lab, spread))
        right += whose(ColourSample(lab, "unseen", one.ground), [one, other]).owner == "a"
    assert 2 * right / 4000 - 1 == pytest.approx(apart(one, other), abs=0.05)


def test_pips_tell_dice_of_one_colour_apart():
    one = DieColour("a", (100.0, 128.0, 128.0), (7.0, 3.0, 3.0), "light", (0.1, 0.1, 0.1), 5)
    other = DieColour("b", (100.0, 128.0, 128.0), (7.0, 3.0, 3.0), "dark", (0.1, 0.1, 0.1), 5)
    assert whose(ColourSample((100.0, 128.0, 128.0), "dark", (0.1, 0.1, 0.1)), [one, other]).owner == "b"
    assert apart(one, other) > 0.8


def test_enrolment_refuses_few_or_mixed_samples():
    rng = np.random.default_rng(9)
    image, boxes = picture(("red", "blue"), rng)
    red, blue = (colour_sample(image, box) for _, box in boxes)
    with pytest.raises(BadEnrolment, match="2 throws of Ann's die are too few"):
        enrol("Ann", [red, red])
    with pytest.raises(BadEnrolment, match="do not look alike"):
        enrol("Ann", [red, blue, red, blue])
    assert enrol("Ann", [red, red, red, red, blue]).looks == 4


def test_pips_polarity_and_body():
    rng = np.random.default_rng(10)
    dice = {die.owner: die for die in taught(rng)}
    assert {name: die.pips for name, die in dice.items() if die.pips != "unseen"} == {
        name: "light" if PAINT[name][1] > 128 else "dark" for name in dice if dice[name].pips != "unseen"
    }
    assert sum(die.pips != "unseen" for die in dice.values()) >= 4


@pytest.mark.parametrize("box", [(0, 0, 2, 2), (-50, -50, -20, -20), (700, 10, 740, 50), (10, 10, 10, 10)])
def test_boxes_that_show_nothing(box):
    image, _ = picture(("red",), np.random.default_rng(1))
    assert colour_sample(image, box) is None
    assert attribute(image, box, ()).owner == ""

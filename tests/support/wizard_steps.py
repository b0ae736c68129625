"""What a person does with the wizard of the tray, step by step, with the pictures of a `film`."""

import cv2

from calibration.wizard.steps import STEPS

MADE = "2026-03-01T20:00:00+00:00"
BODIES = {"red": (50, 45, 190), "blue": (170, 80, 40), "white": (225, 230, 232)}


def with_die(picture, name, at):
    """The picture with a die of this colour lying at a place, and the box of its face."""
    x, y = at
    picture = picture.copy()
    cv2.rectangle(picture, (x, y), (x + 34, y + 34), BODIES[name], -1)
    cv2.circle(picture, (x + 17, y + 17), 4, (20, 20, 20) if name == "white" else (235, 235, 235), -1)
    return cv2.GaussianBlur(picture, (0, 0), 0.7), (x, y, x + 34, y + 34)


def through(wizard, film, until="result"):
    """Do what the wizard asks until it stands at a step."""
    for step in STEPS:
        if wizard.step == until:
            break
        assert wizard.step == step or STEPS.index(wizard.step) > STEPS.index(step)
        if wizard.step != step:
            continue
        if step == "lens":
            for picture in film["tour"]:
                for _ in range(2):
                    wizard.see(picture)
        elif step == "plane":
            for _ in range(3):
                wizard.see(film["lying"])
        elif step == "corners":
            wizard.see(film["empty"])
            for x, y in film["corners"]:
                wizard.tap(x, y)
        elif step == "empty":
            for _ in range(3):
                wizard.see(film["empty"])
        elif step == "dice":
            for name in BODIES:
                for at in ((560, 300), (640, 380), (700, 330)):
                    wizard.die(name, *with_die(film["empty"], name, at))
        assert wizard.progress.may, wizard.progress
        wizard.go_on()
    return wizard


def without(wizard, *steps):
    """Skip these steps."""
    for step in steps:
        assert wizard.step == step
        wizard.skip()
    return wizard

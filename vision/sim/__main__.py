"""`python -m vision.sim STILL.png [OPTIONS]`: write a picture of the rendered tray after the dice have come to rest."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

from catseye.image_files import PICTURES, has_plain_name
from vision.sim.source import StepClock, open_sim


def main(arguments: list[str]) -> int:
    """Write one picture. The options are those of the camera's name, e.g. seed=7&dice=red,blue."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    still = Path(arguments[0])
    if still.suffix.lower() not in PICTURES or not has_plain_name(still):
        print(f"{str(still)!r}: the name must end in .png and be UTF-8", file=sys.stderr)
        return 2
    options = arguments[1] if len(arguments) == 2 else "dice=red,blue,,green,yellow,black"
    clock = StepClock()
    try:
        tray = open_sim(options, now=clock.now, sleep=clock.sleep)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    clock.sleep(4.0)
    frame = tray.read(1.0)
    if frame is None or not cv2.imwrite(arguments[0], frame.image):
        print(f"cannot write {arguments[0]}", file=sys.stderr)
        return 1
    print(f"{arguments[0]}: {', '.join(str(v) for v in tray.hand.values)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

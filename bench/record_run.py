"""Record an animated picture of a real run: rendered dice, a box in software, simulated players.

usage: python bench/record_run.py FILE.webp [--seconds 30] [--every 1] [--width 640] [--game catch-up]

The picture in the README is made with the defaults.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.ui import kivy_settings  # noqa: F401  # isort: skip  # what Kivy reads at its import

import os

import cv2

from companion.app.folders import DataFolder
from companion.app.run_options import RunOptions
from companion.app.settings import Settings
from companion.bootstrap import run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two pictures")
    parser.add_argument("--width", type=int, default=640, help="pixels")
    parser.add_argument("--game", default="catch-up")
    asked = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from kivy.app import App  # noqa: PLC0415  after the driver is named
    from kivy.clock import Clock  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        pictures: list[Path] = []

        def shoot(_dt: float) -> None:
            app = App.get_running_app()
            if len(pictures) * asked.every >= asked.seconds:
                app.stop()
                return
            pictures.append(Path(folder) / f"{len(pictures):03}.png")
            app.shoot_now(pictures[-1])

        Clock.schedule_interval(shoot, asked.every)
        data = DataFolder(Path(folder) / "data")
        settings = Settings(tray="sim:seed=1", box="soft:")
        run(RunOptions(settings, settings, data.journal, data, asked.game, 3, True, 7, (1280, 800)))
        animation = cv2.Animation()
        height = asked.width * 800 // 1280
        frames = [cv2.imread(str(path)) for path in pictures]
        animation.frames = [cv2.resize(frame, (asked.width, height), interpolation=cv2.INTER_AREA) for frame in frames]
        animation.durations = [round(asked.every * 1000)] * len(frames)
    cv2.imwriteanimation(str(asked.file), animation)
    print(f"{asked.file}: {len(frames)} pictures, {asked.file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()

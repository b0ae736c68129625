"""Sentences as sound files, made by espeak-ng where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

PROGRAM = "espeak-ng"
VOICES = {"": "en", "de": "de", "fr": "fr", "es": "es"}
"""The voice of espeak-ng for each language of the app."""
WORDS_A_MINUTE = 155
"""Slower than its own 175: names are understood at once."""
SLOWEST_S = 3.0
"""A sentence takes some 20 ms; a program that has not ended by then hangs, and is killed."""
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""On Windows a program would open a terminal; elsewhere there is nothing to say."""
LONGEST = 300
"""Letters that are spoken of one announcement: some 20 seconds."""


class Speech:
    """Makes sentences into WAV files. `works` is False where the program is missing or has failed."""

    def __init__(self, program: str = PROGRAM) -> None:
        found = shutil.which(program)
        self._program = found or ""
        self.works = bool(found) and self._run(["--version"], "")

    def write(self, sentence: str, language: str, path: Path) -> bool:
        """Speak a sentence into a new WAV file, in at most `SLOWEST_S`. Whether it is there."""
        if not self.works:
            return False
        options = ["-v", VOICES.get(language, "en"), "-s", str(WORDS_A_MINUTE), "-w", str(path), "--stdin"]
        self.works = self._run(options, sentence[:LONGEST])
        return self.works and path.exists()

    def _run(self, options: list[str], text: str) -> bool:
        """Run the program to its end; it is killed and waited for where it takes too long."""
        try:
            done = subprocess.run(  # noqa: S603  the program that was found on the path; the text is its input
                [self._program, *options],
                input=text.encode(errors="replace"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SLOWEST_S,
                check=False,
                creationflags=NO_WINDOW,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0

"""Sentences as sound files, made by espeak-ng if it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

PROGRAM = "espeak-ng"
VOICES = {"": "en", "de": "de", "fr": "fr", "es": "es"}
"""Voices of espeak-ng by language of the app."""
WORDS_A_MINUTE = 155
"""Speed of speech, slower than the default 175, so that names are understood."""
SLOWEST_S = 3.0
"""Time limit of the program, seconds; a sentence takes about 20 ms."""
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Keeps a program from opening a terminal on Windows."""
LONGEST = 300
"""Limit of an announcement, letters: about 20 seconds."""


class Speech:
    """Makes WAV files of sentences. `works` is False if the program is missing or has failed."""

    def __init__(self, program: str = PROGRAM) -> None:
        found = shutil.which(program)
        self._program = found or ""
        self.works = bool(found) and self._run(["--version"], "")

    def write(self, sentence: str, language: str, path: Path) -> bool:
        """Speak a sentence into a new WAV file in at most `SLOWEST_S`, and return whether that succeeded."""
        if not self.works:
            return False
        options = ["-v", VOICES.get(language, "en"), "-s", str(WORDS_A_MINUTE), "-w", str(path), "--stdin"]
        self.works = self._run(options, sentence[:LONGEST])
        return self.works and path.exists()

    def _run(self, options: list[str], text: str) -> bool:
        """Run the program, killing it at the time limit, and return whether it succeeded."""
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

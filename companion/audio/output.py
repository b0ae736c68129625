"""Plays announcements on a thread, with a process for the sound system, and never blocks the caller.

The newest announcement replaces one that has not begun. Any failure means silence and a reason.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread, Timer

from companion.audio.cues import Sound
from companion.audio.speech import NO_WINDOW, Speech
from companion.core.text import NOTHING, say

SOUNDS = Path(__file__).parent / "sounds"
PROCESS = "companion.ui.audio_process"
READY_S = 10.0
"""Time limit for the sound system to open, seconds; a slow tablet takes about two."""
STARTS = 3
"""Limit of starts of the process in one run of the app."""
CLOSE_S = 1.0
"""How long the end of the app waits for the thread and the process, seconds."""
FILES = 4
"""Number of file names for speech, used in turn: one may still be read while the next is written."""

NO_SOUND = say("There is no sound on this tablet.")
NO_VOICE = say("No voice: espeak-ng is missing.")


@dataclass(frozen=True, slots=True)
class Announcement:
    """Sounds, then words in a language of the app. `volume` is 0 to 1."""

    sounds: tuple[Sound, ...]
    words: str
    language: str
    volume: float


def process_command() -> list[str]:
    """Return the command of the process that plays."""
    return [sys.executable or "", "-m", PROCESS, str(SOUNDS / f"{Sound.TURN}.wav")]


class AudioOutput:
    """Plays the newest announcement. `status` says what is missing, or is empty.

    `environment` is that of the process, from before the import of Kivy, which turns its own sound off.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        command: Sequence[str] | None = None,
        speech: Callable[[], Speech] = Speech,
    ) -> None:
        self.status = NOTHING
        self._environment = {**environment, "PYTHONPATH": _path(environment)}
        self._command = list(process_command() if command is None else command)
        self._make_speech = speech
        self._change = Condition()
        self._next: Announcement | None = None
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self._thread = Thread(target=self._run, name="audio", daemon=True)

    def start(self) -> None:
        """Start the thread, which checks what sound there is."""
        self._thread.start()

    def announce(self, announcement: Announcement) -> None:
        """Play this instead of anything current or waiting; return at once."""
        with self._change:
            self._next = announcement
            self._change.notify()

    def close(self) -> None:
        """End the thread and the process, within about `CLOSE_S`."""
        with self._change:
            self._closed = True
            self._change.notify()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        process = self._process
        if self._thread.is_alive() and process is not None:
            process.kill()  # so that the thread need not wait for it
            self._thread.join(CLOSE_S)

    def _run(self) -> None:
        speech = self._make_speech()
        try:
            if self._started():
                self._show_voice(speech)
                self._play_all(speech)
        finally:
            self._end_process()

    def _play_all(self, speech: Speech) -> None:
        """Play announcements until the end, or until there is no longer any sound."""
        with TemporaryDirectory(prefix="catseye-", ignore_cleanup_errors=True) as folder:
            count = 0
            while self.status != NO_SOUND and (announcement := self._wait()) is not None:
                count += 1
                self._play(announcement, speech, Path(folder) / f"{count % FILES}.wav")
                self._show_voice(speech)

    def _show_voice(self, speech: Speech) -> None:
        if not speech.works and self.status == NOTHING:
            self.status = NO_VOICE

    def _wait(self) -> Announcement | None:
        """Wait for and return the next announcement; None at the end."""
        with self._change:
            self._change.wait_for(lambda: self._closed or self._next is not None)
            announcement, self._next = self._next, None
            return None if self._closed else announcement

    def _play(self, announcement: Announcement, speech: Speech, path: Path) -> None:
        files = [str(SOUNDS / f"{sound}.wav") for sound in announcement.sounds]
        self._send({"play": files, "volume": announcement.volume})
        if announcement.words and speech.write(announcement.words, announcement.language, path):
            self._send({"then": [str(path)], "volume": announcement.volume})

    def _send(self, request: Mapping[str, object]) -> None:
        """Write one line to the process; if it has ended, start another one for the next announcement."""
        process = self._process
        if process is None or process.stdin is None:
            return
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            self._end_process()
            self._started()

    def _started(self) -> bool:
        """Start the process and wait until it reports whether there is sound."""
        if self._closed or self._starts >= STARTS or not self._command[0]:
            self.status = NO_SOUND
            return False
        self._starts += 1
        try:
            process = self._process = subprocess.Popen(  # noqa: S603  this Python, with a module of this program
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=self._environment,
                creationflags=NO_WINDOW,
            )
        except OSError:
            self.status = NO_SOUND
            return False
        assert process.stdout is not None
        limit = Timer(READY_S, process.kill)
        limit.start()
        answer = process.stdout.readline()
        limit.cancel()
        if answer.strip() == b"ready":
            return True
        self.status = NO_SOUND
        self._end_process()
        return False

    def _end_process(self) -> None:
        """Close the input of the process, kill it if it does not end, and wait for it."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what could not be written to it
                    pipe.close()
        try:
            process.wait(CLOSE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _path(environment: Mapping[str, str]) -> str:
    """Return the PYTHONPATH with this program."""
    here = str(Path(__file__).parents[2])
    known = environment.get("PYTHONPATH", "")
    return f"{here}{os.pathsep}{known}" if known else here

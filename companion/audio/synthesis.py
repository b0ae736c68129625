"""Synthesis of the short sounds: `python -m companion.audio.synthesis` writes `companion/audio/sounds` again."""

from __future__ import annotations

import math
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.audio.cues import Sound

SOUNDS = Path(__file__).parent / "sounds"
RATE = 22050
"""Samples per second, as espeak-ng writes, so that the mixer need not convert."""
LOUDNESS_DB = -19.0
"""Loudness of each sound (see `loudness`), dB below full scale. Sentences by espeak-ng 1.51 at its default volume, one
per language, have -18.7 to -20.5."""
WINDOW_S, GATE_DB = 0.05, -20.0
"""Length of the windows of `loudness`, seconds; quieter ones than this relative to the loudest, dB, do not count."""
FADE_S = 0.006
"""Rise and fall time of a note, seconds, so that it does not click."""


class Timbre(NamedTuple):
    """How a note sounds: multiples of its pitch with their shares, and how fast it fades over its length."""

    partials: tuple[tuple[float, float], ...]
    decay: float


BELL = Timbre(((1, 1.0), (2, 0.35), (3, 0.12)), 3.0)
BRASS = Timbre(((1, 1.0), (2, 0.6), (3, 0.45), (4, 0.25), (5, 0.12)), 0.8)
WOOD = Timbre(((1, 1.0), (2.57, 0.4), (4.9, 0.2)), 5.0)
COIN = Timbre(((1, 1.0), (1.48, 0.6), (2.3, 0.3)), 4.0)


class Note(NamedTuple):
    """A note: its pitch in Hz, when it begins and how long it lasts in seconds, how strong it is."""

    pitch: float
    begin: float
    length: float
    timbre: Timbre = BELL
    strength: float = 1.0


_NOTES: dict[Sound, tuple[Note, ...]] = {
    Sound.THROW: (  # dice knock on wood, ever faster and weaker, until they lie
        Note(740.0, 0.0, 0.09, WOOD),
        Note(980.0, 0.11, 0.08, WOOD, 0.9),
        Note(830.0, 0.2, 0.08, WOOD, 0.8),
        Note(1110.0, 0.27, 0.07, WOOD, 0.65),
        Note(930.0, 0.325, 0.06, WOOD, 0.5),
        Note(1050.0, 0.365, 0.06, WOOD, 0.35),
        Note(990.0, 0.395, 0.06, WOOD, 0.25),
    ),
    Sound.TAKE: (Note(1046.5, 0.0, 0.12, COIN, 0.8), Note(1396.91, 0.06, 0.16, COIN)),
    Sound.TURN: (Note(587.33, 0.0, 0.14), Note(880.0, 0.12, 0.22)),
    Sound.REFUSED: (Note(311.13, 0.0, 0.12), Note(293.66, 0.14, 0.2)),
    Sound.WON: (  # a call of trumpets: three short notes up, the fourth again, and the chord
        Note(392.0, 0.0, 0.13, BRASS),
        Note(523.25, 0.14, 0.13, BRASS),
        Note(659.26, 0.28, 0.13, BRASS),
        Note(783.99, 0.42, 0.24, BRASS),
        Note(659.26, 0.67, 0.13, BRASS),
        *(Note(pitch, 0.81, 0.95, BRASS, 0.6) for pitch in (523.25, 659.26, 783.99, 1046.5)),
    ),
}


def samples(sound: Sound) -> array[int]:
    """Return a sound as 16-bit samples, one channel, at `RATE` and `LOUDNESS_DB`."""
    notes = _NOTES[sound]
    wanted = [0.0] * round(RATE * max(note.begin + note.length for note in notes))
    for note in notes:
        first = round(RATE * note.begin)
        for at in range(min(round(RATE * note.length), len(wanted) - first)):
            wanted[first + at] += _value(note, at / RATE)
    gain = 10 ** ((LOUDNESS_DB - loudness(wanted)) / 20)
    return array("h", (round(32767 * max(-1.0, min(1.0, gain * value))) for value in wanted))


def _value(note: Note, seconds: float) -> float:
    """Return the value of a note at a time since its beginning: fading partials with a short rise and fall."""
    fade = min(1.0, seconds / FADE_S, (note.length - seconds) / FADE_S)
    tone = sum(share * math.sin(2 * math.pi * note.pitch * times * seconds) for times, share in note.timbre.partials)
    return note.strength * fade * math.exp(-note.timbre.decay * seconds / note.length) * tone


def loudness(values: list[float]) -> float:
    """Return the loudness in dB of samples between -1 and 1: the mean square of the windows that are not quiet.

    After ITU-R BS.1770, without its frequency weighting, which changes little between 300 and 2000 Hz.
    """
    size = round(RATE * WINDOW_S)
    squares = [
        sum(value * value for value in part) / len(part)
        for part in (values[at : at + size] for at in range(0, len(values), size))
    ]
    loud = [square for square in squares if square > 10 ** (GATE_DB / 10) * max(squares)]
    return 10 * math.log10(sum(loud) / len(loud))


def write(folder: Path, progress: Callable[[str], None]) -> None:
    """Write every sound as a WAV file into `folder`; `progress` is called with the name of each. Raises OSError."""
    for sound in Sound:
        path = folder / f"{sound}.wav"
        with wave.open(str(path), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(samples(sound).tobytes())
        progress(path.name)


if __name__ == "__main__":
    write(SOUNDS, print)

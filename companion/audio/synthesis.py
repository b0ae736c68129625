"""Synthesis of the short sounds: `python -m companion.audio.synthesis` writes `companion/audio/sounds` again."""

from __future__ import annotations

import math
import wave
from array import array
from collections.abc import Callable
from pathlib import Path

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

_NOTES: dict[Sound, tuple[tuple[float, float, float], ...]] = {
    # pitch in Hz, begin and length in seconds
    Sound.THROW: ((880.0, 0.0, 0.05), (660.0, 0.06, 0.09)),
    Sound.TURN: ((587.33, 0.0, 0.14), (880.0, 0.12, 0.22)),
    Sound.REFUSED: ((311.13, 0.0, 0.12), (293.66, 0.14, 0.2)),
    Sound.WON: ((523.25, 0.0, 0.16), (659.26, 0.12, 0.16), (783.99, 0.24, 0.16), (1046.5, 0.36, 0.44)),
}
_OVERTONES = ((1, 1.0), (2, 0.35), (3, 0.12))
"""Multiples of the pitch and their shares: a bell without harshness."""


def samples(sound: Sound) -> array[int]:
    """Return a sound as 16-bit samples, one channel, at `RATE` and `LOUDNESS_DB`."""
    notes = _NOTES[sound]
    wanted = [0.0] * round(RATE * max(begin + length for _, begin, length in notes))
    for pitch, begin, length in notes:
        first = round(RATE * begin)
        for at in range(min(round(RATE * length), len(wanted) - first)):
            wanted[first + at] += _note(pitch, at / RATE, length)
    gain = 10 ** ((LOUDNESS_DB - loudness(wanted)) / 20)
    return array("h", (round(32767 * max(-1.0, min(1.0, gain * value))) for value in wanted))


def _note(pitch: float, seconds: float, length: float) -> float:
    """Return the value of a note at a time since its beginning: decaying overtones with a short rise and fall."""
    fade = min(1.0, seconds / FADE_S, (length - seconds) / FADE_S)
    tone = sum(share * math.sin(2 * math.pi * pitch * times * seconds) for times, share in _OVERTONES)
    return fade * math.exp(-3 * seconds / length) * tone


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

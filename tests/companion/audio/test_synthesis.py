"""The sounds that are shipped are those the program makes, equally loud."""

import math
import wave
from array import array

import pytest

from companion.audio.cues import Sound
from companion.audio.synthesis import RATE, SOUNDS, samples, write


def shipped(sound):
    with wave.open(str(SOUNDS / f"{sound}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return array("h", file.readframes(file.getnframes()))


def loud_part_db(values, window=1102):
    """The root mean square of the windows within 20 dB of the loudest, in dB of full scale."""
    parts = [values[at : at + window] for at in range(0, len(values), window)]
    squares = [sum(value * value for value in part) / len(part) / 32767**2 for part in parts]
    loud = [square for square in squares if square > max(squares) / 100]
    return 10 * math.log10(sum(loud) / len(loud))


@pytest.mark.parametrize("sound", Sound)
def test_shipped_sounds_match_the_synthesis(sound):
    made, kept = samples(sound), shipped(sound)
    assert len(made) == len(kept)
    assert all(abs(one - other) <= 1 for one, other in zip(made, kept, strict=True))


def test_sounds_are_equally_loud():
    levels = [loud_part_db(shipped(sound)) for sound in Sound]
    assert max(levels) - min(levels) < 0.5
    assert all(max(map(abs, shipped(sound))) < 0.7 * 32767 for sound in Sound)


@pytest.mark.parametrize("sound", Sound)
def test_sound_is_short_and_does_not_click(sound):
    values = shipped(sound)
    assert len(values) < RATE
    assert abs(values[0]) < 300
    assert abs(values[-1]) < 300


def test_synthesis_writes_every_sound(tmp_path):
    names = []
    write(tmp_path, names.append)
    assert sorted(names) == sorted(f"{sound}.wav" for sound in Sound)
    assert all((tmp_path / name).stat().st_size == (SOUNDS / name).stat().st_size for name in names)

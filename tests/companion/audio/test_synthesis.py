"""The sounds that are shipped are those the program makes, equally loud."""

import itertools
import math
import wave
from array import array

import numpy as np
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
    assert len(values) < (2 * RATE if sound is Sound.WON else RATE / 2)
    moment, peak = RATE // 1000, max(map(abs, values))
    for edge in (values[: moment // 2], values[-moment:]):
        assert max(map(abs, edge)) < peak / 8
    assert values[0] == 0
    assert abs(values[-1]) < peak / 500
    assert abs(sum(values) / len(values)) < peak / 500, "the middle of the wave is silence"


def test_synthesis_writes_every_sound(tmp_path):
    names = []
    write(tmp_path, names.append)
    assert sorted(names) == sorted(f"{sound}.wav" for sound in Sound)
    assert all((tmp_path / name).stat().st_size == (SOUNDS / name).stat().st_size for name in names)


def pitches(sound, parts):
    """The strongest frequency in Hz of each of these equal parts of a sound."""
    return [float(np.argmax(np.abs(np.fft.rfft(part, 4 * RATE))) / 4) for part in np.array_split(shipped(sound), parts)]


def knocks(sound):
    """When a sound rises anew, in seconds, and how loud: from one window of 10 ms to the next by half and more."""
    window = RATE // 100
    level = [0.0] + [
        float(np.abs(part).max()) for part in np.array_split(shipped(sound), len(shipped(sound)) // window)
    ]
    rises = [now > max(1.5 * before, 500) for before, now in itertools.pairwise(level)]
    first = [at for at, rise in enumerate(rises) if rise and not (at and rises[at - 1])]
    return [at * window / RATE for at in first], [max(level[at + 1 : at + 3]) for at in first]


def test_roll_rattles_ever_faster_and_weaker():
    times, levels = knocks(Sound.THROW)
    gaps = np.diff(times)
    assert len(times) == 7
    assert gaps[-1] < gaps[0] / 2
    assert levels[-1] < levels[0] / 2


def test_take_and_turn_rise_and_a_refusal_falls():
    for sound in (Sound.TAKE, Sound.TURN):
        first, last = pitches(sound, 3)[::2]
        assert last > first * 1.2
    first, last = pitches(Sound.REFUSED, 3)[::2]
    assert last < first < 400


def test_fanfare_climbs_to_a_long_chord():
    first, second, third, *_ = pitches(Sound.WON, 13)
    assert first < second < third
    end = np.abs(np.fft.rfft(shipped(Sound.WON)[-RATE // 2 :], RATE))
    chord = [end[pitch - 3 : pitch + 4].max() for pitch in (523, 659, 784, 1047)]
    between = [end[pitch - 3 : pitch + 4].max() for pitch in (590, 720, 900)]
    assert min(chord) > 5 * max(between)
    assert len(shipped(Sound.WON)) > 2 * max(len(shipped(sound)) for sound in Sound if sound is not Sound.WON)


def test_sounds_are_told_apart():
    """No two begin with the same pitch."""
    first = sorted(pitches(sound, 4)[0] for sound in Sound)
    assert all(higher > lower * 1.1 for lower, higher in itertools.pairwise(first))

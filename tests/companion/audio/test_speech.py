"""Sentences as files, and programs that misbehave."""

import shutil
import wave

import pytest

from companion.audio import speech
from companion.audio.speech import Speech


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Puts a program called espeak-ng on the path."""

    def put(script):
        path = tmp_path / "espeak-ng"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    return put


def test_no_speech_program(tmp_path):
    voice = Speech(str(tmp_path / "missing"))
    assert not voice.works
    assert not voice.write("Ann begins.", "", tmp_path / "said.wav")


def test_speech_input_and_voice(program, tmp_path):
    voice = Speech(program(f'echo "$@" >>{tmp_path}/log; cat >>{tmp_path}/log; touch {tmp_path}/said.wav'))
    assert voice.write("-v Ann; rm: beginnt", "de", tmp_path / "said.wav")
    lines = (tmp_path / "log").read_text()
    assert "-v de" in lines
    assert lines.endswith("-v Ann; rm: beginnt")


def test_hanging_speech_program_is_killed(program, tmp_path, monkeypatch):
    monkeypatch.setattr(speech, "SLOWEST_S", 0.3)
    voice = Speech(program("exec sleep 600"))
    assert not voice.works


@pytest.mark.parametrize("script", ["exit 1", "kill -9 $$"])
def test_failing_speech_program_is_not_called_again(program, tmp_path, script):
    voice = Speech(program(f'[ "$1" = --version ] || {script}'))
    assert voice.works
    assert not voice.write("Ann begins.", "", tmp_path / "said.wav")
    assert not voice.works


def test_long_sentence_is_cut(program, tmp_path):
    voice = Speech(program(f"cat >{tmp_path}/said.wav"))
    voice.write("A" * 5000, "", tmp_path / "said.wav")
    assert (tmp_path / "said.wav").stat().st_size <= speech.LONGEST


@pytest.mark.skipif(shutil.which(speech.PROGRAM) is None, reason="espeak-ng is not installed here")
@pytest.mark.parametrize("language", speech.VOICES)
def test_espeak_speaks_every_language_of_the_app(language, tmp_path):
    path = tmp_path / "said.wav"
    assert Speech().write("Ann: 2", language, path)
    with wave.open(str(path)) as file:
        assert file.getnframes() > file.getframerate() / 4

"""Whatever the sound system does, the caller goes on at once and nothing is left behind."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from companion.audio import output
from companion.audio.cues import Sound
from companion.audio.output import NO_SOUND, NO_VOICE, Announcement, AudioOutput
from companion.core.text import NOTHING
from tests.support.started import processes, running
from tests.support.waiting import until

__all__ = ["processes"]

ROOT = Path(__file__).parents[3]
READS = "import sys; print('ready', flush=True)\nfor line in sys.stdin: open(sys.argv[1], 'a').write(line)"
DIES = "import sys; open(sys.argv[1], 'a').write('started\\n'); print('ready', flush=True)"
HANGS = "import signal, sys; open(sys.argv[1], 'a').write('started\\n'); signal.pause()"
READS_NOTHING = "import signal; print('ready', flush=True); signal.pause()"


class Voice:
    """Speech that waits until it may go on."""

    works = True

    def __init__(self):
        self.asked, self.go_on = Event(), Event()

    def write(self, sentence, language, path):
        self.asked.set()
        self.go_on.wait(30)
        path.write_text(sentence)
        return True


class NoVoice:
    works = False

    def write(self, sentence, language, path):
        return False


@pytest.fixture
def start(tmp_path):
    """Starts an output with a process of this program text; `log` is the file it may write."""
    made = []
    (tmp_path / "log").touch()

    def another(program, voice=NoVoice, **environment):
        command = None if program is None else [sys.executable, "-c", program, str(tmp_path / "log")]
        made.append(AudioOutput({**os.environ, **environment}, command, voice))
        made[-1].start()
        return made[-1]

    yield another
    for each in made:
        each.close()


@pytest.fixture
def log(tmp_path):
    return lambda: (tmp_path / "log").read_text().splitlines()


def announcement(words="", *sounds):
    return Announcement(sounds, words, "", 0.5)


def test_sounds_before_the_sentence(start, log):
    voice = Voice()
    voice.go_on.set()
    start(READS, lambda: voice).announce(announcement("Ann begins.", Sound.TURN))
    until(lambda: len(log()) == 2)
    sounds, spoken = map(json.loads, log())
    assert sounds["play"][0].endswith("turn.wav")
    assert (sounds["volume"], spoken["volume"]) == (0.5, 0.5)
    assert len(spoken["then"]) == 1


def test_the_newest_announcement_wins(start, log):
    voice = Voice()
    player = start(READS, lambda: voice)
    player.announce(announcement("one", Sound.TURN))
    assert voice.asked.wait(30)
    player.announce(announcement("", Sound.THROW))
    player.announce(announcement("", Sound.WON))
    voice.go_on.set()
    until(lambda: len(log()) == 3)
    assert ["won" in line for line in log()] == [False, False, True]
    assert not any("throw" in line for line in log())


def test_computer_without_sound(start):
    player = start("print('silent')")
    until(lambda: player.status == NO_SOUND)
    player.announce(announcement("Ann begins.", Sound.TURN))


def test_hanging_sound_system_is_ended(start, monkeypatch, log):
    monkeypatch.setattr(output, "READY_S", 0.3)
    player = start(HANGS)
    until(lambda: player.status == NO_SOUND)


def test_dying_process_is_restarted_a_few_times(start, log):
    player = start(DIES)
    until(lambda: (player.announce(announcement("", Sound.TURN)), player.status == NO_SOUND)[1])
    assert len(log()) == output.STARTS


def test_unstartable_process_is_silent():
    player = AudioOutput(os.environ, ["/nowhere/to/be/found"], NoVoice)
    player.start()
    until(lambda: player.status == NO_SOUND)
    player.close()


def test_app_ends_its_sound_process(start, processes, monkeypatch):
    monkeypatch.setattr(output, "CLOSE_S", 0.3)
    player = start(READS_NOTHING)
    until(lambda: player.status == NO_VOICE)
    player.close()
    until(lambda: not running("audio"))
    assert processes[-1].returncode is not None


def test_real_sound_process(start, processes):
    """SDL's dummy driver takes the samples as a sound card would."""
    player = start(None, SDL_AUDIODRIVER="dummy")
    until(lambda: player.status == NO_VOICE)
    for sound in Sound:
        player.announce(announcement("", sound))
    player.close()
    until(lambda: not running("audio"))
    assert processes[-1].returncode == 0


def test_real_sound_process_without_a_card(start):
    player = start(None, SDL_AUDIODRIVER="no such driver")
    until(lambda: player.status == NO_SOUND)


def test_nothing_is_missing(start):
    player = start(READS, Voice)
    player.announce(announcement())
    assert player.status == NOTHING


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for the process in /proc")
def test_killed_app_takes_its_sound_process_with_it():
    program = (
        "import os, signal\n"
        "from glob import glob\n"
        "from pathlib import Path\n"
        "from companion.audio.output import AudioOutput\n"
        "from tests.support.waiting import until\n"
        "player = AudioOutput({**os.environ, 'SDL_AUDIODRIVER': 'dummy'}); player.start()\n"
        "def children(): return [Path(each).read_text() for each in glob('/proc/self/task/*/children')]\n"
        "until(lambda: any(children()))\n"
        "print(''.join(children()), flush=True); signal.pause()"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as app:
        sound = int(app.stdout.readline())
        app.send_signal(signal.SIGKILL)
    until(lambda: not _runs(sound))


def _runs(process):
    """Whether a process that is nobody's child here still runs; one that has ended may wait for its new parent."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"

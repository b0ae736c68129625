"""What takes bytes from outside, each as a function that fails only for a fault of the program.

`TARGETS` has them by the name of their folder in `tests/corpora`; `tests/test_corpora.py` runs what is kept there,
`tests/fuzz.py` searches for more.
"""

from __future__ import annotations

import csv
import io
import json
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

from calibration.profile.tray_profile import BadProfile, TrayProfile
from catseye.names import printable
from companion.app import settings
from companion.devices.button_map import kept
from companion.devices.evidence import NoEvidence, examples_in, read_again
from companion.games import shelf
from companion.games.catch_22.board_checks import BadBoard
from companion.games.catch_22.board_files.files import read_file
from companion.games.catch_22.board_files.grid import board_of
from companion.games.catch_22.board_files.toml_format import read_text, write_text
from companion.hooks import hooks_file
from companion.protocol.answers import LONGEST_MESSAGE
from companion.protocol.importing import take_in
from companion.protocol.line_server import LineReferee
from companion.protocol.replay import ReplayStopped, replay
from companion.record.export import FORMULAS, to_csv, to_jsonl
from companion.record.journal import Journal, JournalError
from companion.record.session import Session
from firmware_bridge.host.wire import Decoder, parse, payload
from tests.firmware_bridge.host.test_fuzz import play
from vision.frames import SourceLost
from vision.sources import open_source
from vision.sources.multipart import Multipart

GAMES = shelf()
NEW = b'{"new":{"game":"catch-up","players":["Ann","Bo"]}}'
LONGEST_WORDS = 600
"""Letters of a message for people: the name of what failed, and what it said."""


def in_words(refusal: Exception, longest: int = 1 << 20) -> str:
    """What a refusal says; it says something, and not without end."""
    words = str(refusal)
    assert 0 < len(words) <= longest
    return words


def protocol(data: bytes) -> None:
    """Lines of the protocol: each has one short answer, and after a refusal all is as it was."""
    with closing(Journal(":memory:")) as journal:
        referee = LineReferee(GAMES, journal)
        assert referee.answer(NEW)["ok"]
        for line in data.split(b"\n")[:50]:
            before = referee.answer(b'{"show":"facts"}')
            answer = json.loads(json.dumps(referee.answer(line)))
            if not answer["ok"]:
                assert 0 < len(answer["message"]) <= LONGEST_MESSAGE
                assert referee.answer(b'{"show":"facts"}') == before


def rows(data: bytes) -> None:
    """A journal whose rows are sound and say anything: a header, then a kind and a body a line. It is read, or refused
    in words, and what was read can be written out and read again.
    """
    header, *lines = data.split(b"\n")[:50]
    game, _, header = header.partition(b" ")
    with closing(Journal(":memory:")) as journal:
        session = journal.begin(game.decode("utf-8", "replace"), 1, header)
        for seq, line in enumerate(lines, 1):
            kind, _, body = line.partition(b" ")
            journal.append(session, seq, "touch", kind.decode("utf-8", "replace"), body, None)
        try:
            found = Session.resume(journal, GAMES, session)
        except JournalError:
            return
        written_and_read(found)


def exports(data: bytes) -> None:
    """A record that was exported, or changed since: it is played again, or refused in words, line and all."""
    try:
        list(replay(io.BytesIO(data), GAMES))
    except ReplayStopped as stopped:
        in_words(stopped, LONGEST_MESSAGE + 20)
    with closing(Journal(":memory:")) as journal:
        try:
            take_in(io.BytesIO(data), GAMES, journal)
        except ReplayStopped as stopped:
            in_words(stopped, LONGEST_MESSAGE + 20)
            assert journal.sessions() == []
    with closing(Journal(":memory:")) as journal:
        referee = LineReferee(GAMES, journal)
        for line in data.split(b"\n")[:200]:
            referee.answer(line)
        if journal.sessions():
            written_and_read(Session.resume(journal, GAMES, "last"))


def written_and_read(session: Session) -> None:
    """What is exported of a session is read back as the same game, and no cell of a table is a formula."""
    if not session.stopped:
        again = next(each for each in list(replay(to_jsonl(session), GAMES)) if isinstance(each, Session))
        assert again.state == session.state
    for row in list(csv.reader(io.StringIO(to_csv(session))))[1:]:
        assert not any(cell.startswith(FORMULAS) for cell in (row[3], row[6]))


def evidence(data: bytes) -> None:
    """The labels of a folder of evidence that somebody sent: they are read, or refused in words, line and all."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "a.jpg").write_bytes(b"no picture")
        (folder / "index.csv").write_bytes(data)
        try:
            list(read_again(list(examples_in(folder))[:5]))
        except (NoEvidence, OSError) as wrong:
            in_words(wrong)


def multipart(data: bytes) -> None:
    """A stream of pictures: however it is cut into portions, the parts are the same."""
    size, stream = 1 + data[0] % 16 if data else 1, data[1:]

    def parts(step: int) -> list[bytes] | str:
        cut, found = Multipart(b"--cut"), []
        try:
            for at in range(0, len(stream), step):
                found += cut.feed(stream[at : at + step])
        except SourceLost as lost:
            return str(lost)
        return found

    assert parts(size) == parts(len(stream) or 1)


def headers(data: bytes) -> None:
    """What a camera answers to a request: a source of pictures, or a lost one in words that a terminal can show."""
    server = _answering()
    server.answer = data
    try:
        open_source(server.url).close()
    except SourceLost as lost:
        words = in_words(lost, LONGEST_WORDS)
        assert printable(words) == words


class _Server:
    """Answers every request with `answer`, and hangs up."""

    def __init__(self) -> None:
        self.answer = b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            peer, _ = self._listener.accept()
            with peer:
                try:
                    peer.recv(1 << 16)
                    peer.sendall(self.answer)
                except OSError:
                    continue


@cache
def _answering() -> _Server:
    return _Server()


def frames(data: bytes) -> None:
    """Bytes on the box's cable: however they are cut, the messages are the same; the host's half takes them all."""
    whole, pieces = Decoder(), Decoder()
    found = whole.feed(data)
    assert found == [message for at in range(len(data)) for message in pieces.feed(data[at : at + 1])]
    assert (whole.sound, whole.spoiled) == (pieces.sound, pieces.spoiled)
    assert all(parse(payload(message)) == message for message in found)
    play(data)


def profiles(data: bytes) -> None:
    """A tray's profile: it is read and written the same, or refused in words."""
    try:
        found = TrayProfile.from_json(data)
    except BadProfile as wrong:
        in_words(wrong)
        return
    assert TrayProfile.from_json(found.to_json()) == found


def boards(data: bytes) -> None:
    """A map for CATCH 22, as TOML or JSON: it is read and written the same, or every mistake is said."""
    for name in ("map.toml", "map.json"):
        path = _file(name, data)
        try:
            read_file(path)
        except BadBoard as wrong:
            in_words(wrong)
    try:
        grid = read_text(data.decode("utf-8", "replace"))
        board = board_of(grid)
    except BadBoard:
        return
    assert board_of(read_text(write_text(grid))) == board


def settings_file(data: bytes) -> None:
    """The settings: they are read and written the same, or refused in words that name the file."""
    path = _file("settings.toml", data)
    try:
        found = settings.load(path)
    except settings.BadSettings as wrong:
        words = in_words(wrong)
        assert words.startswith(str(path))
        return
    kept(found.buttons)
    found.save(path)
    assert repr(settings.load(path)) == repr(found)  # a number may be nan, which equals nothing


def hooks(data: bytes) -> None:
    """`hooks.toml`: programs that can be named and told, or one line that names the file."""
    path = _file("hooks.toml", data)
    try:
        found = hooks_file.load(path)
    except settings.BadSettings as wrong:
        words = in_words(wrong)
        assert words.startswith(str(path))
        assert len(words.splitlines()) == 1
        return
    assert all(hook.place for hook in (*found.post, *found.mqtt))


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="catseye-fuzz-")


def _file(name: str, data: bytes) -> Path:
    path = Path(_folder().name) / name
    path.write_bytes(data)
    return path


TARGETS: dict[str, Callable[[bytes], None]] = {
    "protocol": protocol,
    "rows": rows,
    "exports": exports,
    "evidence": evidence,
    "multipart": multipart,
    "headers": headers,
    "frames": frames,
    "profiles": profiles,
    "boards": boards,
    "settings": settings_file,
    "hooks": hooks,
}

"""Lines nobody means: each gets one clear and short refusal, and the game goes on as it stood."""

import io
import json
from dataclasses import fields
from random import Random

import pytest

from companion.games import shelf
from companion.protocol.answers import LONGEST_MESSAGE
from companion.protocol.line_server import LineReferee, serve
from companion.protocol.replay import ReplayStopped, replay
from companion.record.journal import Journal
from tests.support.spoiled import spoiled

GAMES = shelf()
NEW = {"game": "catch-up", "players": ["Ann", "Bo"]}
ROLL = b'{"event":{"kind":"Rolled","seat":0,"faces":[{"value":%s},{"value":4},{"value":1}]}}'
ENDLESS = "x" * 300_000
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
JUNK = (None, True, 0, -1, 7, 2**53, 2**53 + 1, 10**30, 1.5, "", "\0", "\x1b[31m", "é" * 99, ENDLESS, [], {}, [[1]],
        [0] * 9000, [ENDLESS], {str(each): each for each in range(3000)}, {ENDLESS: 1}, {"kind": "Rolled"})  # fmt: skip


@pytest.fixture
def referee(journal):
    referee = LineReferee(GAMES, journal)
    assert referee.answer(json.dumps({"new": NEW}).encode())["ok"]
    return referee


def new(**more):
    return json.dumps({"new": NEW | more}).encode()


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        (b"", "malformed", "there is nothing in the line"),
        (b" \t\r\n", "malformed", "there is nothing in the line"),
        (b"{", "malformed", "not JSON"),
        (b'{"show":"facts"}{"show":"facts"}', "malformed", "not JSON"),
        (b'{"show":"fa\xffcts"}', "malformed", "not JSON: byte 11 is not UTF-8"),
        (b'\xff\xfe{\x00"\x00', "malformed", "byte 0 is not UTF-8"),
        (b'{"show":"\xed\xa0\x80"}', "malformed", "byte 9 is not UTF-8"),
        (b'\xef\xbb\xbf{"show":"facts"}', "malformed", "byte 0"),
        (b'{"sh\x01ow":"facts"}', "malformed", "byte 4"),
        (b'{"show":"\\ud800"}', "malformed", "not JSON"),
        (b'{"undo":1,"undo":2}', "malformed", "'undo' is twice in one object"),
        (b'{"event":{"kind":"Rolled","seat":0,"seat":1,"faces":[]}}', "malformed", "'seat' is twice in one object"),
        (b'{"undo":1,"redo":1}', "malformed", "exactly one of"),
        (b'{"undo":9007199254740993}', "malformed", "the number 9007199254740993 is too large"),
        (b'{"undo":' + b"9" * 100_000 + b"}", "malformed", "out of range"),
        (b'{"undo":1e400}', "malformed", "out of range"),
        (ROLL % b"NaN", "malformed", "byte 53"),
        (ROLL % b"-Infinity", "malformed", "byte 54"),
        (ROLL % b"3.0", "malformed", "$.faces[0].value"),
        (ROLL % b"true", "malformed", "$.faces[0].value"),
        (b"[" * 900_000, "malformed", "nested too deeply"),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "malformed", "nested too deeply"),
        (b'{"%s":1}' % ENDLESS.encode(), "malformed", "exactly one of"),
        (new(**{ENDLESS: 1}), "malformed", '"new" has no field'),
        (new(game=ENDLESS), "unknown-game", "no game"),
        (new(players=["Ann"] * 90_000), "bad-option", "2 to 4 players, not 90000"),
        (new(players=["Ann", ENDLESS], facts={"holders": [0]}), "malformed", "300000 letters: at most 60"),
        (new(facts={"holders": [0]}), "bad-position", "at least two players"),
        (new(options={ENDLESS: 1}), "bad-option", "no such option"),
        (new(options={"below": ENDLESS}), "bad-option", '"high-roll"'),
        (new(facts={ENDLESS: 1}), "bad-position", "no such fact"),
        (b'{"event":{"kind":"%s","seat":0}}' % ENDLESS.encode(), "malformed", "it has Rolled, Discarded"),
        (b'{"event":{"kind":"Rolled","seat":0,"faces":[],"%s":1}}' % ENDLESS.encode(), "malformed", "has no field"),
        (b'{"resume":"%s"}' % ENDLESS.encode(), "no-session", "no session"),
    ],
)
def test_hostile_line_is_refused_briefly(referee, line, error, says):
    before = referee.answer(b'{"show":"facts"}')
    answer = referee.answer(line)
    assert (answer["ok"], answer["error"]) == (False, error)
    assert says in answer["message"]
    assert len(answer["message"]) <= LONGEST_MESSAGE
    assert referee.answer(b'{"show":"facts"}') == before


def test_wrong_long_value_is_located(referee):
    assert referee.answer(json.dumps({"new": {"game": "catastrophe", "players": ["Ann", "Bo"]}}).encode())["ok"]
    event = {"kind": "EffectsApplied", "seat": 0, "effects": [{"what": ENDLESS}]}
    message = referee.answer(json.dumps({"event": event}).encode())["message"]
    assert message.startswith("EffectsApplied: Invalid enum value 'xxx")
    assert message.endswith("x' - at `$.effects[0].what`")
    assert len(message) <= LONGEST_MESSAGE


def test_replay_stops_briefly():
    lines = [new(), b'{"event":{"kind":"Rolled","seat":0,"faces":[],"%s":1}}' % ENDLESS.encode()]
    with pytest.raises(ReplayStopped, match=r"^line 2: Rolled has no field") as stopped:
        list(replay(lines, GAMES))
    assert len(str(stopped.value)) < LONGEST_MESSAGE + 10


@pytest.mark.parametrize("name", GAMES)
def test_junk_requests_change_nothing(name):
    """Events, facts and options of every game with things in them nobody means."""
    game, dice, journal = GAMES[name], Random(5), Journal(":memory:")
    referee = LineReferee(GAMES, journal)
    begin = {"game": name, "players": NAMES[: game.player_counts[0]], "options": {}, "facts": {}}
    ask = lambda request: json.loads(json.dumps(referee.answer(json.dumps(request).encode())))  # noqa: E731
    shown = ask({"new": begin})
    options = {each.name: game.options.default_of(each.name) for each in fields(game.options)}
    events = [{"kind": each.__name__, "seat": 0, **{part.name: 0 for part in fields(each)}} for each in game.events]
    events += [choice["event"] for each in ask({"show": "asks"})["asks"] for choice in each["choices"][:9]]
    requests = [{"event": spoiled(dice.choice(events), JUNK, dice)} for _ in range(150)]
    requests += [{"new": begin | {"facts": spoiled(shown["facts"], JUNK, dice)}} for _ in range(30)]
    requests += [{"new": begin | {"options": spoiled(options, JUNK, dice)}} for _ in range(20)]
    requests += [{verb: dice.choice(JUNK)} for verb in ("undo", "redo", "show", "resume", "new") for _ in range(5)]
    for request in requests:
        before = ask({"show": "facts"})
        answer = ask(request)
        if not answer["ok"]:
            assert 0 < len(answer["message"]) <= LONGEST_MESSAGE
            assert ask({"show": "facts"}) == before
    journal.close()


def test_game_goes_on_after_hostile_lines(referee):
    hostile = [b"\xff", b"x" * (2 << 20), b"\0" * 1000, b"[" * 1000, b'{"undo":1,"undo":1}', b"", ROLL % b"NaN"]
    answers = io.BytesIO()
    serve(referee, io.BytesIO(b"\n".join([*hostile, ROLL % b"3"])), answers)
    replies = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [one.get("error") for one in replies] == ["malformed"] * len(hostile) + [None]
    assert replies[-1]["facts"]["rolls"] == [8, None]

"""A practice game: short, against a bot, with hints; nothing of it is left."""

import random
from importlib import import_module
from types import SimpleNamespace

import pytest

from companion.app.bot_seats import BotSeats
from companion.app.controller import TableController
from companion.app.practice import RENDERED, Practice
from companion.bots.players import thrown
from companion.bots.seat_bots import ANSWER_S, SeatBots
from companion.core.bots import decided
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.hooks.hooks import Hooks
from companion.record.journal import Journal
from companion.referee.signals import DeviceChanged
from companion.referee.verdicts import Accepted
from companion.views.presenter import table_view

TRIED = [game for game in shelf().values() if game.practice is not None]
MOST_EVENTS = 40
"""Events by the person: about two minutes of a few seconds each."""
each_game = pytest.mark.parametrize("game", TRIED, ids=lambda game: game.id)


class Tray:
    """A camera as the device manager uses it; a rendered one can throw."""

    preview = says = stirs = None

    def __init__(self, name):
        self.name, self.running, self.set_up = name, False, SimpleNamespace(offered=False)
        self.hand = object() if name == RENDERED else None

    def start(self):
        self.running = True

    def stop(self):
        self.running = False

    def expect(self, colours):
        pass

    def other_dice_may_come(self):
        pass


class Trial:
    """A table with a camera at which people practise; its clock stands until it is moved."""

    def __init__(self, camera):
        self.controller, self.seats, self.time = TableController(Journal(":memory:"), shelf()), BotSeats(), 0.0
        self.camera = camera
        self.controller.devices.use_tray(Tray(camera) if camera else None)
        self.practice = Practice(self.controller, lambda: self.seats, lambda: camera, self.make)
        self.bots = SeatBots(self.controller, self.seats, random.Random(1), now=lambda: self.time)
        self.random = random.Random(2)

    def make(self, name, inbox):
        if name == "gone:":
            raise ValueError(say("it is not there"))
        return Tray(name) if name else None

    @property
    def tray(self):
        return self.controller.devices.tray_device

    def begin(self, game):
        self.practice.begin(game)
        session = self.controller.session
        self.person = import_module(game.bot).make(session.table, session.options, self.random)

    def wait(self):
        self.bots.step()
        self.time += ANSWER_S
        self.bots.step()

    def act(self):
        """The person does what is asked, as the bot would; returns whether something was."""
        session = self.controller.session
        ask = next((ask for ask in session.asks() if ask.seat == 0 and not ask.optional), None)
        if ask is None:
            return False
        assert self.controller.practice.hint(session.state), f"no hint in {session.state.phase}"
        event = decided(self.person, session.state, ask) or thrown(ask, self.random)
        while event.seat:
            event = decided(self.person, session.state, ask) or thrown(ask, self.random)
        assert isinstance(self.controller.touch(event), Accepted)
        return True


@pytest.fixture
def trial(request):
    made = Trial(getattr(request, "param", ""))
    yield made
    made.practice.give_back()
    made.controller.stop()


@each_game
def test_a_practice_game_is_over_soon_and_hints_at_every_step(trial, game):
    trial.begin(game)
    acted = 0
    for _ in range(400):
        if trial.controller.session.outcome() is not None:
            break
        if trial.act():
            acted += 1
        else:
            seq = trial.controller.session.seq
            trial.wait()
            assert trial.controller.session.seq > seq, "nobody acts"
    assert trial.controller.session.outcome() is not None
    assert 3 <= acted <= MOST_EVENTS


@each_game
def test_nothing_is_left_of_it(trial, game):
    trial.controller.begin(game.id, Table(("Ann", "Bo"), ("blue", "red")))
    real, before = trial.controller.session.id, trial.controller.journal
    trial.begin(game)
    practised = trial.controller.session.id
    trial.act()
    assert trial.seats.of(practised) == (1,)
    trial.practice.end()
    assert trial.controller.journal is before
    assert [each.id for each in trial.controller.sessions()] == [real]
    assert trial.seats.of(practised) == ()
    assert trial.controller.session is None
    assert trial.controller.practice is None
    trial.practice.end()


@pytest.mark.parametrize("trial", ["usb:0"], indirect=True)
def test_its_dice_are_rendered_and_the_camera_comes_back(trial):
    camera = trial.tray
    trial.begin(TRIED[0])
    assert (trial.tray.name, trial.controller.devices.can_throw) == (RENDERED, True)
    assert not camera.running
    trial.practice.end()
    assert (trial.tray.name, trial.tray.running) == ("usb:0", True)


@pytest.mark.parametrize("trial", ["gone:"], indirect=True)
def test_a_camera_that_has_gone_meanwhile_is_told(trial):
    trial.begin(TRIED[0])
    trial.practice.end()
    assert trial.tray is None
    assert str(trial.controller.devices.tray.why) == "it is not there"


@pytest.mark.parametrize("trial", ["usb:0"], indirect=True)
def test_without_a_camera_there_is_none_afterwards(trial):
    trial.controller.devices.use_tray(None)
    trial.begin(TRIED[0])
    trial.practice.end()
    assert trial.tray is None


def test_a_rendered_tray_is_not_to_be_shown_to_the_reader(trial):
    trial.begin(TRIED[0])
    trial.tray.set_up.offered = True
    trial.controller.inbox.put(DeviceChanged("tray", ok=True))
    trial.controller.tick()
    assert trial.controller.devices.offers_set_up
    assert not table_view(trial.controller).tray.offers


@pytest.mark.parametrize("trial", [RENDERED], indirect=True)
def test_a_rendered_tray_stays(trial):
    tray = trial.tray
    trial.begin(TRIED[0])
    trial.practice.end()
    assert trial.tray is tray
    assert tray.running


def test_the_screen_says_what_to_do_first(trial):
    trial.begin(shelf()["catch-up"])
    first = table_view(trial.controller).notices[0]
    assert (first.kind, first.text) == ("hint", "Tap “Throw”: your dice roll in the tray, and the camera reads them.")
    trial.act()
    assert "hint" not in [notice.kind for notice in table_view(trial.controller).notices]


class Program:
    """A program that is told about events."""

    place = "here"

    def __init__(self):
        self.told = []

    def send(self, message):
        self.told.append(message)

    def close(self):
        pass


def test_no_other_program_is_told(trial):
    program = Program()
    hooks = Hooks(trial.controller, [program])
    trial.begin(TRIED[0])
    trial.act()
    hooks.close()
    assert program.told == []

"""The composition root: the only module that puts concrete parts together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING

from catseye.text import error_text
from companion.app.addresses import Address
from companion.app.attaching import attach, attach_later
from companion.app.bot_seats import BotSeats, why_no_bot
from companion.app.club import CLUB_FILE
from companion.app.controller import TableController
from companion.app.films import Films
from companion.app.interrupts import ended_by_signals, stopped_by_interrupt
from companion.app.phones import Phones
from companion.app.run_options import RunOptions, has_display
from companion.app.settings import Settings
from companion.audio.caller import Caller
from companion.audio.output import AudioOutput
from companion.bots.seat_bots import SeatBots
from companion.core.game import BadOption, BadPosition
from companion.core.table import Table
from companion.core.text import say
from companion.games import shelf
from companion.hooks.hooks import Hooks, open_hooks
from companion.people.people import People
from companion.record.journal import Journal
from companion.record.recovery.opening import open_journal
from companion.views.seating import seats_after
from companion.views.setup_draft import COLOURS, NAMES

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from companion.club.at_table import TableInClub
    from companion.ui.kivy_app import CatsEyeApp
    from companion.web.requests import Parts
    from companion.web.switch import WebTable
    from companion.web.taps import Reseated

BOTS_S = 0.25
"""Interval between steps of the bots at seats, seconds."""
LISTENING_S = 0.1
"""Interval between checks for sounds to play, seconds: a sound this late still fits its cause."""
READS_S = 20.0
"""Time limit of a reading when the app ends, seconds: the program crashes if it ends while OpenCV works."""


def make_controller(settings: Settings, journal: Journal) -> TableController:
    """Return a controller with the devices of the settings. Raises ValueError for an unknown device name."""
    controller = TableController(journal, shelf())
    attach(controller, settings)
    return controller


def run(options: RunOptions) -> int:
    """Run the app until its window is closed or the game that plays itself is over. Return the exit code."""
    if not has_display():
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    options.folder.make()
    controller = TableController(open_journal(options.journal), shelf())
    try:
        if options.play_by_itself:  # first, so that no game begins if a device is refused
            attach(controller, options.settings)
        if options.game:
            open_session(controller, options)
        return _run_app(controller, options)
    finally:
        _stop(controller)


def _stop(controller: TableController) -> None:
    """Stop the table, and wait for the reading that is under way."""
    controller.stop()
    if controller.devices.tray_device is not None:
        controller.devices.tray_device.wait(READS_S)


def _run_app(controller: TableController, options: RunOptions) -> int:
    """Show the table until the window is closed or the game that plays itself is over. Return the exit code."""
    audio = AudioOutput(dict(os.environ))  # before Kivy changes it
    from companion.ui.clock import every, shown  # noqa: PLC0415  Kivy opens its window when it is imported
    from companion.ui.kivy_app import CatsEyeApp  # noqa: PLC0415

    app = CatsEyeApp(controller, options.kept, options.folder, options.size)
    with _beside(
        controller, options, lambda: app.settings,
        lambda players, seats: app.change(seats=seats_after(app.settings.seats, players, seats)),
    ) as beside:  # fmt: skip
        app.bots, app.people, app.club, app.phones = beside.seated, beside.people, beside.club, beside.phones
        if not options.play_by_itself:
            every(BOTS_S, lambda _seconds: beside.bots.step())
        if has_display():
            app.missing_sound = lambda: audio.status
            caller = Caller(controller, audio, lambda: app.settings)
            shown(audio.start)
            every(LISTENING_S, lambda _seconds: caller.step())
        try:
            if options.web is not None:
                beside.invite()
            with stopped_by_interrupt(app.stop, every):
                return _play(app, controller, options)
        finally:
            app.practice.give_back()
            audio.close()


def serve_browsers(options: RunOptions) -> int:
    """Run the table without a screen of its own, for browsers, until it is interrupted. Return the exit code.

    Raises ValueError for an unknown device or a game that cannot begin, OSError for an address that cannot be used.
    """
    options.folder.make()
    controller, woken, ended = TableController(open_journal(options.journal), shelf()), Event(), Event()
    try:
        attach(controller, options.settings)
        if options.game:
            open_session(controller, options)
        with _beside(controller, options, lambda: options.settings) as beside:
            controller.inbox.wake = woken.set
            controller.start()
            beside.invite()
            with ended_by_signals(ended, woken):
                while not ended.is_set():
                    woken.wait(BOTS_S)
                    woken.clear()
                    controller.tick()
                    beside.bots.step()
    finally:
        _stop(controller)
    return 0


@dataclass(frozen=True)
class _Beside:
    """What runs beside a table, whatever shows it."""

    seated: BotSeats
    bots: SeatBots
    people: People
    club: TableInClub | None
    phones: Phones

    def invite(self) -> None:
        """Let browsers in, and print the address, with a code for the table, as a QR code and as text."""
        from companion.web.switch import printed  # noqa: PLC0415  without browsers nobody needs it

        self.phones.open()
        link = f"{self.phones.link}?code={self.phones.code('table')}"
        print(f"{printed(link)}\nThe code works once, for ten minutes. Stop with Ctrl+C.", flush=True)  # noqa: T201


@contextmanager
def _beside(
    controller: TableController, options: RunOptions, settings: Callable[[], Settings],
    reseated: Reseated = lambda _players, _seats: None,
) -> Iterator[_Beside]:  # fmt: skip
    """Let everything follow the table that runs beside it, and close it at the end."""
    seated, people = BotSeats(options.folder.bots), _people(controller, options)
    for trouble in filter(None, (options.unusable, seated.trouble, people.trouble)):
        controller.notify_trouble(trouble)
    if options.bots and controller.session is not None:
        seated.choose(controller.session.id, options.bots)
    films, hooks = Films(controller, options.folder.films, lambda: settings().films), open_hooks(controller)
    club = _club(controller, options)
    phones = Phones(
        lambda: _web(controller, options, settings, hooks, seated, people, club, reseated), controller.inbox
    )
    try:
        yield _Beside(seated, SeatBots(controller, seated, Random()), people, club, phones)
    finally:
        films.close()
        hooks.close()
        if club is not None:
            club.close()
        phones.switch_off()


def _people(controller: TableController, options: RunOptions) -> People:
    """Return the people of the journal, also while practice has a journal of its own."""
    journal, folder = controller.journal, options.folder
    return People(lambda: journal, controller.games, folder.people, folder.results)


def _club(controller: TableController, options: RunOptions) -> TableInClub | None:
    """Return the club this table is in, or None; the table is told if nothing can be sent there."""
    if not (options.folder.path / CLUB_FILE).exists():
        return None
    try:
        from companion.club.at_table import TableInClub  # noqa: PLC0415  only who joined a club has its libraries

        return TableInClub(controller, options.folder.path)
    except ImportError:
        why = say("Nothing is sent to the club: install what it needs with pip install 'catseye[club]'")
    except OSError as wrong:
        why = say("Nothing is sent to the club: {why}", why=error_text(wrong))
    controller.notify_trouble(why)
    return None


def _web(
    controller: TableController, options: RunOptions, settings: Callable[[], Settings], hooks: Hooks, bots: BotSeats,
    people: People, club: TableInClub | None, reseated: Reseated,
) -> WebTable:  # fmt: skip
    """Return the web server, which does not listen yet. Its libraries are imported only here."""
    from companion.web.events import events_routes  # noqa: PLC0415  without browsers nobody needs it
    from companion.web.switch import WebTable  # noqa: PLC0415  without browsers nobody needs it

    folder = options.folder
    return WebTable(
        controller, bots, options.web or Address(), folder.paired, lambda: list(settings().archived),
        lambda parts: [*events_routes(hooks.stream), *(_metrics(parts, controller, club) if options.metrics else ())],
        certificate=folder.certificate, people=people, folder=folder, club=club, reseated=reseated,
    )  # fmt: skip


def _metrics(parts: Parts, controller: TableController, club: TableInClub | None) -> list[BaseRoute]:
    """Return the route of the table's figures for Prometheus. Raises ValueError if its library is not installed."""
    try:
        from companion.club.figures_route import figures_route  # noqa: PLC0415  only who asks for figures needs it
    except ImportError:
        raise ValueError("--metrics needs more: pip install 'catseye[club]'") from None
    return [figures_route(parts, controller, club)]


def _play(app: CatsEyeApp, controller: TableController, options: RunOptions) -> int:
    """Run the app, with simulated players if asked for. Return the exit code."""
    from companion.ui.clock import after, every, shown  # noqa: PLC0415  see above
    from companion.ui.self_play import Watch  # noqa: PLC0415  see above

    if not options.play_by_itself:
        print(f"journal:     {options.journal}\ndata folder: {options.folder.path}", flush=True)  # noqa: T201
        controller.devices.chosen(options.settings.tray, options.settings.box)
        shown(lambda: Thread(target=attach_later, args=(controller, options.settings, after), daemon=True).start())
        app.run()
        return 0
    controller.start()
    watch = Watch(app, controller, options)
    every(1 / 20, watch.step)
    try:
        app.run()
    finally:
        watch.print_paths()
    return 0 if watch.ended else 1


def open_session(controller: TableController, options: RunOptions) -> None:
    """Resume the interrupted game, or begin a new one. Raises ValueError if it cannot begin."""
    if options.game not in controller.games:
        raise ValueError(f"{options.game} cannot begin: there is no such game; there are {', '.join(controller.games)}")
    if options.bots and (why := why_no_bot(controller.games[options.game])) is not None:
        raise ValueError(str(why))
    last = next((each for each in controller.sessions() if each.game == options.game), None)
    if not options.new_game and last is not None and last.events and not last.over:
        print(f"Resuming the interrupted game (session {last.id}).")  # noqa: T201
        controller.resume(last.id)
        return
    try:
        controller.begin(options.game, Table(NAMES[: options.seats], COLOURS[: options.seats]))
    except (BadOption, BadPosition) as wrong:
        raise ValueError(f"{options.game} cannot begin: {wrong}") from None

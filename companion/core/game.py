"""A game as a value: its name, its options and five pure functions over a frozen state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.events import Event, IllegalEvent
from companion.core.schema import fields_of
from companion.core.text import Text, counted, listed, say
from companion.core.value_check import refused

if TYPE_CHECKING:
    from companion.core.asks import Ask
    from companion.core.table import Table
    from companion.drawing.first_page import FirstPage
    from companion.drawing.scene import Depths, PaintBoard, PaintPicture


class Note(NamedTuple):
    """A consequence worth saying: shown and spoken, never stored. `rule` is the paragraph it follows from."""

    text: Text
    seat: int | None = None
    rule: str = ""


class Figure(NamedTuple):
    """A number beside a player's name. `role` is the colour role of the value."""

    label: Text
    value: str
    role: str = "ink"


class Step(NamedTuple):
    """The result of `apply`: the new state and notes about it."""

    state: Any
    notes: tuple[Note, ...] = ()


class Refusals(NamedTuple):
    """The paragraphs by which a game refuses what every game refuses (see `Game.apply`)."""

    seat: str = "R1.1"
    event: str = "R1.1"
    over: str = ""
    over_text: Text = say("The game is over.")


_USUAL = Refusals()


class PracticeGame(NamedTuple):
    """A short game for one person, at seat 0, against a bot. `options` and `facts` (plain) make it short; `hint(state)`
    says what the person does now, None while the bot acts.
    """

    options: Mapping[str, Any]
    facts: Mapping[str, Any]
    hint: Callable[[Any], Text | None]


Rule = Callable[[Any, Any], Step]
"""What follows from one kind of event: `(state, event) -> Step`. Raises IllegalEvent if the rules forbid it."""


class Offered(NamedTuple):
    """A value that people can choose for an option that no form enters: its name, as JSON has it, and its picture."""

    label: Text | str
    value: Any
    paint: PaintPicture


class Outcome(NamedTuple):
    """The end of a game: seats best first, equals together (no places if the game itself wins), and the scores.

    `stopped`: people ended it before it was over, and `why`; then these are the standings at that time.
    """

    places: tuple[tuple[int, ...], ...]
    scores: Mapping[int, int]
    stopped: bool = False
    why: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; nobody does if the game itself wins or was stopped."""
        return self.places[0] if self.places and not self.stopped else ()

    def in_words(self, table: Table, nobody: Text) -> Text:
        """Return who won, or who was ahead when the game was stopped; `nobody` is said if no seat did."""
        first = self.places[0] if self.places else ()
        names = listed([table.name(seat) for seat in first], "and")
        if self.stopped and len(first) == len(table.players):
            return say("Stopped: nobody is ahead")
        if self.stopped:
            return counted("Stopped: {names} is ahead", "Stopped: {names} are ahead", len(first), names=names)
        return counted("{names} won", "{names} won", len(first), names=names) if first else nobody

    def place(self, seat: int) -> int | None:
        """Return 1 for the best; equal seats share a place, the next ones come after all of them. None: no place."""
        better = 0
        for group in self.places:
            if seat in group:
                return better + 1
            better += len(group)
        return None


class BadOption(ValueError):  # noqa: N818  the protocol's own word for it
    """An option that does not exist or cannot have this value: `name` says which, `text` why, translatable."""

    def __init__(self, name: str, text: Text) -> None:
        super().__init__(f"{name}: {text}")
        self.name, self.text = name, text


class BadPosition(ValueError):  # noqa: N818  the protocol's own word for it
    """Facts that cannot all be true: `key` says which one ("" for several), `text` why, translatable."""

    def __init__(self, key: str, text: Text) -> None:
        super().__init__(f"{key}: {text}" if key else str(text))
        self.key, self.text = key, text


@dataclass(frozen=True)
class Options:
    """The options of a game. Subclasses are frozen dataclasses whose fields are made with `option`.

    Raises BadOption for a value that the marks of its field refuse. A subclass that checks more overrides
    `__post_init__` and calls this one first.
    """

    def __post_init__(self) -> None:
        for name, known in fields_of(type(self)).items():
            why = refused(known.shape, getattr(self, name))
            if why is not None:
                raise BadOption(name, why)

    def remarks(self, table: Table) -> tuple[Note, ...]:
        """Return what to say about these options before play. Raises BadOption if they do not fit the table."""
        del table
        return ()

    @classmethod
    def default_of(cls, name: str) -> Any:
        """The default of one option."""
        return fields_of(cls)[name].default


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures that show who is ahead.

    - `counts(state)`: a number for each seat; more is better.
    - `unit(n)`: such a number with its unit, as "3 cards".
    - `why(state, seat)`: what a player's result is made of, in a few words, once the game is over.
    """

    counts: Callable[[Any], tuple[int, ...]]
    unit: Callable[[int], Text]
    why: Callable[[Any, int], Text]

    def standings(self, state: Any) -> Outcome:
        """The places and scores of a game that is stopped in this state."""
        counts = self.counts(state)
        places = (tuple(at for at, count in enumerate(counts) if count == best) for best in sorted({*counts})[::-1])
        return Outcome(tuple(places), dict(enumerate(counts)))


@dataclass(frozen=True)
class Game:
    """Everything the app knows about one game. All functions are pure; all states are frozen.

    - `start(table, options)`: the state before anything happened. A state has a `table` and a `phase`.
    - `rules`: for each kind of event in this game what follows from it. `apply` calls them.
    - `outcome(state)`: how it ended, or None.
    - `asks(state)`: what the table is asked for; empty exactly when the game is over.
    - `facts(state)`: the complete public position, JSON-able; keys `phase`, `waiting`, `flags` are always there.
    - `position(table, options, facts)`: the state with these facts, the rest as at the start; raises BadPosition.
      `facts` is a `facts_type`: a frozen dataclass with the facts that can be chosen, None for each one left out.
    - `describe(state, event)`: one short sentence about an event, for the history. `state` is the one before it.
    - `board(canvas, box, scene)`: paints the middle of the table, with targets where a finger counts. `depths` says how
      deep the strips around it are, if they are not the usual ones.
    - `picture(canvas, box)`: paints what stands for the game at home; without it dice or cards do.
    - `first_page(options)`: the pictures before the rules: the table, a turn, the end.
    `panel`, `bot` and `choices` name modules that are loaded late: a panel module offers `Panel` (a Kivy widget), a bot
    module `make(table, options, random) -> Bot`; `choices`, for options that no form enters, `offered(option, folder)`,
    a list of `Offered`, with what people have put into that folder.
    `dice` is how many dice one seat throws at once, 0 if there are none;
    `own_dice` whether each player usually has their own, in their colour (the setup form proposes it).
    `bot_beside_people`: the bot may play one seat, people the others; it needs to know only what the state says.
    `taken_along(state)` are the facts that go on at a table with other people (None: all of them), or why people cannot
    come and go now; `leaves(state, seat)` is the state once a player has left, in a game in which their seat stays.
    `figures(state, seat)` are the one or two numbers that matter beside a player's name.
    `starter(state)` is who had the first turn of the game or round, None before that is decided.
    `round(state)` is the number of the round, 0 before the first one, None in a game without rounds.
    `practice` is the game to try, if there is one. `rules_version` grows with every change that gives an old record
    another meaning. `tally` is what players count; without it a result is its scores alone.
    """

    id: str
    title: str
    player_counts: range
    options: type[Options]
    start: Callable[[Table, Any], Any]
    rules: Mapping[type[Event], Rule]
    outcome: Callable[[Any], Outcome | None]
    asks: Callable[[Any], tuple[Ask, ...]]
    facts: Callable[[Any], dict[str, Any]]
    facts_type: type
    position: Callable[[Table, Any, Any], Any]
    describe: Callable[[Any, Any], Text]
    board: PaintBoard | None = None
    depths: Depths | None = None
    picture: PaintPicture | None = None
    first_page: Callable[[Any], FirstPage] | None = None
    panel: str | None = None
    bot: str | None = None
    choices: str | None = None
    about: Text = field(default_factory=lambda: say(""))
    dice: int = 0
    own_dice: bool = False
    bot_beside_people: bool = False
    taken_along: Callable[[Any], Mapping[str, Any] | Text | None] = lambda _state: None
    leaves: Callable[[Any, int], Any] | None = None
    starter: Callable[[Any], int | None] = lambda _state: None
    round: Callable[[Any], int | None] = lambda _state: None
    practice: PracticeGame | None = None
    rules_version: int = 1
    tally: Tally | None = None
    figures: Callable[[Any, int], tuple[Figure, ...]] = lambda _state, _seat: ()
    refusals: Refusals = _USUAL

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The kinds of events that can happen in this game."""
        return tuple(self.rules)

    def check_table(self, table: Table) -> None:
        """Raise BadOption if the game is not for this number of players."""
        count, few, many = len(table.players), self.player_counts[0], self.player_counts[-1]
        if count in self.player_counts:
            return
        if few == many:
            raise BadOption("players", say("{game} is for {few} players, not {n}", game=self.title, few=few, n=count))
        why = say("{game} is for {few} to {many} players, not {n}", game=self.title, few=few, many=many, n=count)
        raise BadOption("players", why)

    def apply(self, state: Any, event: Event) -> Step:
        """Return what follows from an event. Raises IllegalEvent if the rules forbid it.

        What every game refuses is refused here: a seat that the table does not have, an event after the end (in the
        phase "over"), and an event of another game.
        """
        rule = self.rules.get(type(event))
        if rule is None or state.phase == "over" or not 0 <= event.seat < len(state.table.players):
            raise self._refused(state, event)
        return rule(state, event)

    def _refused(self, state: Any, event: Event) -> IllegalEvent:
        seats = len(state.table.players)
        if not 0 <= event.seat < seats:
            why = say("There is no seat {seat}: the seats are 0 to {last}.", seat=event.seat, last=seats - 1)
            return IllegalEvent(self.refusals.seat, why)
        if state.phase == "over":
            return IllegalEvent(self.refusals.over, self.refusals.over_text)
        return IllegalEvent(self.refusals.event, say("This game has no event {event}.", event=type(event).__name__))

"""A table that is taken over: the facts entered so far, and what the rules say of them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.app.form_makers import fact_form
from companion.app.forms import Part, completed, fresh_value, may_be_none
from companion.core.game import BadPosition, Game, Options
from companion.core.table import Table
from companion.core.text import Text, listed, say
from companion.record import codec
from companion.record.correcting import corrected


class TakeOverDraft:
    """Facts of one game at one table. What was not entered follows from the rest, or is as at the beginning; at a table
    whose `present` state is known, it is as it is there.

    `given` are the facts entered, plain; `state` is the position with them, the last that could be; `wrong` is the key
    of the fact that the rules refuse ("" where it is several, None where all is well) with `why`; `asked` is what the
    table would be asked for now, `start` the state of such a table that begins.
    """

    def __init__(
        self,
        game: Game,
        table: Table,
        options: Options,
        given: Mapping[str, Any] | None = None,
        present: Any = None,
    ) -> None:
        self.game, self.table, self.options, self.present = game, table, options, present
        self.start = game.start(table, options)
        self.state = self.start if present is None else present
        self._facts = game.facts(self.start)
        self.fields: tuple[Part, ...] = fact_form(game.facts_type, table, self.start, self._facts).parts
        keys = {field.key for field in self.fields}
        self.given: dict[str, Any] = {key: value for key, value in (given or {}).items() if key in keys}
        self.wrong: str | None = None
        self.why: Text | None = None
        self.asked: Text | None = None
        self._judge()

    def field(self, key: str) -> Part:
        """A field by its key."""
        return next(field for field in self.fields if field.key == key)

    def value(self, key: str) -> Any:
        """What stands in a field: what was entered, else what follows or stands there at the beginning."""
        known = self.given.get(key, self._facts.get(key))
        form = self.field(key).form
        return fresh_value(form) if known is None and not may_be_none(form) else completed(form, known)

    @property
    def facts(self) -> dict[str, Any]:
        """All facts, plain, as they stand with what was entered; a fact entered as nothing follows from the rest."""
        return {**codec.plain(self._facts), **{key: value for key, value in self.given.items() if value is not None}}

    def enter(self, key: str, value: Any) -> None:
        """People say that this fact is so; the rules judge all facts again."""
        self.correct({key: value})

    def correct(self, named: Mapping[str, Any]) -> None:
        """People say that these facts are so, all at once."""
        present = {} if self.present is None else codec.plain(self.game.facts(self.present))
        self.given.update(named)
        for field in self.fields:
            key, form = field.key, field.form
            if key in named and key in present and completed(form, present[key]) == completed(form, named[key]):
                del self.given[key]
        self._judge()

    def leave_out(self, key: str) -> None:
        """Nothing is said of this fact any more."""
        self.given.pop(key, None)
        self._judge()

    def _judge(self) -> None:
        self.wrong = self.why = self.asked = None
        try:
            state = self._position()
        except BadPosition as refused:
            self.wrong, self.why = refused.key.split(".")[0], refused.text
            return
        self.state, self._facts = state, self.game.facts(state)
        asks = [ask for ask in self.game.asks(state) if not ask.optional] or list(self.game.asks(state))
        if asks:
            text = asks[0].text
            names = [self.table.name(seat) for seat in sorted({ask.seat for ask in asks if ask.text == text})]
            self.asked = say("{name}: {text}", name=listed(names, "and"), text=text)

    def _position(self) -> Any:
        """The state with all that was entered. Raises BadPosition."""
        if self.present is None:
            return codec.position_from_plain(self.game, self.table, self.options, self.given)
        return corrected(self.game, self.table, self.options, self.present, self.given)

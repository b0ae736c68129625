"""One person: how they did, and what is known of them, which can be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from kivy.uix.widget import Widget

from catseye.colours import colour
from catseye.names import comparison_key
from companion.core.text import Text, say
from companion.drawing.theme import LABEL
from companion.i18n import LANGUAGES, translate, word
from companion.people.charts import sentences
from companion.people.people import Results
from companion.people.ratings import ratings
from companion.people.roster import GONE, Roster
from companion.people.statistics import records
from companion.record.journal import utc_now
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.setup.table_map import DiePalette
from companion.ui.widgets.buttons import Button, ChoicePages, put_grid
from companion.ui.widgets.confirm import ConfirmCard
from companion.ui.widgets.name_keyboard import name_pad
from companion.ui.widgets.painted import Drawn, Words, parts_in, put, rows_in
from companion.ui.widgets.value_inputs import Segments

if TYPE_CHECKING:
    from companion.ui.screens.people import PeopleScreen
EDGES: Mapping[str, Any] = {
    "": say("anywhere"), "bottom": say("near"), "left": say("left"), "top": say("far"), "right": say("right"),
}  # fmt: skip


_CAPTION = 30
"""Height (dp) of a caption."""


class PersonCard(Drawn):
    """Sentences on the left; on the right name, die, place and language, each kept at once when it is changed.

    Of a person whose name was deleted there are only the sentences.
    """

    def __init__(self, screen: PeopleScreen, read: Results, key: str, **kwargs: Any) -> None:
        self._screen, self._read, self._person = screen, read, read.people[key]
        super().__init__(**kwargs)
        self._said = [translate(each) for each in self._sentences()]
        self._about = Words("", LABEL, valign="top")
        self.add_widget(self._about)
        one = self._person
        places = [(edge, translate(words)) for edge, words in EDGES.items()]
        languages = [("", word("any")), *((code or "en", name) for code, name in LANGUAGES.items())]
        self._rows: list[tuple[str, list[Widget]]] = []
        rename = Button(translate(one.name), self._rename)
        if not key.startswith(GONE):
            self._rows = [
                (
                    word("Name and die"),
                    [rename, Button(self._die, self._choose_die)],
                ),
                (word("Place at the table"), [Segments(places, one.edge, lambda edge: self._change(edge=edge))]),
                (
                    word("Language of their phone"),
                    [Segments(languages, one.language, lambda language: self._change(language=language))],
                ),
                (
                    "",
                    [
                        Button(word("The same person as …"), self._choose_same, "plain", LABEL),
                        Button(word("Delete this name"), self._ask_to_delete, "danger", LABEL),
                    ],
                ),
            ]
        for widget in (widget for _, row in self._rows for widget in row):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    @property
    def _die(self) -> str:
        return translate(colour(self._person.die)) if self._person.die else word("any die")

    def _sentences(self) -> list[Text]:
        """What is said of all games, with the rating of the one that they played most."""
        key, games = self._person.key, self._screen.controller.games
        record = next((each for each in records(self._read.matches) if each.person == key), None)
        if record is None:
            return [say("No game of two people or more was played to its end yet.")]
        played = Counter(each.game for each in self._read.matches if key in each.people)
        game = str(self._screen.games.chosen) or played.most_common(1)[0][0]
        rated = ratings([each for each in self._read.matches if each.game == game]).get(key)
        return list(sentences(record, rated[-1] if rated else None, games, game))

    # --- what can be changed

    def _change(self, **known: Any) -> None:
        roster, name = self._screen.app.people.roster, str(self._person.name)
        profile = msgspec.structs.replace(roster.profile(name), **known)
        self._screen.change(roster.with_profile(profile, name), known.get("name", name))

    def _rename(self) -> None:
        def done(name: str) -> None:
            taken = self._read.people.get(comparison_key(name))
            if taken is not None and taken != self._person:
                self._screen.toast(word("Another player has that name."))
                return
            self._change(name=name)

        self._screen.card.open(name_pad(str(self._person.name), [], done), word("What is the name?"))

    def _choose_die(self) -> None:
        name = str(self._person.name)
        palette = DiePalette({}, lambda die: self._change(die=die))
        self._screen.card.open(palette, word("Which die does {name} throw?", name=name))

    def _choose_same(self) -> None:
        name = str(self._person.name)
        together = {who for each in self._read.matches if self._person.key in each.people for who in each.people}
        others = [
            str(one.name)
            for key, one in self._read.people.items()
            if key not in {*together, self._person.key} and not key.startswith(GONE)
        ]
        if not others:
            self._screen.toast(word("Everybody else has played with {name}.", name=name))
            return
        merge = self._screen.app.people.roster.merged
        choices = [(other, partial(self._merged, merge, name, other), False) for other in others]
        self._screen.card.open(ChoicePages(choices), word("Who is {name} as well?", name=name))

    def _merged(self, merge: Callable[[str, str], Roster], name: str, other: str) -> None:
        self._screen.change(merge(name, other), name)

    def _ask_to_delete(self) -> None:
        name = str(self._person.name)
        words = word(
            "In all results a number takes the place of {name}, and the name is proposed no more. The record of each "
            "game keeps it until that game is deleted.",
            name=name,
        )
        card = ConfirmCard(words, (word("Delete this name"), self._delete), self._screen.card.close)
        self._screen.card.open(card, word("Delete this name?"))

    def _delete(self) -> None:
        self._screen.card.close()
        self._screen.change(self._screen.app.people.roster.without(str(self._person.name), utc_now()))

    # --- layout

    def _boxes(self) -> list[canvas.Box]:
        """The sentences, then the rows."""
        high = 118.0 * len(self._rows) or 1.0
        about, right = parts_in(self.box, (0, 620 if self._rows else 1), (0, high), 24)
        return [about, *rows_in(right, *[104] * len(self._rows), gap=14)]

    @staticmethod
    def _parts(row: canvas.Box) -> list[canvas.Box]:
        """The caption of a row, and what can be changed."""
        return rows_in(row, _CAPTION, 0, gap=4)

    def _lay(self, *_: object) -> None:
        boxes = self._boxes()
        put(self._about, boxes[0])
        apart = "\n\n".join(self._said)
        has_room = canvas.text_height(apart, boxes[0][2], LABEL) <= boxes[0][3]
        self._about.words = apart if has_room else "\n".join(self._said)
        for (_caption, widgets), row in zip(self._rows, boxes[1:], strict=True):
            put_grid(widgets, self._parts(row)[1], len(widgets))

    def paint(self) -> None:
        """A caption over each row."""
        for (caption, _), row in zip(self._rows, self._boxes()[1:], strict=True):
            place = canvas.in_units(self._parts(row)[0])
            KivyCanvas().text(caption, place, LABEL, "quiet", align="left")

"""Measures what is on the screen: the size of what is tapped, words that are cut, what overlaps, contrast.

A module imports the fixture `measures` from here. Sizes are compared in dp, so that one window stands for all sizes.
"""

from collections import defaultdict
from typing import NamedTuple

import pytest
from kivy.metrics import Metrics, dp
from kivy.uix.widget import Widget

from companion.drawing.text_layout import lay
from companion.drawing.theme import TOUCH, contrast, type_step
from companion.ui.drawing import scale
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.overlay import Dim, Overlay
from companion.ui.widgets.painted import Drawn
from companion.ui.widgets.roll_moment import RollMoment
from companion.ui.widgets.tap_target import Tappable
from tests.support.recorded_drawing import overlapping

LEAST_CONTRAST = 4.5
"""Between words and their ground (WCAG 2.2, 1.4.3)."""
BESIDE = 24
"""Neighbours in a row are at most this far apart, dp: wider than any gap of `put_grid`."""


class Written(NamedTuple):
    """Words, their box in pixels, their colour, whether some are cut, how many grounds lie beneath, the step of type
    that was wanted, the size in units in which they stand, and the box in pixels that their lines fill.
    """

    words: str
    box: tuple
    role: str
    cut: bool
    before: int
    wanted: float
    size: float
    extent: tuple


class Measures:
    """Records what each widget paints, and says what is wrong with it."""

    def __init__(self, monkeypatch):
        self.grounds, self.texts = defaultdict(list), defaultdict(list)
        self._painter = []
        panel, ellipse, write = KivyCanvas.panel, KivyCanvas.ellipse, KivyCanvas.text

        def ground(box, colour, alpha):
            if self._painter and alpha > 0.5:
                mine = self._painter[-1]
                self.grounds[mine].append((_pixels(box), colour, len(self.texts[mine])))

        def note_panel(painted, box, colour="panel", radius=12, *, alpha=1.0):
            ground(box, colour, alpha)
            panel(painted, box, colour, radius, alpha=alpha)

        def note_ellipse(painted, box, colour, width=0.0, *, alpha=1.0):
            if not width:
                ground(box, colour, alpha)
            ellipse(painted, box, colour, width, alpha=alpha)

        def note_text(painted, words, box, size, colour="ink", **how):
            said = painted.look.said(words)
            if self._painter and said.strip() and min(box[2:]) * Metrics.density >= 2:
                placed = {name: how[name] for name in ("bold", "align", "valign") if name in how}
                laid = lay(said, box, size, text_size=painted.look.text_size, **placed)
                known = self.grounds[self._painter[-1]]
                extent = _pixels(painted.targets.placed(laid.extent or (*box[:2], 0, 0)))
                step = type_step(size)
                written = Written(said, _pixels(box), colour, laid.cut, len(known), step, laid.size, extent)
                self.texts[self._painter[-1]].append(written)
            write(painted, words, box, size, colour, **how)

        paint = Drawn._paint

        def _paint(widget, *rest):  # Kivy's triggers find it by its name
            self.grounds.pop(widget, None)
            self.texts.pop(widget, None)
            self._painter.append(widget)
            try:
                paint(widget, *rest)
            finally:
                self._painter.pop()

        monkeypatch.setattr(KivyCanvas, "panel", note_panel)
        monkeypatch.setattr(KivyCanvas, "ellipse", note_ellipse)
        monkeypatch.setattr(KivyCanvas, "text", note_text)
        monkeypatch.setattr(Drawn, "_paint", _paint)

    def faults(self, shown):
        """All that is wrong on the screen now, as sentences."""
        places = {widget: _in_window(widget) for widget in shown.all(Widget)}
        there = {widget: box for widget, box in places.items() if _visible(box, shown)}
        found = (
            self._small(there), self._cut(there), self._crowded(there), self._pale(there), self._mixed(there),
            self._covered(there),
        )  # fmt: skip
        return sorted({fault for kind in found for fault in kind})

    @staticmethod
    def _small(there):
        for each in there:
            if isinstance(each, Tappable) and each.tapped is not None and min(each.size) < dp(TOUCH) - 1:
                size = " x ".join(str(round(side / dp(1))) for side in each.size)
                yield f"{_called(each)} is {size}"

    def _cut(self, there):
        for each in there:
            for words, box, _, cut, *_ in self.texts.get(each, ()):
                if cut:
                    size = " x ".join(str(round(side / dp(1))) for side in box[2:])
                    yield f"{words!r} is cut in {type(each).__name__}, {size}"

    @staticmethod
    def _crowded(there):
        taps = [each for each in there if isinstance(each, Tappable)]
        for later, earlier in overlapping([there[each] for each in taps]):
            if taps[later].parent is taps[earlier].parent:
                yield f"{_called(taps[later])} overlaps {_called(taps[earlier])}"

    def _covered(self, there):
        """Words that lie over other words or over something to tap that is not theirs, on the same card."""
        texts = [(each, text) for each in there for text in self.texts.get(each, ())]
        taps = [(each, None) for each in there if isinstance(each, Tappable) and each.tapped is not None]
        boxes = [_box_in_window(each, text.extent) for each, text in texts] + [there[each] for each, _ in taps]
        both, cards = texts + taps, {each: _card(each) for each in there}
        for later, earlier in overlapping(boxes):
            (over, above), (under, text) = both[later], both[earlier]
            if text is None or cards[over] is not cards[under]:
                continue
            if above is not None:
                yield f"{above.words!r} of {type(over).__name__} lies over {text.words!r} of {type(under).__name__}"
            elif over is not under and over not in _above(under):
                yield f"{text.words!r} of {type(under).__name__} lies over {_called(over)}"

    def _pale(self, there):
        for each in there:
            for words, box, role, _, before, *_ in self.texts.get(each, ()):
                paper = self._paper(each, box, before)
                ratio = contrast(_hex(role), _hex(paper))
                if ratio < LEAST_CONTRAST:
                    yield f"{words!r} in {type(each).__name__}: {role} on {paper} is {ratio:.1f}"

    def _mixed(self, there):
        """Neighbours of one role in two sizes: equally large buttons or rows that lie on the same thing, or buttons of
        one height beside each other.
        """
        alike = defaultdict(dict)
        rows = _rows([each for each in there if isinstance(each, Tappable)])
        for each in there:
            if isinstance(each, Tappable):
                for text in self.texts.get(each, ()):
                    line = round(text.box[1] - each.y), round(text.box[3])
                    for place in ((round(each.width), round(each.height)), rows[each]):
                        alike[each.parent, type(each), *place, *line, text.wanted].setdefault(text.size, text.words)
        for (_, kind, *_), sizes in alike.items():
            if len(sizes) > 1:
                yield f"{kind.__name__} in {len(sizes)} sizes: {dict(sorted(sizes.items()))}"

    def _paper(self, widget, box, before):
        """The ground that words stand on: what their widget painted there last before them, else what lies beneath."""
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        mine = self.grounds.get(widget, [])[:before]
        while widget is not None:
            for (x, y, wide, high), role, _ in reversed(mine):
                if x <= middle[0] <= x + wide and y <= middle[1] <= y + high:
                    return role
            widget = widget.parent if isinstance(widget.parent, Widget) and widget.parent is not widget else None
            mine = self.grounds.get(widget, [])
        return "ground"


@pytest.fixture
def measures(monkeypatch):
    """Records from now on: ask for it before the screen is shown."""
    return Measures(monkeypatch)


def _pixels(box):
    return tuple(part * Metrics.density for part in box)


def _rows(widgets):
    """For each widget the row it stands in: those of one height beside each other, at most `BESIDE` apart."""
    rows, last = {}, {}
    for each in sorted(widgets, key=lambda widget: widget.x):
        line = each.parent, type(each), round(each.y), round(each.height)
        before = last.get(line)
        goes_on = before is not None and each.x - before.right <= dp(BESIDE)
        rows[each] = rows[before] if goes_on else ("row", round(each.x), *line[2:])
        last[line] = each
    return rows


def _visible(box, shown):
    x, y, wide, high = box
    return wide > 2 and high > 2 and x + wide > 0 and y + high > 0 and x < shown.app.stage.width


def _in_window(widget):
    (x, y), (right, top) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return min(x, right), min(y, top), abs(right - x), abs(top - y)


def _box_in_window(widget, box):
    x, y, wide, high = box
    (left, low), (right, top) = widget.to_window(x, y), widget.to_window(x + wide, y + high)
    return min(left, right), min(low, top), abs(right - left), abs(top - low)


def _above(widget):
    while isinstance(widget.parent, Widget) and widget.parent is not widget:
        widget = widget.parent
        yield widget


def _card(widget):
    """The card that a widget lies on, or None for the screen itself. Dice of a moment lie where they hide least."""
    return next((each for each in (widget, *_above(widget)) if isinstance(each, Overlay | Dim | RollMoment)), None)


def _called(widget):
    words = getattr(widget, "words", getattr(widget, "face", getattr(widget, "view", "")))
    return f"{type(widget).__name__} {words!r}"


def _hex(role):
    return getattr(scale.theme(), role, role)

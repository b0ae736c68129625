"""A real browser at a served table: it taps what is offered there, and nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.asks import Ask, Form
from companion.core.events import Event, Rolled
from companion.record import codec
from companion.web import as_json
from companion.web.tap_gate import name_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.support.served_table import ServedTable

CHROMIUM = shutil.which("chromium")
PATIENT_MS = 60_000
"""What is waited for comes within a second on an idle machine. One that is busy may take its time."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The installed browser; skips the test where there is none."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: .ci/setup test installs it")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only where there is a browser

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class TableBrowser:
    """One page of one browser, paired with a role. `errors` are what its console and its scripts complained of;
    `origin` is where it finds the table, if that is not the table's own address.
    """

    def __init__(
        self,
        table: ServedTable,
        browser: Browser,
        role: str = "table",
        size: tuple[int, int] = (1280, 800),
        origin: str | None = None,
    ) -> None:
        self.table, self.errors = table, list[str]()
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, locale="en-GB", reduced_motion="reduce"
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENT_MS)
        self.page.on("pageerror", lambda wrong: self.errors.append(str(wrong)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        player = role.startswith("seat:") or role == "watch"
        code = table.web.parts.pairing.make_code("player" if player else role)
        self.page.goto(f"{origin or table.origin}/?code={code}")
        if player:
            at = int(role[5:]) if role != "watch" else -1
            self.page.locator("main .choice").nth(at).click()
        self.page.wait_for_url("**/seat" if role.startswith("seat:") else "**/table")
        self.page.wait_for_selector("body[data-role], .seat, .top")

    def close(self) -> None:
        """Close it."""
        self.context.close()

    def wait_for(self, seq: int) -> None:
        """Wait until the page shows this entry. Raises AssertionError if it refuses something instead."""
        self.page.wait_for_function(
            "seq => document.body.dataset.seq === String(seq) || document.querySelector('#say.warn')", arg=seq
        )
        refused = self.page.locator("#say.warn")
        assert not refused.count(), refused.inner_text()

    def say(self, event: Event, asks: tuple[Ask, ...], players: tuple[str, ...]) -> None:
        """Tap what makes this event happen."""
        choice = name_of(event)
        if any(name_of(each.event) == choice for ask in asks for each in ask.choices):
            self._show_and_tap(self.page.locator(f'[data-choice="{choice}"]').first)
        elif isinstance(event, Rolled):
            self.roll(event)
        else:
            form = next(form for ask in asks for form in ask.forms if _fits(form, event))
            self._fill_in(form, event, players)

    def roll(self, event: Rolled) -> None:
        """Enter dice by tap."""
        seat = self.page.locator(f'section.seat[data-seat="{event.seat}"]')
        if len(event.faces) == 1:
            seat.locator(".face").nth(event.faces[0].value - 1).click()
            return
        seat.locator('[data-key^="dice-"]').click()
        card = self.page.locator("dialog[open]")
        for at, face in enumerate(event.faces):
            card.locator(".slot").nth(at).locator(".face").nth(face.value - 1).click()
        card.locator("button.primary").click()

    def _show_and_tap(self, button: Locator) -> None:
        folded = button.locator("xpath=ancestor::details[not(@open)]")
        while folded.count():
            folded.first.locator("summary").first.click()
        button.click()

    def _fill_in(self, form: Form, event: Event, players: tuple[str, ...]) -> None:
        described = as_json.ask_form(form, players, str)
        self._show_and_tap(self.page.locator(f'[data-choice="{described["choice"]}"]').first)
        card = self.page.locator("dialog[open]")
        given = codec.plain(event)
        value = {key: given[key] for key in described["value"]}
        if value:
            enter(card.locator(".body > .parts"), described["form"], value, described["value"])
        card.locator(".body > button.primary").click()


def enter(place: Locator, form: dict[str, Any], value: Any, shown: Any = None) -> None:
    """Enter a value into an editor, whatever kind it is, as far as it shows another one."""
    match form["kind"]:
        case "choice":
            at = next(at for at, each in enumerate(form["values"]) if _same(each["value"], value))
            if place.evaluate("each => each.tagName") == "SELECT":
                place.select_option(str(at))
            else:
                place.locator("label").nth(at).click()
        case "number":
            field = place.locator("input")
            field.fill("" if value is None else str(value))
            field.dispatch_event("change")
        case "several":
            for at, each in enumerate(form["values"]):
                box = place.locator("input").nth(at)
                if box.is_checked() != any(_same(each["value"], one) for one in value or []):
                    place.locator("label").nth(at).click()
        case "letters":
            place.fill(value or "")
        case "parts":
            for at, part in enumerate(form["parts"]):
                if isinstance(value, dict) and part["key"] not in value:
                    continue  # left out
                inner = value[part["key"]]
                before = None if shown is None else shown[part["key"]]
                if shown is None or not _same(inner, before):
                    enter(place.locator("> .part").nth(at).locator("> :nth-child(2)"), part["form"], inner, before)
        case "entries":
            wanted = list(map(list, value.items())) if form["pairs"] else value or []
            for at, each in enumerate(wanted):
                place.locator("> button").click()
                enter(place.locator("> .entry").nth(at).locator("> :nth-child(1)"), form["of"], each, form["fresh"])


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)


def _fits(form: Form, event: Event) -> bool:
    given = all(getattr(event, name) == value for name, value in form.given.items())
    return form.event is type(event) and given


def shoot(page: Page, folder: Path, name: str) -> None:
    """Save a picture of a page."""
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png", full_page=True)

"""Pages as trees of elements: what is written in them is escaped by the standard library. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree.ElementTree import Element, fromstring, tostring

from companion.core.text import Text, say
from companion.drawing.right_to_left import isolated
from companion.drawing.theme import THEME_NAMES
from companion.i18n import LANGUAGES, Translate

Child = Element | str | None
PAGES = {
    "/": say("Tables"),
    "/results": say("Results"),
    "/pairings": say("Pairings"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a browser wants its pages: language ("" for English) and theme, what translates, and whether it is the
    organiser's.
    """

    language: str
    theme: str
    words: Translate
    organiser: bool = False


def e(kind: str, *children: Child | Iterable[Child], **attributes: str | bool | None) -> Element:
    """Return an element: `e("p.quiet", "words", title="...")`. `for_` is `for`, `data_key` is `data-key`; attributes
    that are None or False are left out.
    """
    tag, *classes = kind.split(".")
    made = Element(tag)
    if classes:
        made.set("class", " ".join(each for each in classes if each))
    for name, value in attributes.items():
        if value is not None and value is not False:
            made.set(name.rstrip("_").replace("_", "-"), "" if value is True else value)
    for child in children:
        for each in (child,) if isinstance(child, str | Element) or child is None else child:
            _append(made, each)
    return made


def picture(svg: str, label: str) -> Element:
    """Return a picture with words for those who cannot see it."""
    made = fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))  # noqa: S314  our own
    made.set("role", "img")
    made.set("aria-label", label)
    return made


def written(element: Element) -> str:
    """Return an element as HTML."""
    return tostring(element, encoding="unicode", method="html")


def page(title: Text | str, look: Look, *body: Child | Iterable[Child], path: str = "", kind: str = "") -> str:
    """Return a whole page."""
    w = look.words
    head = e(
        "head",
        e("meta", charset="utf-8"),
        e("meta", name="viewport", content="width=device-width, initial-scale=1"),
        e("title", f"{w(title)} · Cat's Eye"),
        e("link", rel="icon", href="/static/eye.svg", type="image/svg+xml"),
        *(e("link", rel="stylesheet", href=each) for each in ("/theme.css", "/static/style.css", "/club/club.css")),
        e("script", type="module", src="/club/club.js"),
    )
    links = (e("a", w(name), href=at, aria_current="page" if at == path else None) for at, name in PAGES.items())
    main = e("main", e("h1", w(title)), *body, id="main")
    organiser = ".organiser" if look.organiser else ""
    shown = e(f"body.club.{kind}{organiser}", e("nav", links, aria_label=w(say("Pages"))), main, _foot(look),
              e("div", id="say", role="status", aria_live="polite"))  # fmt: skip
    document = e("html", head, shown, lang=look.language or "en", data_theme=look.theme)
    return f"<!doctype html>\n{written(document)}"


def posted(path: str, *children: Child | Iterable[Child], kind: str = "", **fixed: str) -> Element:
    """Return a form that `club.js` sends as JSON; `fixed` are fields that nobody enters."""
    hidden = (e("input", type="hidden", name=name, value=value) for name, value in fixed.items())
    return e(f"form.{kind}", hidden, *children, data_post=path)


def select(label: str, name: str, choices: Iterable[tuple[str, str]], chosen: str = "") -> Element:
    """Return a labelled choice."""
    options = (e("option", words, value=value, selected=value == chosen) for value, words in choices)
    return e("label", e("span", label), e("select", options, name=name))


def field(label: str, name: str, **attributes: str | bool) -> Element:
    """Return a labelled field for a line."""
    return e("label", e("span", label), e("input", name=name, **attributes))


def table(head: Iterable[str], rows: Iterable[Iterable[Child]], caption: str) -> Element:
    """Return a table that scrolls by itself where it is too wide."""
    body = (e("tr", (e("td", cell) for cell in row)) for row in rows)
    top = e("thead", e("tr", (e("th" if name else "td", name, scope="col" if name else None) for name in head)))
    return e("div.wide", e("table", e("caption.hidden", caption), top, e("tbody", body)), tabindex="0", role="region",
             aria_label=caption)  # fmt: skip


def _foot(look: Look) -> Element:
    w = look.words
    languages = [(code or "en", name) for code, name in LANGUAGES.items()]
    themes = [(name, w(words)) for name, words in THEME_NAMES.items()]
    language = select(w(say("Language")), "language", languages, look.language or "en")
    theme = select(w(say("Theme")), "theme", themes, look.theme)
    looks = e("form", language, theme, e("button", w(say("Use these"))), action="/look")
    if look.organiser:
        return e("footer", looks, posted("/unpair", e("button", w(say("I am no longer the organiser")))))
    code = field(w(say("Code of the organiser, from the terminal")), "code", maxlength="6", autocomplete="off")
    return e("footer", looks, posted("/pair", code, e("button", w(say("Go on")))))


def _append(made: Element, child: Child) -> None:
    if isinstance(child, Element):
        made.append(child)
    elif child:
        child = isolated(child)
        if len(made):
            made[-1].tail = (made[-1].tail or "") + child
        else:
            made.text = (made.text or "") + child

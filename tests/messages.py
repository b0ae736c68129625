"""The catalogues of the texts for people: extract, update, compile. `python -m tests.messages` does it all.

The app has one catalogue and each game its own: `companion/locale` and `companion/games/*/locale`. Whoever mends the
English of a text keeps its translations with `python -m tests.messages FILE`: each line is `old text => new text`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from datetime import UTC, datetime
from importlib import import_module
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.core.events import field_words, kind_words
from companion.core.schema import ListOf, OneOf, Optional, Record, Shape, fields_of

COMPANION = Path(__file__).parents[1] / "companion"
DOMAIN = "catseye"
PLURALS = {"de": "n != 1", "fr": "n > 1", "es": "n != 1"}
"""When the second of two forms is used. Babel 2.19 adds a third one, for millions."""
LANGUAGES = tuple(PLURALS)
KEYWORDS = {"say": 1, "word": 1, "Text": 1, "counted": 2}
"""The functions whose first argument is a text; the second one of `counted` is its plural."""
FOR_PROGRAMS = ("toml_format.py",)
"""What these say about a file goes, in English, to the person who wrote it."""
GROUND, CALIBRATION, VISION = (COMPANION.parent / name for name in ("catseye", "calibration", "vision"))
BOX = COMPANION.parent / "firmware_bridge" / "host"
"""Packages whose sentences the app shows and translates."""
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every catalogue: the same texts give the same files."""


def roots() -> list[Path]:
    """The folders with a catalogue: that of the app, then one a game."""
    return [COMPANION, *sorted(path.parent for path in COMPANION.glob("games/*/__init__.py"))]


def extracted(root: Path) -> Catalog:
    """All texts of a folder."""
    template = _empty()
    packages = (COMPANION, GROUND, CALIBRATION, VISION, BOX) if root == COMPANION else (root,)
    for path in (path for package in packages for path in sorted(package.rglob("*.py"))):
        if path.name in FOR_PROGRAMS or (root == COMPANION and path.is_relative_to(COMPANION / "games")):
            continue
        for message in texts_of(path):
            if any(letter.isalpha() for letter in str(message)):
                template.add(message)
    if root != COMPANION:
        for text in form_words(root):
            template.add(text)
    return template


def texts_of(path: Path) -> Iterator[str | tuple[str, str]]:
    """Yield the texts of a file, wherever they stand: Babel's own extraction passes over calls within calls."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            given = node.args[: KEYWORDS[node.func.id]]
            words = tuple(
                each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )
            if words and len(words) == len(given):
                yield words if len(words) > 1 else words[0]


def form_words(root: Path) -> set[str]:
    """What the forms of a game show: the kinds of their events, the fields, and the words these can hold."""
    made = {name for path in root.rglob("*.py") for name in re.findall(r"\bForm\(\s*(\w+)", path.read_text())}
    events = [event for event in import_module(f"companion.games.{root.name}").GAME.events if event.__name__ in made]
    return {kind_words(event) for event in events}.union(*(_field_words(event) for event in events))


def _field_words(record: type) -> set[str]:
    known = [each for name, each in fields_of(record).items() if not (name == "seat" and is_dataclass(record))]
    named = {field_words(each.name) for each in known if each.labelled.label is None}
    return named.union(*(_value_words(each.shape) for each in known))


def _value_words(shape: Shape) -> set[str]:
    match shape:
        case Optional(of) | ListOf(of):
            return _value_words(of)
        case Record(known):
            return {field_words(name) for name in known}.union(*(_value_words(each.shape) for each in known.values()))
        case OneOf(tuple()):
            return {value for value in shape.among() if isinstance(value, str)}
    return set()


def po_file(root: Path, language: str) -> Path:
    """The translations of a folder's texts into one language."""
    return root / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translations(root: Path, language: str) -> Catalog:
    """The translations there are."""
    path = po_file(root, language)
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return read_po(file, language, DOMAIN)


def updated(root: Path, language: str, template: Catalog) -> Catalog:
    """The translations of the texts of the template, with "" for those that are missing."""
    before, catalog = translations(root, language), _empty(language)
    for message in template:
        if message.id:
            known = before.get(message.id)
            kept = known is not None and isinstance(known.id, tuple) == isinstance(message.id, tuple)
            catalog.add(message.id, _typeset(language, known.string) if kept else None)
    return catalog


def _typeset(language: str, string: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Put no-break spaces and apostrophes where French has them, so that no line begins with a colon."""
    if isinstance(string, tuple):
        return tuple(str(_typeset(language, each)) for each in string)
    if language != "fr":
        return string
    elided = re.sub(r"(?<=\w)'(?=\w)", "\N{RIGHT SINGLE QUOTATION MARK}", string)
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", elided)


def missing(catalog: Catalog) -> list[str]:
    """The texts that are not translated, or not in all their forms."""
    return [str(message.id) for message in catalog if message.id and not _is_translated(message)]


def renamed(catalog: Catalog, language: str, new: Mapping[str, str]) -> Catalog:
    """The same translations for texts of which some are written otherwise now."""
    after = _empty(language)
    for message in catalog:
        if isinstance(message.id, tuple):
            after.add(tuple(new.get(form, form) for form in message.id), message.string)
        elif message.id:
            after.add(new.get(message.id, message.id), message.string)
    return after


def rename(new: Mapping[str, str]) -> None:
    """Give the translations of old texts to the new ones, in all catalogues. Raises ValueError, before anything is
    written, for an old text that no catalogue has: its translations would be lost.
    """
    catalogues = {(root, language): translations(root, language) for root in roots() for language in LANGUAGES}
    unknown = set(new) - {form for catalogue in catalogues.values() for form in _forms(catalogue)}
    if unknown:
        raise ValueError(f"no catalogue has the old text {min(unknown)!r}")
    for (root, language), catalogue in catalogues.items():
        _write_po(po_file(root, language), renamed(catalogue, language, new))


def _forms(catalogue: Catalog) -> set[str]:
    """Return all texts of a catalogue; of those with a plural both forms."""
    ids = [message.id for message in catalogue if message.id]
    return {form for each in ids for form in (each if isinstance(each, tuple) else (each,))}


def write(root: Path) -> None:
    """Write the template, the translations and the compiled catalogues of a folder."""
    template = extracted(root)
    (root / "locale").mkdir(exist_ok=True)
    _write_po(root / "locale" / f"{DOMAIN}.pot", template)
    for language in LANGUAGES:
        catalog, path = updated(root, language, template), po_file(root, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_po(path, catalog)
        complete = _empty(language)
        for message in catalog:
            if message.id and _is_translated(message):
                complete.add(message.id, message.string)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, complete)
        print(f"{root.name:16} {language}  {len(missing(catalog))} of {len(catalog)} texts missing")


def _empty(language: str | None = None) -> Catalog:
    catalog = Catalog(
        language,
        domain=DOMAIN,
        project="Cat's Eye",
        version="1",
        header_comment="# Texts of Cat's Eye.",
        creation_date=DATE,
        revision_date=DATE,
        fuzzy=False,
    )
    if language is not None:
        catalog.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({PLURALS[language]});")]
    return catalog


def _is_translated(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def _write_po(path: Path, catalog: Catalog) -> None:
    written = BytesIO()
    write_po(written, catalog, width=120, sort_output=True, no_location=True)
    lines = written.getvalue().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if not line.startswith(b'"Generated-By:')))


if __name__ == "__main__":
    for file in sys.argv[1:]:
        rename(dict(line.split(" => ") for line in Path(file).read_text(encoding="utf-8").splitlines() if line))
    for each in roots():
        write(each)

"""Which font has a letter: one of Kivy's two, else one of the system's."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError
from kivy.core.text import Label, LabelBase

ROBOTO, DEJAVU = "Roboto", "DejaVuSans"
"""Kivy brings both. Roboto lacks arrows, suits, dice and stars, among others; DejaVu Sans has them."""
OUTLINES = {"glyf", "CFF ", "CFF2"}
"""Tables of a font that can be drawn at any size; emoji fonts may hold pictures of one size instead."""
WITHOUT_FONTCONFIG = (
    *("msyh.ttc", "YuGothM.ttc", "malgun.ttf", "Nirmala.ttf", "LeelawUI.ttf", "seguisym.ttf", "seguiemj.ttf"),
    *("Arial Unicode.ttf", "Hiragino Sans GB.ttc", "AppleSDGothicNeo.ttc", "Apple Symbols.ttf"),
)
"""The fonts of Windows and macOS with the most scripts."""
PATIENCE_S = 5.0  # fontconfig answers in 20 ms, the first time after fonts were installed in a second or two


@lru_cache(maxsize=4096)
def font_of(letter: str) -> str:
    """Return what Kivy calls a font with this letter, or the path of one; "" if there is none."""
    if letter.isascii() or letter.isspace() or letter in "\N{MINUS SIGN}≤≥≠∞":
        return ROBOTO
    own = (DEJAVU,) if 0x2190 <= ord(letter) <= 0x2BFF else (ROBOTO, DEJAVU)  # Roboto's few arrows look different
    for name in own:
        if ord(letter) in letters_of(_file(name)):
            return name
    return next((font for font in _of_system(letter) if ord(letter) in letters_of(font)), "")


def can_write(words: str) -> bool:
    """Whether some font has each of these letters."""
    return all(font_of(letter) for letter in words)


@lru_cache(maxsize=16)
def letters_of(font: str) -> frozenset[int]:
    """Return the code points that this font file can draw at any size, none if it is no such file."""
    try:
        with Path(font).open("rb") as file:
            opened = TTFont(file, fontNumber=0, lazy=True)
            return frozenset(opened.getBestCmap() or ()) if OUTLINES.intersection(opened.keys()) else frozenset()
    except (OSError, TTLibError):
        return frozenset()


@lru_cache(maxsize=2)
def _file(name: str) -> str:
    return str(Label(font_name=name).options["font_name_r"])


def _of_system(letter: str) -> Sequence[str]:
    """The paths of fonts that are likely to have this letter."""
    asks = shutil.which("fc-match")
    if asks is None:
        return _well_known()
    pattern = f":charset={ord(letter):x}:scalable=true:color=false"
    try:
        answer = subprocess.run(  # noqa: S603  the one program, with the code of a letter
            [asks, "--format", "%{file}", pattern], capture_output=True, text=True, check=True, timeout=PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ()
    return (answer.stdout,)


@lru_cache(maxsize=1)
def _well_known() -> tuple[str, ...]:
    return tuple(_there())


def _there() -> Iterator[str]:
    for name in WITHOUT_FONTCONFIG:
        for folder in LabelBase.get_system_fonts_dir():
            path = Path(folder) / name
            if path.is_file():
                yield str(path)

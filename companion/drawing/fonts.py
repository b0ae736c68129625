"""Which font has a letter: one of our two, else one of the system's."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from unicodedata import category, combining

ROBOTO, ROBOTO_BOLD, DEJAVU = "Roboto-Regular.ttf", "Roboto-Bold.ttf", "DejaVuSans.ttf"
"""In `font_files`: words are measured alike with and without Kivy. Roboto lacks arrows, suits, dice and stars, among
others; DejaVu Sans has them.
"""
OUTLINES = {"glyf", "CFF ", "CFF2"}
"""Tables of a font that can be drawn at any size; emoji fonts may hold pictures of one size instead."""
WITHOUT_FONTCONFIG = (
    *("msyh.ttc", "YuGothM.ttc", "malgun.ttf", "Nirmala.ttf", "LeelawUI.ttf", "seguisym.ttf", "seguiemj.ttf"),
    *("Arial Unicode.ttf", "Hiragino Sans GB.ttc", "AppleSDGothicNeo.ttc", "Apple Symbols.ttf"),
)
"""The fonts of Windows and macOS with the most scripts."""
FONT_FOLDER = Path(__file__).with_name("font_files")
FONT_FOLDERS = (("WINDIR", "Fonts"), ("LOCALAPPDATA", "Microsoft/Windows/Fonts"))
"""Where Windows keeps fonts: below which variable of the environment, in which folder."""
VIRAMA = 9  # combining class (Unicode, UAX 44) of the sign that joins the letters around it
PATIENCE_S = 5.0  # fontconfig answers in 20 ms, the first time after fonts were installed in a second or two


@lru_cache(maxsize=4096)
def font_of(letter: str) -> str:
    """Return the file of a font with this letter and its accents: one of ours by its name, else a path. Return "" if
    there is none, and for what changes the letters beside it, as in Devanagari: Kivy draws letters as they come.
    """
    if letter.isascii() or letter.isspace() or letter in "\N{MINUS SIGN}≤≥≠∞":
        return ROBOTO
    if any(category(each) == "Mc" or combining(each) == VIRAMA for each in letter):
        return ""
    own = (DEJAVU,) if 0x2190 <= ord(letter[0]) <= 0x2BFF else (ROBOTO, DEJAVU)  # Roboto's few arrows look different
    needed = {*map(ord, letter)}
    for name in own:
        if needed <= letters_of(path_of(name)).keys():
            return name
    return next((font for font in _of_system(letter) if needed <= letters_of(font).keys()), "")


def accented(words: str) -> list[str]:
    """Return the letters of these words, each with the accents that stand on it."""
    letters: list[str] = []
    for each in words:
        if letters and combining(each):
            letters[-1] += each
        else:
            letters.append(each)
    return letters


def can_write(words: str) -> bool:
    """Return whether some font has each of these letters."""
    return all(font_of(letter) for letter in accented(words))


@lru_cache(maxsize=16)
def letters_of(font: str) -> dict[int, float]:
    """Return the code points that this font file can draw at any size, with their widths in ems; none if it is no such
    file.
    """
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415  commands that draw nothing start without it

    try:
        with Path(font).open("rb") as file:
            opened = TTFont(file, fontNumber=0, lazy=True)
            if not OUTLINES.intersection(opened.keys()):
                return {}
            unit, advances = opened["head"].unitsPerEm, opened["hmtx"].metrics
            return {letter: advances[glyph][0] / unit for letter, glyph in (opened.getBestCmap() or {}).items()}
    except (OSError, TTLibError, KeyError):
        return {}


def path_of(font: str) -> str:
    """Return the path of a font, which may be one of ours by its file name."""
    return str(FONT_FOLDER / font)


def _of_system(letter: str) -> Sequence[str]:
    """The paths of fonts that are likely to have this letter."""
    asks = shutil.which("fc-match")
    if asks is None:
        return _well_known()
    pattern = f":charset={' '.join(f'{ord(each):x}' for each in letter)}:scalable=true:color=false"
    try:
        answer = subprocess.run(  # noqa: S603  the one program, with the codes of a letter
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
        for folder in _system_folders():
            path = Path(folder) / name
            if path.is_file():
                yield str(path)


def _system_folders() -> list[str]:
    windows = [str(Path(os.environ[root]) / folder) for root, folder in FONT_FOLDERS if root in os.environ]
    return [*windows, "/Library/Fonts", "/System/Library/Fonts", str(Path("~/Library/Fonts").expanduser())]

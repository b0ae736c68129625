"""The verdict on a tray's profile in the language of the app: what was measured, and what speaks against it."""

from __future__ import annotations

from calibration.colours import conflicts
from calibration.profile import TrayProfile
from calibration.verdict import verdict
from companion.core.colours import colour
from companion.core.text import Commas, Text, counted, decimal, say
from companion.i18n import translate


def verdict_words(profile: TrayProfile | None, said: str) -> str:
    """What the wizard `said` about a profile; its figures are written anew, as they stand within English words.

    A sentence without them, or about no profile, is translated whole.
    """
    english = "" if profile is None else verdict(profile)
    if profile is None or not said.startswith(english):
        return translate(said)
    rest = [translate(part) for part in said.removeprefix(english).split("; ") if part]
    return "; ".join((translate(_measured(profile)), *rest))


def _measured(profile: TrayProfile) -> Text:
    plane = profile.plane
    parts = [say("no millimetres") if plane is None else say("±{mm} mm", mm=decimal(plane.error_mm))]
    alike = conflicts(profile.dice)
    if alike:
        names = {"one": colour(alike[0].one), "other": colour(alike[0].other)}
        parts.append(say("{one} and {other} look alike: use another die or more light", **names))
    elif profile.dice:
        parts.append(counted("{n} die known", "{n} dice told apart", len(profile.dice)))
    return say("Ready: {parts}", parts=Commas(parts))

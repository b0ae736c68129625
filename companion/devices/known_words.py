"""Words of packages that know no `Text`: sentences that the catalogues have are translated, others stay as they are."""

from __future__ import annotations

from calibration import drift
from companion.core.text import NOTHING, Text, say
from firmware_bridge.host import box, keepalive, links, ports

SENTENCES = (
    box.LISTENING,
    box.STUMBLED,
    keepalive.NOTHING_ANSWERS,
    keepalive.NO_WORD,
    keepalive.NO_BOX_SPEAKS,
    links.UNPLUGGED,
    ports.NO_BOX,
    *drift.SENTENCES,
)
"""What the button boxes and the watch over the camera say without figures or names in it."""
_KNOWN = {words: Text(words) for words in SENTENCES}


def as_text(words: str) -> Text:
    """These words for the screens."""
    return _KNOWN.get(words) or (say("{why}", why=words) if words else NOTHING)

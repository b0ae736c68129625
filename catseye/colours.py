"""Names of colours as texts: literal message ids, so that the extraction of messages finds them."""

from __future__ import annotations

from catseye.text import Text, say

_KNOWN = {
    name.template: name
    for name in (
        say("red"),
        say("blue"),
        say("green"),
        say("yellow"),
        say("white"),
        say("black"),
        say("grey"),
        say("orange"),
        say("purple"),
        say("pink"),
        say("rose"),
        say("mint"),
        say("sky"),
    )
}


def colour(name: str) -> Text:
    """The name of a colour; one that somebody made up stands as it is in every language."""
    return _KNOWN.get(name) or say("{name}", name=name)

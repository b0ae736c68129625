"""Names of colours as texts: literal message ids, so that the extraction of messages finds them."""

from __future__ import annotations

from catseye.text import Text, say

KNOWN = {
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
    """Return the name of a colour as a text; an unknown one stays the same in every language."""
    return KNOWN.get(name) or say("{name}", name=name)


def suit(name: str) -> Text:
    """Return the name of a colour as a noun, for the suit of a card: nouns have a capital in some languages."""
    return say("{suit}", suit=colour(name))

"""What is said when a changed entry leaves later ones that no longer fit. Pure."""

from __future__ import annotations

from companion.core.text import Text, counted, say
from companion.record.judging import described
from companion.record.session import Amendment, Session

LISTED = 3
"""Entries that no longer fit are listed one by one up to this number: more have no room on the card."""


def misfit_texts(session: Session, amendment: Amendment) -> list[tuple[Text, Text]]:
    """Each entry that no longer fits, and why; of the last ones only how many they are."""
    places = {entry.seq: place for place, entry in enumerate(session.entries)}
    texts = [
        (
            described(session, session.at(places[misfit.entry.seq]), misfit.entry.event),
            misfit.why.text,
        )
        for misfit in amendment.misfits[:LISTED]
    ]
    more = len(amendment.misfits) - LISTED
    return texts if more <= 0 else [*texts, (counted("And {n} more.", "And {n} more.", more), Text(""))]


def keep_text(amendment: Amendment) -> Text:
    """The button that ends the record before the first misfit."""
    gone = counted("{n} entry goes", "{n} entries go", len(amendment.dropped))
    return say("Keep up to there: {gone}", gone=gone)


def leave_out_text(amendment: Amendment) -> Text:
    """The button that leaves out the misfits alone."""
    gone = counted("{n} entry goes", "{n} entries go", len(amendment.dropped))
    return say("Keep all that fits: {gone}", gone=gone)

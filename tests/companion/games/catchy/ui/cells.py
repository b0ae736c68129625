"""Where the cards of the deck lie on the screen."""

from companion.drawing.scene import Refused


def card_place(shown, card):
    """The middle of a card of the deck in the window, whatever a tap there means now."""
    for target in shown.app.screen.panel.targets.all:
        event = target.means.event if isinstance(target.means, Refused) else target.means
        if getattr(event, "card", "") == card:
            return shown.place_of(target.means)
    raise LookupError(f"{card} is not in the deck")

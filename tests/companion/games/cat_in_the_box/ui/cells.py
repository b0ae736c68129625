"""Where the cells of the board lie on the screen."""

from companion.drawing.scene import Refused


def cell(shown, colour, number):
    """The middle of a cell in the window, whatever a tap there means now."""
    for target in shown.app.screen.panel.targets.all:
        event = target.means.event if isinstance(target.means, Refused) else target.means
        if (getattr(event, "colour", ""), getattr(event, "number", 0)) == (colour, number):
            return shown.place_of(target.means)
    raise LookupError(f"the {number} of {colour} is not on the board")

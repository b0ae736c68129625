"""Objects in the tray other than the dice that were read."""

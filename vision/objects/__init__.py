"""Things in the tray that are not read dice."""

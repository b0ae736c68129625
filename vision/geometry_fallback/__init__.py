"""The reader without networks, by pips alone."""

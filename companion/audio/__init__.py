"""Sound and voice: cues for changes of the table, and a player that never blocks the app."""

"""Sound and voice: what is heard when the table changes, and a player that cannot hold up the app."""

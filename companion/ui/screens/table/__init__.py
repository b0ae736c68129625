"""The screen of a running game."""

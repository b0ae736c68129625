"""The screen that chooses players and options."""

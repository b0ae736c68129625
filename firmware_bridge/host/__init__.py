"""The host's half of the button box's protocol."""

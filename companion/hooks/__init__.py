"""Tells other programs (lights, home automation, virtual tables) about events. Off without a `hooks.toml`."""

"""Signals of the devices become events of the game."""

"""Turns signals of the devices into events of the game."""

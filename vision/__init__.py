"""Dice in a tray, seen by a camera and read into values, colours and doubts."""

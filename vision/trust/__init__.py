"""Decides whether a reading is sure."""

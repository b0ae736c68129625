"""Poses of the table and of the dice relative to the camera."""

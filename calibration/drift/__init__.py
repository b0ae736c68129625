"""Drift: whether the camera or the tray was moved since the set-up."""

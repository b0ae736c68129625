"""The profile of a tray: its file, updates, merging, and whether one is better than another."""

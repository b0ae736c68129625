"""The stages of a reading in order."""

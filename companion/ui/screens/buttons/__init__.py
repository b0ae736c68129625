"""The screen that assigns buttons to players."""

"""The screen of Pig."""

"""Drivers that act on the screens as a person does."""

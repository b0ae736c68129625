"""The pieces all screens and panels are made of."""

"""Simulated players for demonstrations and tests."""

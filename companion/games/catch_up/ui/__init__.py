"""Catch Up's part of the table screen."""

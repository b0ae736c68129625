"""Catchy!'s part of the table screen."""

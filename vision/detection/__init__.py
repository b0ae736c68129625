"""Finds dice in a picture and classifies crops of them."""

"""Boards that people draw: grids and their text files (pure), pictures of them, and reading them off a photograph."""

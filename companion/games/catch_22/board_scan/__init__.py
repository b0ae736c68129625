"""A photograph of a board becomes a board file."""

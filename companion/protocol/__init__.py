"""The line protocol: one JSON request a line, one JSON answer a line."""

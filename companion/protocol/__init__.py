"""The line protocol: one JSON request per line, one JSON answer per line."""

"""Image operations every stage shares."""

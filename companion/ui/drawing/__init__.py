"""Canvas, text, theme and scale."""

"""Light: exposure, flicker, glare and the colours of dice under it."""

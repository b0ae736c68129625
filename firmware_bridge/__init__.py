"""The button box and its cable: frames, links, presses delivered exactly once."""

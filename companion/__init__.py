"""Cat's Eye: the app on the tablet, from the rules up to the screen."""

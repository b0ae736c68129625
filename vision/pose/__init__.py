"""How dice and table stand to the camera."""

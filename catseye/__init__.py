"""What calibration, vision, the box and the app share. It imports none of them."""

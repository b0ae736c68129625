"""What is known of this tray this evening."""

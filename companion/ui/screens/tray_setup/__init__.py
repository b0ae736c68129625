"""The screen that calibrates camera and tray."""

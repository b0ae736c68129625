"""The set-up of a tray, step by step, without a screen."""

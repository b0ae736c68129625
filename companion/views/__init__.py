"""What a screen shows and what is being entered on it, as values: for the tablet and for browsers, without Kivy."""

"""The screens, drawn with Kivy. Nothing here decides anything: see `presenter`."""

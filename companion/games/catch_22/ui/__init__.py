"""The parts of the panel: the board on the glass, the agreement of a ransom, the editor of boards. Kivy lives here."""

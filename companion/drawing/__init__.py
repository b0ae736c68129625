"""Pictures of the table as values: what is painted, where fingers count, and how words fit. Pure, without Kivy."""

"""The panel of CATCH 22: the board, the ransom dialog, the board editor."""

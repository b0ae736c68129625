"""The words every game and every screen share: text, table, events, asks, game. Pure, standard library only."""

"""Pure parts that several games share: cards, tricks, graphs."""

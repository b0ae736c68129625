"""Pure parts that several games share: tricks, flags, checks of facts."""

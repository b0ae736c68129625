"""Setting the tray up: lens, plane, colours and light, measured once and watched ever after. The lowest floor."""

"""Set-up of the tray: lens, plane, colours and light, measured once and watched from then on."""

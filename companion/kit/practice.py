"""What the practice games share."""

from __future__ import annotations

from companion.core.text import say

THROW = say("Tap “Throw”: your dice roll in the tray, and the camera reads them.")

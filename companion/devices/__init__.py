"""The threads for the tray and the boxes: what they report becomes signals in one inbox.

The only importer of `vision` and `firmware_bridge`. A thread's work ends when its signal is in the inbox; nothing here
judges anything. Lost devices are looked for again until the app stops.
"""

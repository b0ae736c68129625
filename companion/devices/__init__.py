"""The threads for the tray and the box: what they see and hear becomes signals in one inbox.

The only importer of `vision` and `firmware_bridge`. A thread's work ends when its signal lies in the inbox; nothing
here judges anything. Lost devices are looked for again for ever.
"""

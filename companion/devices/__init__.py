"""Threads for the tray and the boxes, which put signals into one inbox and judge nothing.

The only importer of `vision` and `firmware_bridge`. Lost devices are looked for until the app stops.
"""

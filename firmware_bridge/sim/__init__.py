"""Boxes made of software, behind the same Link as a real one; only `firmware_bridge.factory` opens them."""

"""Simulated boxes behind the same Link as real ones; only `firmware_bridge.factory` opens them."""

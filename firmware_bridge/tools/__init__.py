"""Command line tools: monitor, selftest, flash, emulate, doctor."""

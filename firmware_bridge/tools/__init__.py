"""The command line tools: monitor, selftest, flash, emulate, doctor."""

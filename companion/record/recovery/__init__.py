"""Recovery: the check before a journal is opened, and a fresh journal from a damaged one."""

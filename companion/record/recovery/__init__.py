"""Recovery: what is looked at before a journal is opened, and a fresh journal from a damaged one."""

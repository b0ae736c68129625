"""The journal, the sessions folded from it, and what is exported."""

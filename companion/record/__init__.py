"""The journal, the sessions folded from it, and their exports."""

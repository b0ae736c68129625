"""The pieces of Catastrophe's panel."""

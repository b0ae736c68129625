"""The people who play: their profiles, results and ratings, and whether their dice are fair."""

"""Puzzles of the day: positions of games that are over, in which you can win in your turn."""

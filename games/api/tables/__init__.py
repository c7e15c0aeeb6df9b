"""A game as one viewer may see it: the table, its rules, its events, and the moves that are made at it."""

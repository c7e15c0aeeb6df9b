"""What was: states and digests of games, and what the games of a player add up to."""

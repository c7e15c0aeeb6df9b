"""The past: states and digests of games, their fairness, and the history and statistics of players."""

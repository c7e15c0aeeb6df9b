"""Notes: what players write at the moves of a game that is over."""

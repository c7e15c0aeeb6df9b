"""What is legal: objections to commands, and lists of the moves that meet none."""

"""Records of games: export, import, and their check."""

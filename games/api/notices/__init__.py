"""The inbox of a player, and their preferences for notices."""

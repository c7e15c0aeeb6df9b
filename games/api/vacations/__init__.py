"""The vacations of players."""

"""Leaderboards and ratings."""

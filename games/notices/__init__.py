"""Notices: what a player is told, and when. No module here knows a table."""

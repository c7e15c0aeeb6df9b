"""Accounts and sessions, and what every HTTP endpoint of the service shares; knows nothing of games."""

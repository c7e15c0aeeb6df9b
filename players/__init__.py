"""Accounts and sessions, and the code that all HTTP endpoints of the service share. It knows nothing of games."""

"""Commands of `manage.py` that know the games, and what only they need."""

"""Commands of `manage.py` that need the games, and the modules that only those commands use."""

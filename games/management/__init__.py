"""The commands of `manage.py` about games, and the modules that only those commands use."""

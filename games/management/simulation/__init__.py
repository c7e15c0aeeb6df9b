"""The simulations of ``manage.py simulate``: statistics of random games, and games played into the log."""

"""The page to play on: its sources, how they are built, and the address where a browser gets it.

The sources are in `src`, and everything that the page shows comes from the public API.
"""

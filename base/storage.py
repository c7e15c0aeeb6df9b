"""What is stored outside of the database, and may be away while the database answers."""


class StorageAway(Exception):
    """A file that an answer needs cannot be had now, or is not the one that was stored. Callers get a 503."""

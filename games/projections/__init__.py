"""Read models: rows for lists and searches that are made from events, and can always be made again from the log."""

"""The queue, in which players wait for opponents."""

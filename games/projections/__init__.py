"""Events in, one read model out: rows for lists and searches, always to be had again from the log."""

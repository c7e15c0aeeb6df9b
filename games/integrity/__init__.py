"""Verification: the log is whole, and all that is kept beside it follows from it."""

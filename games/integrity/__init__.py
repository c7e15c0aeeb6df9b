"""Proofs: the log, and everything that is kept beside it and must follow from it."""

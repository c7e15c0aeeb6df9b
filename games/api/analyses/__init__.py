"""Analyses: what the expert would have done in a game that is over."""

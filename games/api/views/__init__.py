"""One class for each address; each method translates, calls, translates."""

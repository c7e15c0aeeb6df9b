"""One game as a viewer may see it: the table, its rules, its events, and moves."""

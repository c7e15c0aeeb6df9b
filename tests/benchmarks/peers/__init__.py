"""Programs that measure other projects' engines: each runs alone, in a throw-away environment with its library."""

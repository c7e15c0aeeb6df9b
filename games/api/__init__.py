"""The HTTP API of games: it reads requests, calls services and selectors, and builds answers."""

"""The games: rules, log, services, read models, bots, API."""

"""The whole service on one machine, by one command: PostgreSQL, web, worker and beat under one supervisor."""

"""Django's backend for PostgreSQL, with a pool that asks a connection only if it may have been dropped."""

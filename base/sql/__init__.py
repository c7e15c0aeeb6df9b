"""Statements, replicas and the wrapper of PostgreSQL."""

from typing import Final

REPLICAS: Final = "replica_"
"""The names of replicas in DATABASES begin so."""

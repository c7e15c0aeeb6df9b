"""Statements, replicas and the wrapper of PostgreSQL."""

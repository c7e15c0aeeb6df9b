"""Exports of accounts."""

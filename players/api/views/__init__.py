"""The endpoints of accounts."""

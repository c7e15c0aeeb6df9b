"""Webhooks by Standard Webhooks: what is sent, how it is signed, and where it may go. No module here knows a table."""

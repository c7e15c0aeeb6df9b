"""Webhooks: addresses that the service calls when something happens in your games."""

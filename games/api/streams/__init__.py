"""Streams: answers that stay open, and send what happens as server-sent events."""

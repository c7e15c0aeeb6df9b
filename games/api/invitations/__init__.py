"""Invitations to tables: by name, and by links that open a page or an app."""

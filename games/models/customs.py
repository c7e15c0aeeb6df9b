"""Variants that players wrote, and judgements on them."""

from typing import ClassVar

from django.db import models


class CustomVariant(models.Model):
    """Who owns the key of a variant that a player wrote, and the hash of its current edition."""

    key = models.TextField(primary_key=True)
    author = models.UUIDField()
    hash = models.TextField()
    editions = models.IntegerField()
    """How many were published under this key; all of them are kept under their hashes."""
    published_at = models.DateTimeField()

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "custom_variant"
        ordering: ClassVar = ["key"]

    def __str__(self) -> str:
        return f"{self.key} {self.hash[:12]}"


class Judgement(models.Model):
    """A judgement that somebody ordered; what he sent is forgotten with it after an hour."""

    id = models.UUIDField(primary_key=True)
    author = models.UUIDField()
    status = models.TextField(default="waiting")
    sent = models.JSONField()
    base = models.TextField(null=True)  # noqa: DJ001 - a ruleset that stands alone has none
    deals = models.IntegerField()
    tries = models.SmallIntegerField(default=0)
    hash = models.TextField(null=True)  # noqa: DJ001 - what is no ruleset has none
    passed = models.BooleanField(null=True)
    report = models.JSONField(null=True)
    created_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    """When it ran last; its author was served then."""
    due_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "judgement"

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"

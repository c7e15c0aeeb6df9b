"""The keys that sign receipts."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import IsNull

from games.models.columns import TextKey


class SigningKey(models.Model):
    """An Ed25519 key of the service: the one that signs, or a retired one that old receipts are checked with."""

    kid = TextKey(primary_key=True)
    """The key's thumbprint (RFC 7638)."""
    public = models.BinaryField()
    """Kept for ever, so that old receipts can be checked."""
    sealed = models.BinaryField(null=True)
    """The private half, encrypted with a key that is derived from SECRET_KEY; None once the key is retired."""
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True)
    """None for the key that signs."""

    class Meta:
        db_table = "signing_key"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(public__octets=32), name="signing_key_public_check"),
            models.CheckConstraint(condition=Q(valid_until__gte=F("valid_from")), name="signing_key_check"),
            models.CheckConstraint(
                condition=Q(sealed__isnull=True, valid_until__isnull=False)
                | Q(sealed__isnull=False, valid_until__isnull=True),
                name="signing_key_check1",
            ),
            # At most one key signs.
            models.UniqueConstraint(
                IsNull(F("valid_until"), True),
                condition=Q(valid_until__isnull=True),
                name="signing_key_current",
            ),
        ]

    def __str__(self) -> str:
        return str(self.kid)

"""The keys that sign receipts."""

from django.db import models


class SigningKey(models.Model):
    """An Ed25519 key of the service: the one that signs, or a retired one that old receipts are checked with."""

    kid = models.TextField(primary_key=True)
    """The key's thumbprint (RFC 7638)."""
    public = models.BinaryField()
    sealed = models.BinaryField(null=True)
    """The private half, encrypted; None once the key is retired."""
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True)

    class Meta:
        """Made by SQL."""

        managed = False
        db_table = "signing_key"

    def __str__(self) -> str:
        return self.kid

"""Variants that players wrote."""

from uuid import UUID

from django.db.models import QuerySet

from games.models import CustomVariant


def variants_of(author: UUID) -> QuerySet[CustomVariant]:
    """Return the variants that *author* has published."""
    return CustomVariant.objects.filter(author=author)


def published_variants() -> QuerySet[CustomVariant]:
    """Return the variants of all players."""
    return CustomVariant.objects.all()

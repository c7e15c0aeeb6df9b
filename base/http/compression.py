"""Which answers for one caller may be compressed: those without a secret. docs/reference/api.md says why."""

from typing import TypeVar

from django.http.response import HttpResponseBase

Answer = TypeVar("Answer", bound=HttpResponseBase)


def compressible(answer: Answer) -> Answer:
    """Return *answer*, marked as one that has no secret: no card that is hidden from somebody, no token and no code."""
    answer.is_compressible = True  # type: ignore[attr-defined]  # the middleware asks for it
    return answer


def is_compressible(answer: HttpResponseBase) -> bool:
    """Return whether an answer may be compressed: shared caches may store it, or it is marked."""
    return answer.headers.get("Cache-Control", "").startswith("public") or getattr(answer, "is_compressible", False)

"""OpenAPI's document of the service. It takes more than a second to make, so that each process makes it once."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def document() -> Any:
    """Return the document, which all tests of a process share: change a copy."""
    return SchemaGenerator(urlconf="config.urls").get_schema(public=True)  # type: ignore[no-untyped-call]

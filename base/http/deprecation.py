"""Operations that will end: their answers and their descriptions say when, and what to use in their place."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.utils.http import http_date


@dataclass(frozen=True)
class Deprecation:
    """When an operation was deprecated, the last day on which it works, and the path that replaces it."""

    since: date
    sunset: date
    successor: str

    def headers(self) -> dict[str, str]:
        """Return `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to the successor (RFC 5829)."""
        return {
            "Deprecation": f"@{_seconds(self.since)}",
            "Sunset": http_date(_seconds(self.sunset)),
            "Link": f'<{self.successor}>; rel="successor-version"',
        }

    def sentence(self) -> str:
        """Return what the description of the operation says of it."""
        return f"Deprecated since {self.since}, and works until {self.sunset}. Use `{self.successor}` in its place."


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())

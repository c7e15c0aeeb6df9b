"""What the vacations of a player answer."""

from typing import Annotated, ClassVar

from msgspec import Meta

from base.http.answers import Answer, Timestamp


class VacationAnswer(Answer, frozen=True):
    """Your vacation, and what is left of your budget. In a calendar year (UTC) you have 14 days."""

    example: ClassVar = {
        "began": "2026-11-24T09:00:00Z", "until": "2026-11-28T09:00:00Z", "days_left": 10.0,
        "days_left_next_year": 14.0, "server_time": "2026-11-24T09:00:00Z",
    }  # fmt: skip
    began: Annotated[Timestamp | None, Meta(description="When your vacation began. Null if you are on none.")]
    until: Annotated[Timestamp | None, Meta(description="When it ends. Null if you are on none.")]
    days_left: Annotated[
        float, Meta(description="How many days of this year you have left after the vacation that runs.")
    ]
    days_left_next_year: Annotated[float, Meta(description="The same for the next year.")]
    server_time: Annotated[Timestamp, Meta(description="The time of the service when it wrote this answer.")]

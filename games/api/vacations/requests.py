"""The body of a vacation."""

from base.http.fields import Instant, StrictSerializer


class VacationRequest(StrictSerializer):
    """A vacation, or the new end of the one that you are on."""

    until = Instant(help_text="When it ends. A vacation costs at least one day of your budget.")

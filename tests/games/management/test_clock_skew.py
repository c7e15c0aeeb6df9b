"""`doctor` compares the clock of its machine with that of the database."""

import time

import pytest

from games.management.health_report import clock_skew, report

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("behind", "said"), [(60, "60.0 s ahead of this machine"), (-60, "60.0 s behind this machine")]
)
def test_a_machine_whose_clock_is_wrong_is_told(behind: float, said: str) -> None:
    line = clock_skew(time.time() - behind)

    assert (line.is_well, said in line.what) == (False, True)
    assert "NTP" in line.advice


def test_a_machine_whose_clock_is_right_needs_no_advice() -> None:
    lines = [line for line in report() if line.what.startswith("clocks:")]

    assert [(line.is_well, line.advice) for line in lines] == [(True, "")]

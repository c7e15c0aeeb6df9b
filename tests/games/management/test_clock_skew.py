"""`doctor` compares the clock of its machine with that of the database."""

import re
import time

import pytest

from games.management.health_report import clock_skew, report

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("behind", "said"), [(6_000, "ahead of this machine"), (-6_000, "behind this machine")])
def test_a_machine_whose_clock_is_wrong_is_told(behind: float, said: str) -> None:
    line = clock_skew(time.time() - behind)

    found = re.fullmatch(rf"clocks: the database is (\d+\.\d) s {said}", line.what)
    assert found
    assert float(found[1]) == pytest.approx(6_000, abs=60)  # the database answers a little later
    assert not line.is_well
    assert "NTP" in line.advice


def test_a_machine_whose_clock_is_right_needs_no_advice() -> None:
    lines = [line for line in report() if line.what.startswith("clocks:")]

    assert [(line.is_well, line.advice) for line in lines] == [(True, "")]

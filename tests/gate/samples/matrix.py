"""A test with many cases, for `test_parts.py`. pytest does not collect it unless it is named."""

import pytest


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", range(20))
def test_a_case(case: int) -> None:
    assert case < 20


def test_that_is_always_run() -> None:
    pass

import time
from collections import Counter
from uuid import RFC_4122

from base.identifiers import uuid7


def test_an_id_is_a_uuid_of_version_7_that_tells_its_time() -> None:
    before = time.time_ns() // 1_000_000
    made = uuid7()

    assert (made.version, made.variant) == (7, RFC_4122)
    assert before <= made.int >> 80 <= time.time_ns() // 1_000_000


def test_ids_differ_and_sort_by_time() -> None:
    made = [uuid7() for _ in range(10_000)]

    assert len(set(made)) == len(made)
    assert [one.int >> 80 for one in made] == sorted(one.int >> 80 for one in made)


def test_the_last_byte_spreads_over_the_shards() -> None:
    shards = Counter(uuid7().bytes[-1] % 16 for _ in range(16_000))

    assert len(shards) == 16
    assert min(shards.values()) > 700

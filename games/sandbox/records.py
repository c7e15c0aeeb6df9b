"""The child that checks records: ``python -m games.sandbox.records`` replays them within bounds, and writes JSON.

Like the child that checks rulesets, it has the rules alone.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.records import NotARecord, check_record, read
from games.rules.ruleset import RulesetError
from games.rules.variants import from_bytes
from games.sandbox.cpu_budget import CpuBudget, OutOfTime, Starved, confine, silence
from games.sandbox.ruleset_bounds import check_bounds

_SHOWN: Final = 500
"""Characters of a line, and of why it does not follow."""
_NO_GAME: Final = {"game": None, "variant": None, "winners": None, "places": None}


def verdict_on_all(sent: Sequence[Mapping[str, str]], contents: Mapping[str, str]) -> dict[str, Any]:
    """Return the verdict on records, each with the hash of its ``ruleset``: the one on the first that is refused.

    *contents* has the ruleset of each hash. Only the verdict on a single record names its game, variant, winners and
    places.
    """
    found = refused("there is no record in it")
    for number, one in enumerate(sent, 1):
        found = verdict(one["record"], contents[one["ruleset"]].encode())
        if not found["accepted"]:
            return found | {"record": number}
    return found if len(sent) == 1 else found | _NO_GAME


def verdict(sent: str, content: bytes) -> dict[str, Any]:
    """Return whether the record *sent* follows from the rules of this *content*, and if not, what does not."""
    variant = from_bytes(content)
    try:
        record = read(sent)
        check_bounds(variant.ruleset(len(record.tags.sitters), record.tags.options))
    except NotARecord as fault:
        return refused(fault.why, line=fault.line)
    except RulesetError as fault:
        return refused(f"its rules seat no such table: {fault}")
    found = check_record(record, variant)
    if found is not None:
        return refused(found.why, line=found.line, said=found.said)
    tags = record.tags
    return {
        "accepted": True, "record": None, "line": None, "said": None, "why": None,
        "game": tags.game, "variant": tags.variant, "winners": tags.winners, "places": tags.places,
    }  # fmt: skip


def refused(why: str, *, line: int = 0, said: str = "") -> dict[str, Any]:
    """Return the verdict on a record that does not follow; *line* counts from 1, 0 is the whole."""
    return {
        "accepted": False, "record": 1, "line": line or None, "said": said[:_SHOWN] or None,
        "why": why[:_SHOWN], **_NO_GAME,
    }  # fmt: skip


def main() -> None:
    """Answer one request: ``records``, and the ``contents`` of their rulesets by hash.

    The answer is ``starved`` if the machine left no time for it.
    """
    request: Mapping[str, Any] = json.load(sys.stdin)
    confine(**request["bounds"])
    try:
        with CpuBudget(request["bounds"]["cpu"]).at_most(request["bounds"]["cpu"]):
            found = verdict_on_all(request["records"], request["contents"])
    except Starved:
        found = {"starved": True}
    except OutOfTime:
        found = refused(f"The check takes more than {request['bounds']['cpu']} s of the processor")
    except MemoryError:
        found = refused(f"The check takes more than {request['bounds']['memory'] >> 20} MiB of memory")
    silence()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()

"""The child: ``python -m games.sandbox`` reads a request on standard input, checks it within bounds, writes JSON.

It has the rules alone: no framework, no database, no secret of the environment.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.rules.variants import Variant
from games.sandbox.cpu_budget import CpuBudget, OutOfTime, Starved, confine, silence
from games.sandbox.document import parts_of
from games.sandbox.example_runs import run
from games.sandbox.faults import Fault, Faulty
from games.sandbox.trial_games import Deals
from games.sandbox.validate import variant_of

_FAULTS_SHOWN: Final = 50


class Check:
    """The findings so far. ``answer`` can report them at any time, also after the check had to stop."""

    def __init__(self) -> None:
        self.variant: Variant | None = None
        self.faults: list[Fault] = []
        self.examples: list[dict[str, Any]] | None = None
        self.deals: Deals | None = None
        self.finished = False

    def run(self, request: Mapping[str, Any], budget: CpuBudget) -> None:
        """Check the schema, then the examples, then the random deals. Stop after the first step that fails."""
        try:
            with budget.at_most(request["bounds"]["cpu"]):
                variant = variant_of(parts_of(request["sent"], request["base"]))
        except Faulty as faulty:
            self.faults += faulty.faults
            self.finished = True
            return
        self.variant, self.examples = variant, []
        for data in variant.examples:  # one by one: the budget may end in any of them
            self.examples.append(run(variant, data, budget))
        names = Counter(one["name"] for one in self.examples)
        self.faults += [
            Fault("examples", f'Two examples are called "{name}". Rename one.')
            for name in sorted(names)
            if names[name] > 1
        ]
        if request["deals"] and not self.faults and all(one["held"] for one in self.examples):
            self.deals = Deals(variant, request["deals"], budget)
            self.deals.play()
        self.finished = True

    def answer(self) -> dict[str, Any]:
        """Return the report, and the canonical content of a sound variant, as JSON."""
        examples = self.examples or []
        sound = self.finished and self.variant is not None and not self.faults and all(one["held"] for one in examples)
        variant = self.variant
        report = {
            "passed": sound and (self.deals is None or self.deals.are_sound),
            "finished": self.finished and (self.deals is None or self.deals.finished),
            "hash": variant.hash if variant else None,
            "key": variant.key if variant else None,
            "name": variant.name if variant else None,
            "faults": [fault.shown() for fault in self.faults[:_FAULTS_SHOWN]],
            "examples": examples,
            "deals": self.deals.report() if self.deals else None,
        }
        return {"report": report, "content": variant.content.decode() if variant else None}


def main() -> None:
    """Answer one request. The answer is ``starved`` if the machine left no time for it."""
    request = json.load(sys.stdin)
    confine(**request["bounds"])
    check = Check()
    try:
        check.run(request, CpuBudget(request["bounds"]["cpu"]))
    except Starved:
        json.dump({"starved": True}, sys.stdout)
        return
    except OutOfTime:
        check.faults.append(Fault("", "The check takes too long. Make the rules simpler, or send fewer examples."))
    except MemoryError:
        check.faults.append(Fault("", f"The check takes more than {request['bounds']['memory'] >> 20} MiB of memory."))
    silence()
    json.dump(check.answer(), sys.stdout)


if __name__ == "__main__":
    main()

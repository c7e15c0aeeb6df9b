"""The child: ``python -m games.sandbox`` reads a wish on standard input, judges it within bounds, writes JSON.

It knows the rules alone: no framework, no database, no secret of the environment.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any, Final

from games.rules.variants import Variant
from games.sandbox.cpu_budget import OutOfTime, Starved, Stopwatch, confine, silence
from games.sandbox.document import parts_of
from games.sandbox.example_runs import run
from games.sandbox.faults import Fault, Faulty
from games.sandbox.schema import variant_of
from games.sandbox.trial_games import Deals

_FAULTS_SHOWN: Final = 50


class Judgement:
    """What is known so far: so much can be told whenever it must stop."""

    def __init__(self) -> None:
        self.variant: Variant | None = None
        self.faults: list[Fault] = []
        self.examples: list[dict[str, Any]] | None = None
        self.deals: Deals | None = None
        self.finished = False

    def judge(self, wish: Mapping[str, Any], watch: Stopwatch) -> None:
        """Judge the schema, then the examples, then deals if any are wished; each only where all before is sound."""
        try:
            with watch.at_most(wish["bounds"]["cpu"]):
                self.variant = variant_of(parts_of(wish["sent"], wish["base"]))
        except Faulty as faulty:
            self.faults += faulty.faults
        if self.variant is not None:
            self._run_examples(self.variant, watch)
            if wish["deals"] and not self.faults and all(one["held"] for one in self.examples or ()):
                self.deals = Deals(self.variant, wish["deals"], watch)
                self.deals.play()
        self.finished = True

    def _run_examples(self, variant: Variant, watch: Stopwatch) -> None:
        self.examples = []
        for data in variant.examples:
            self.examples.append(run(variant, data, watch))
        names = [one["name"] for one in self.examples]
        twice = sorted({name for name in names if names.count(name) > 1})
        self.faults += [Fault("examples", f"two are called {name!r}") for name in twice]

    def answer(self) -> dict[str, Any]:
        """Return report and content as JSON."""
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
    """Answer one wish; ``starved`` where the machine left no time for it."""
    wish = json.load(sys.stdin)
    confine(**wish["bounds"])
    judgement = Judgement()
    try:
        judgement.judge(wish, Stopwatch(wish["bounds"]["cpu"]))
    except Starved:
        json.dump({"starved": True}, sys.stdout)
        return
    except OutOfTime:
        judgement.faults.append(Fault("", "takes too long: it was not judged within the processor time for it"))
    except MemoryError:
        judgement.faults.append(Fault("", f"takes more than {wish['bounds']['memory'] >> 20} MiB of memory"))
    silence()
    json.dump(judgement.answer(), sys.stdout)


if __name__ == "__main__":
    main()

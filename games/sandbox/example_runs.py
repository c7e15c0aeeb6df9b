"""Runs the examples of a ruleset that a player wrote. Whatever one of them does, the next one is run."""

from typing import Any, Final

from games.rules.examples import ExampleError, read_example, run_in
from games.rules.ruleset import RulesetError
from games.rules.variants import Variant
from games.sandbox.cpu_budget import CpuBudget, OutOfTime, TooSlow
from games.sandbox.faults import cut

SECONDS: Final = 1.0
"""Of the processor, for one example."""
_MOST_FAULTS: Final = 8


def run(variant: Variant, data: dict[str, Any], budget: CpuBudget) -> dict[str, Any]:
    """Return what became of the example *data*: its name, whether it holds, and what does not. Raises OutOfTime."""
    faults: tuple[str, ...]
    try:
        with budget.at_most(SECONDS):
            faults = run_in(variant, read_example(data)).faults
    except (ExampleError, RulesetError) as fault:
        faults = (str(fault),)
    except TooSlow:
        faults = (f"takes longer than {SECONDS:g} s",)
    except (OutOfTime, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - whatever the rules say to nonsense, the next example is run
        faults = (f"cannot be run: {type(fault).__name__}: {fault}",)
    name = data.get("name")
    shown = [cut(fault) for fault in faults[:_MOST_FAULTS]]
    return {"name": cut(name) if isinstance(name, str) else "", "held": not faults, "faults": shown}

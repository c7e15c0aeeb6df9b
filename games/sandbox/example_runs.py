"""Runs the examples of a ruleset that a player wrote. Whatever one of them does, the next one is run too."""

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
    """Return the name of the example *data*, whether it holds, and what does not. Raises OutOfTime."""
    faults: tuple[str, ...]
    try:
        with budget.at_most(SECONDS):
            faults = run_in(variant, read_example(data)).faults
    except (ExampleError, RulesetError) as fault:
        faults = (str(fault),)
    except TooSlow:
        faults = (f"The example takes longer than {SECONDS:g} s. Make it shorter.",)
    except (OutOfTime, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - nonsense may break the rules in any way, and the next example is still run
        faults = (f"The example cannot be run: {type(fault).__name__}: {fault}",)
    name = data.get("name")
    shown = [cut(fault) for fault in faults[:_MOST_FAULTS]]
    return {"name": cut(name) if isinstance(name, str) else "", "held": not faults, "faults": shown}

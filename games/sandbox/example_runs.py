"""Running the examples of a ruleset that somebody wrote: each by itself, whatever it says."""

from typing import Any, Final

from games.rules.examples import ExampleError, read_example, run_in
from games.rules.ruleset import RulesetError
from games.rules.variants import Variant
from games.sandbox.cpu_budget import OutOfTime, Stopwatch, TooSlow
from games.sandbox.faults import cut

SECONDS: Final = 1.0
"""Of the processor, for one example."""
_MOST_FAULTS: Final = 8


def run(variant: Variant, data: dict[str, Any], watch: Stopwatch) -> dict[str, Any]:
    """Return what became of the example *data*: its name, whether it holds, and what does not. Raises OutOfTime."""
    name = data.get("name")
    faults = _faults(variant, data, watch)
    shown = [cut(fault) for fault in faults[:_MOST_FAULTS]]
    return {"name": cut(name) if isinstance(name, str) else "", "held": not faults, "faults": shown}


def _faults(variant: Variant, data: dict[str, Any], watch: Stopwatch) -> tuple[str, ...]:
    try:
        with watch.at_most(SECONDS):
            example = read_example(data)
            return run_in(variant, example).faults
    except (ExampleError, RulesetError) as fault:
        return (str(fault),)
    except TooSlow:
        return (f"takes longer than {SECONDS:g} s",)
    except (OutOfTime, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - whatever the rules say to nonsense, the next example is run
        return (f"cannot be run: {type(fault).__name__}: {fault}",)

"""The rules as executable data: examples in TOML, run without Django and without a database."""

from games.rules.examples.running import Outcome, run_example, run_in
from games.rules.examples.shape import Example, ExampleError, read_example

__all__ = ["Example", "ExampleError", "Outcome", "read_example", "run_example", "run_in"]

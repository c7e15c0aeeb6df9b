"""Checks of rulesets that players write, in a child process with bounds on time and memory that knows the rules alone.

``check`` starts the child and returns its ``Verdict``; nothing that a ruleset says can cost more than that child.
"""

from games.sandbox.limits import check_bounds
from games.sandbox.running import QUICK, THOROUGH, Bounds, NotChecked, Verdict, ask, check
from games.sandbox.schema import KEY

__all__ = ["KEY", "QUICK", "THOROUGH", "Bounds", "NotChecked", "Verdict", "ask", "check", "check_bounds"]

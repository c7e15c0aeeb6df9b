"""Checks of rulesets that players write, in a child process that has the rules alone, and little time and memory.

``check`` starts the child and returns its ``Verdict``. No ruleset can cost more than that child.
"""

from games.sandbox.child import NotChecked, Verdict, ask, check
from games.sandbox.limits import QUICK, THOROUGH, Bounds
from games.sandbox.ruleset_bounds import check_bounds
from games.sandbox.validate import KEY

__all__ = ["KEY", "QUICK", "THOROUGH", "Bounds", "NotChecked", "Verdict", "ask", "check", "check_bounds"]

"""A child that hears no clock of its own and goes on until the kernel kills it."""

import json
import sys
from typing import Any

from games.sandbox.cpu_budget import confine

request: dict[str, Any] = json.load(sys.stdin)
confine(**request["bounds"])
while True:
    pass

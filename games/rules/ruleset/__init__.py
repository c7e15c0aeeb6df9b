"""What a variant may vary: knobs read from data, switches that change them, compiled into lookup tables."""

from games.rules.ruleset.compile import Ruleset
from games.rules.ruleset.options import Option, Options, Switch
from games.rules.ruleset.read import RulesetError

__all__ = ["Option", "Options", "Ruleset", "RulesetError", "Switch"]

"""What a variant may vary: knobs read from data, switches that change them, compiled into lookup tables."""

from games.rules.ruleset.compiled import Ruleset
from games.rules.ruleset.reading import RulesetError
from games.rules.ruleset.switches import Option, Options, Switch

__all__ = ["Option", "Options", "Ruleset", "RulesetError", "Switch"]

"""What a variant may vary: sections of rules read from data, options that change them, compiled into lookup tables."""

from games.rules.ruleset.compile import Ruleset
from games.rules.ruleset.options import Option, Options, OptionValue
from games.rules.ruleset.read import RulesetError

__all__ = ["Option", "OptionValue", "Options", "Ruleset", "RulesetError"]

"""The rules: variants, rulesets, and what players publish of their own."""

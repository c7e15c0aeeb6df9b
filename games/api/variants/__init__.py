"""Variants and rulesets, and the checks and publication of custom variants."""

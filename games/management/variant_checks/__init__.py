"""The checks of ``manage.py check_variants``: examples, random deals, and each value of a ruleset changed alone."""

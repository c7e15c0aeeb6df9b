"""What ``manage.py check_variants`` asks of a variant: examples, deals played by chance, each value changed alone."""

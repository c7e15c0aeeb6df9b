"""Making tables, finding them, sitting down."""

"""Games as documents: written, read and kept."""

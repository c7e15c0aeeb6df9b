"""The event log: streams of events in PostgreSQL, appended by one writer and followed by many readers."""

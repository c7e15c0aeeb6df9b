"""A client in the terminal. It speaks HTTP only and imports nothing of the service, as anybody's client would."""

"""What to do about trouble that several commands and the settings can meet. It imports nothing."""

from typing import Final

SAME_DATA: Final = "If you ran `make up DATA=path`, set the same DATA for this command."
NO_DATABASE: Final = f"Start PostgreSQL, or correct DATABASE_URL. Its own log says why it does not answer. {SAME_DATA}"

THROWAWAY: Final = "throwaway"
"""The `cluster_name` of a server for tests, which may lose everything and need no advice."""

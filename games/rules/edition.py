"""Which edition of the rules decides. A change of what a command does is a new edition; ADR 72 says why."""

from typing import Final

FIRST: Final = 1
"""What is stored without an edition was decided by this one."""
EDITION: Final = 1
"""The edition of this code: it decides every command of the service. Older ones are there to play records again."""

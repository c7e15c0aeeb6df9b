"""Which edition of the rules decides. A change of what a command does is a new edition; ADR 2 says why.

The second edition: places that were taken stand when a seat leaves, and equal scores share a place (K-113, K-118,
K-124, K-128, K-129). A caught lie breaks the row of K-85. A word is on time right after the play (PE-36). No seat
is accused twice by one other before the next card (TD-49).
"""

from typing import Final

FIRST: Final = 1
"""What is stored without an edition was decided by this one."""
EDITION: Final = 2
"""The edition of this code: it decides every command of the service. Older ones are there to play records again."""

"""The members of ``Ask`` by themselves: Python 3.11 finds a member of an enum by a call, and every move asks often."""

from typing import Final

from games.rules.events.words import Ask

PLAY: Final = Ask.PLAY
DRAWN: Final = Ask.DRAWN
ANSWER: Final = Ask.ANSWER
MUST_FOLLOW: Final = Ask.MUST_FOLLOW
MAY_FOLLOW: Final = Ask.MAY_FOLLOW
CUT: Final = Ask.CUT
KEEP: Final = Ask.KEEP
NAME: Final = Ask.NAME
BELIEVE: Final = Ask.BELIEVE
RESCUE: Final = Ask.RESCUE
NOTHING: Final = Ask.NOTHING

"""What all tests of games share."""

from tests.same_chance import same_chance

__all__ = ["same_chance"]

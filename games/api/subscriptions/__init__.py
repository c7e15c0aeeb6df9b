"""Secret addresses at which programs of players read deadlines and news."""

"""Numbers of things in the output of commands."""


def amount(number: int, what: str, *, zero: str = "0") -> str:
    """Return a number with its noun. *zero* is the word for 0.

    >>> amount(1, "game"), amount(0, "game"), amount(0, "fault", zero="no"), amount(2000, "link")
    ('1 game', '0 games', 'no faults', '2000 links')
    """
    return f"{number or zero} {what}{'' if number == 1 else 's'}"

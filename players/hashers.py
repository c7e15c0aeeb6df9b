"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LeanArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the parameters OWASP recommends: 19 MiB, two passes, one lane.

    Django's own take 100 MiB and eight lanes a hash; a few dozen sign-ins at once would then exhaust a small machine.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

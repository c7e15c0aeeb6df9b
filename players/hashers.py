"""The hashes of passwords."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LeanArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane.

    Django's own parameters take 100 MiB and eight lanes for each hash. A few dozen sign-ins at once would then use up
    the memory of a small machine.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

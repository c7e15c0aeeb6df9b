"""`manage.py grant_rights ROLE`: what the application's role may do, where another role owns the tables."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from psycopg import sql

APPEND_ONLY: Final = ("event", "ruleset")
"""Tables whose rows are never changed: the role may read and add, nothing else."""

_ROLE: Final = "SELECT rolsuper OR pg_has_role(oid, current_user, 'USAGE') FROM pg_roles WHERE rolname = %s"
_PARTITIONS: Final = (
    "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'event'::regclass"
)
_GRANTS: Final = """
    REVOKE ALL ON SCHEMA public FROM {role};
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role};
    GRANT USAGE ON SCHEMA public TO {role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};
    REVOKE UPDATE, DELETE ON {append_only} FROM {role};
"""


class Command(BaseCommand):
    """Grants, and takes back what is too much; run it again after each migration."""

    help = "Let a role read and write, and only add to the log. Run it as the owner of the tables after each migration."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for the role."""
        parser.add_argument("role", help="the role as which web, worker and all else connect")

    def handle(self, *_args: Any, **given: Any) -> None:
        """Grant; CommandError for a role that there is not, or whose rights cannot be bounded."""
        role = given["role"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_ROLE, [role])
            found = cursor.fetchone()
            if found is None:
                raise CommandError(f"There is no role {role!r}: create it first (docs/how-to/host.md).")
            if found[0]:
                raise CommandError(
                    f"{role!r} owns the tables or may do all: connect as the owner, and name another role."
                )
            cursor.execute(_PARTITIONS)
            tables = [*APPEND_ONLY, *(name for (name,) in cursor.fetchall())]
            statement = sql.SQL(_GRANTS).format(
                role=sql.Identifier(role), append_only=sql.SQL(", ").join(map(sql.Identifier, tables))
            )
            cursor.execute(statement.as_string(cursor.connection))
        self.stdout.write(f"{role} may read and write, and only add to {', '.join(APPEND_ONLY)}.")

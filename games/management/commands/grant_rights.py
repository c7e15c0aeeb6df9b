"""``manage.py grant_rights``: give a role the rights that the service needs, if another role owns the tables."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from psycopg import sql

APPEND_ONLY: Final = ("event", "event_link", "archive", "ruleset")
"""Tables to which the role may only add rows, and read them."""

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
_ARCHIVES: Final = "GRANT DELETE ON {append_only} TO {role}"
"""A trigger lets only rows go that are kept elsewhere."""


class Command(BaseCommand):
    """Grant the rights that are needed, and revoke all others. Run it again after each migration."""

    help = (
        "Let a role read and write, but only add to the log. Run this as the owner of the tables after each migration."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the role."""
        parser.add_argument("role", help="the PostgreSQL role with which web processes and workers connect")
        parser.add_argument(
            "--archives", action="store_true", help="let workers of this role archive games, too (ARCHIVE_AFTER)"
        )

    def handle(self, *_args: Any, **given: Any) -> None:
        """Grant the rights. Raises CommandError if the role does not exist, or if its rights cannot be limited."""
        role = given["role"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_ROLE, [role])
            found = cursor.fetchone()
            if found is None:
                raise CommandError(f"There is no role {role!r}. Create it first (docs/how-to/host.md).")
            if found[0]:
                raise CommandError(
                    f"{role!r} owns the tables or may do everything. Connect as the owner, and name another role."
                )
            cursor.execute(_PARTITIONS)
            tables = [*APPEND_ONLY, *(name for (name,) in cursor.fetchall())]
            statement = sql.SQL(_GRANTS).format(
                role=sql.Identifier(role), append_only=sql.SQL(", ").join(map(sql.Identifier, tables))
            )
            cursor.execute(statement.as_string(cursor.connection))
            if given["archives"]:
                leave = sql.SQL(_ARCHIVES).format(
                    role=sql.Identifier(role), append_only=sql.SQL(", ").join(map(sql.Identifier, _leaving(tables)))
                )
                cursor.execute(leave.as_string(cursor.connection))
        self.stdout.write(f"{role} may read and write, but only add to {', '.join(APPEND_ONLY)}.")


def _leaving(tables: list[str]) -> list[str]:
    """Return those of *tables* whose rows may go if they are kept elsewhere."""
    return [table for table in tables if table != "ruleset"]

"""The embedded broker: pgmq in a database of its own. You can drop that database at any time."""

import logging
from typing import Final
from urllib.parse import quote

import psycopg
from kombu.transport import pgmq
from pgmq.install import install_pgmq_from_sql
from psycopg.conninfo import conninfo_to_dict

from config.environment import pgmq_conninfo

_ONE_AFTER_ANOTHER: Final = """
    DO $body$ BEGIN
        IF to_regprocedure('pgmq.enable_notify_insert_at_once(text, integer)') IS NULL THEN
            ALTER FUNCTION pgmq.enable_notify_insert(text, integer) RENAME TO enable_notify_insert_at_once;
            CREATE FUNCTION pgmq.enable_notify_insert(queue_name text, throttle_interval_ms integer DEFAULT 250)
            RETURNS void LANGUAGE plpgsql AS $function$ BEGIN
                PERFORM pg_advisory_xact_lock(hashtext('pgmq.enable_notify_insert'));
                PERFORM pgmq.enable_notify_insert_at_once(queue_name, throttle_interval_ms);
            END $function$;
        END IF;
    END $body$
"""
"""Each process that opens a queue drops its trigger and makes it again. Two at once would fail, so they take a lock."""


class Transport(pgmq.Transport):
    """Takes a database without queues for a broker that is away. Somebody makes or restores it, and workers wait."""

    connection_errors = (*pgmq.Transport.connection_errors, psycopg.ProgrammingError)  # type: ignore[assignment]


def address(server: str, name: str) -> str:
    """Return the BROKER_URL of the database `name` on the server of a libpq address."""
    given = {key: quote(str(value), safe="") for key, value in conninfo_to_dict(server).items()}
    password = f":{given['password']}" if "password" in given else ""
    port = f":{given['port']}" if "port" in given else ""
    return f"pgmq://{given.get('user', 'postgres')}{password}@{given.get('host', 'localhost')}{port}/{name}"


def install(url: str) -> None:
    """Install the SQL of the queues in the database of a BROKER_URL, unless it is there."""
    logging.getLogger("pgmq").setLevel(logging.WARNING)
    with psycopg.connect(pgmq_conninfo(url)) as connection:
        found = connection.execute("SELECT to_regclass('pgmq.meta') IS NOT NULL").fetchone()
        connection.rollback()
        if found and not found[0]:
            install_pgmq_from_sql(conn=connection)
        connection.execute(_ONE_AFTER_ANOTHER)

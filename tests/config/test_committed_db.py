"""The fixture for tests that commit."""

import threading

import psycopg
import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from pytest_django import DjangoDbBlocker

from config import environment
from config.embedded.pytest_plugin import CommittedDatabase, _clone

_names: list[str] = []


@pytest.mark.parametrize("time_of_it", ["first", "second"])
def test_each_test_commits_to_a_database_of_its_own(committed_db: CommittedDatabase, time_of_it: str) -> None:
    ContentType.objects.create(app_label="trial", model="one")
    assert ContentType.objects.filter(app_label="trial").count() == 1, time_of_it
    assert committed_db.name not in _names
    _names.append(committed_db.name)


def test_threads_and_other_processes_see_what_is_committed(committed_db: CommittedDatabase) -> None:
    ContentType.objects.create(app_label="trial", model="one")
    seen: list[int] = []

    def connect() -> None:
        seen.append(ContentType.objects.filter(app_label="trial").count())
        connection.close()

    thread = threading.Thread(target=connect)
    thread.start()
    thread.join()
    assert seen == [1]
    with psycopg.connect(committed_db.url) as other:
        assert other.execute("SELECT count(*) FROM django_content_type WHERE app_label = 'trial'").fetchone() == (1,)


def test_it_has_a_broker_beside_it(committed_db: CommittedDatabase) -> None:
    with psycopg.connect(environment.pgmq_conninfo(committed_db.create_broker())) as queues:
        assert queues.execute("SELECT to_regclass('pgmq.meta') IS NOT NULL").fetchone() == (True,)


def test_afterwards_the_shared_database_is_back_and_empty(template_db: str, django_db_blocker: DjangoDbBlocker) -> None:
    with _clone(template_db, django_db_blocker) as made:  # what the fixture does, in the test itself
        ContentType.objects.create(app_label="trial", model="one")
        assert connection.settings_dict["NAME"] == made.name

    with django_db_blocker.unblock():
        assert str(connection.settings_dict["NAME"]) not in {made.name, *_names}
        assert str(settings.DATABASES["default"]["NAME"]).startswith("test_")
        assert not ContentType.objects.filter(app_label="trial").exists()
        connection.close()

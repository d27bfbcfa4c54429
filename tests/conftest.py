"""What do all tests share? Long forms stay out unless asked for, folders give markers, hypothesis is repeatable in CI.

People and matches are in the `conftest.py` of the folder that needs them.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from asgiref.sync import SyncToAsync
from channels.layers import channel_layers
from django.conf import settings as django_settings
from django.core.cache import caches
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.databases import make_database, migrated_template

settings.register_profile(
    "fogbound",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fogbound")

BROWSER_TESTS = Path(__file__).parent / "browser"
PLATFORM_TESTS = Path(__file__).parent / "lobby"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}
"""One of them is behind every fixture with people, matches or tables; without them pytest-django refuses each query."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    long = pytest.mark.skip(reason="long form: make long")
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")
        if (
            PLATFORM_TESTS in item.path.parents
            and asks_the_database(item)
            and not item.get_closest_marker("any_database")
        ):
            item.add_marker("every_database")
        if item.get_closest_marker("long") and not os.environ.get("FOGBOUND_LONG"):
            item.add_marker(long)


def asks_the_database(item: pytest.Item) -> bool:
    """Does the test touch the site's database? What does not is the same on every database."""
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASE_FIXTURES.isdisjoint(fixtures)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Each process copies what was migrated once for all.

    SQLite in a file as in life: a database in memory that threads share locks whole tables, and nobody waits for them.
    """
    database = django_settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        make_database({**os.environ, "FOGBOUND_SQLITE": str(file)})
        database.setdefault("TEST", {})["NAME"] = str(file)
    else:
        database.setdefault("TEST", {})["TEMPLATE"] = migrated_template(os.environ)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """The file is there already, with its tables."""
    return django_db_keepdb or django_settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")


def wait_for_no_disk(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Commits of tests are not written through: what must outlive a power cut is asked of sites in processes of their own."""
    if connection.vendor == "sqlite":
        connection.connection.execute("PRAGMA synchronous=OFF")


connection_created.connect(wait_for_no_disk)


KEPT_TABLES = {"django_migrations", "django_content_type", "auth_permission"}
"""What migrating fills; no test changes it."""


def delete_rows(_: TransactionTestCase) -> None:
    """Empty the tables after a test that committed. TRUNCATE, which Django uses, takes PostgreSQL 20 times as long."""
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - KEPT_TABLES
    with transaction.atomic(), connection.cursor() as cursor:
        for table in sorted(tables):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@pytest.fixture(scope="session", autouse=True)
def emptied_by_deleting() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hashing that is slow on purpose would be most of the time of many tests."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_when_asked_for() -> Iterator[None]:
    """Each test client has middleware of its own, which would list all static files first: a tenth of a second. A site does it once."""
    with override_settings(WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """A request leaves its language behind, in the thread of the tests."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def short_connections() -> None:
    """On PostgreSQL work in threads closes its connection at once: a test database in use can be neither emptied nor dropped."""
    connections.settings["default"]["CONN_MAX_AGE"] = 0


@pytest.fixture(autouse=True)
def no_connection_left_behind() -> Iterator[None]:
    """Async tests reach the database in a thread that outlives them."""
    yield
    if connection.vendor == "postgresql":
        SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session", autouse=True)
def own_corner_of_redis() -> None:
    """Processes that test side by side share a Redis, but neither its keys nor its channels."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker and django_settings.REDIS_URL:
        number = int(worker.removeprefix("gw")) + 1
        caches.settings["default"]["LOCATION"] = django_settings.REDIS_URL.rpartition("/")[0] + f"/{number}"
        if caches.all(initialized_only=True):
            del caches["default"]
        django_settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = worker
        channel_layers.backends.clear()

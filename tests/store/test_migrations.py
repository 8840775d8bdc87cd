"""Migrations only add, so that processes of two versions can share a store."""

import re

import pytest

from byzanz.store import migrations
from byzanz.store.errors import NewerStore
from byzanz.store.opening import open_store
from byzanz.store.rows import Appended, ProcessRow
from tests.store.samples import append, opened

DATABASES = ("sqlite", "postgres")
CREATE_TABLE = re.compile(r"CREATE (?:UNLOGGED )?TABLE (\w+) \(")
CREATE_INDEX = re.compile(r"CREATE (?P<unique>UNIQUE )?INDEX \w+ ON (?P<table>\w+) \(")
ADD_COLUMN = re.compile(r"ALTER TABLE \w+ ADD COLUMN \w+ (?P<definition>.+)")
INSERT = re.compile(r"INSERT INTO (\w+) ")
RAISE = re.compile(r"UPDATE oldest_program SET level = \d+, version = '[\d.]+'")
LEVELS = re.compile(r"oldest_program (?:SET level = |.*VALUES \(1, )(\d+)")
CONSTRAINT = re.compile(r"\b(UNIQUE|CHECK|REFERENCES|PRIMARY)\b")
EXCEPTIONS: set[str] = set()  # statements of old migrations that break the rule: none so far

ADDITIONS = [  # for SQLite and for PostgreSQL
    f"CREATE TABLE later (a {number}){strict}; ALTER TABLE room ADD COLUMN mood TEXT;"
    f" ALTER TABLE log ADD COLUMN size {number} NOT NULL DEFAULT 0"
    for number, strict in (("INTEGER", " STRICT"), ("bigint", ""))
]
RAISED = "UPDATE oldest_program SET level = 99, version = '7.3'"


def statements(sql: str) -> list[str]:
    sql = re.sub("--.*", "", sql)
    return [" ".join(each.split()) for each in sql.split(";") if each.strip()]


def breaks_rule(statement: str, created: set[str]) -> bool:
    """Whether a statement may disturb a program that does not know it.

    `created` are the tables that the same script has created: no older program uses them.
    """
    if CREATE_TABLE.match(statement) or RAISE.fullmatch(statement):
        return False
    if index := CREATE_INDEX.match(statement):
        return index["unique"] is not None and index["table"] not in created
    if column := ADD_COLUMN.fullmatch(statement):
        is_forced = "NOT NULL" in column["definition"] and "DEFAULT" not in column["definition"]
        return is_forced or CONSTRAINT.search(column["definition"]) is not None
    inserted = INSERT.match(statement)
    return inserted is None or inserted[1] not in created


@pytest.mark.parametrize("database", DATABASES)
def test_migrations_only_add(database):
    for number, sql in migrations.all_migrations(database):
        created = set(CREATE_TABLE.findall(sql))
        broken = [each for each in statements(sql) if breaks_rule(each, created)]
        assert set(broken) - EXCEPTIONS == set(), f"migration {number} for {database}"


@pytest.mark.parametrize(
    ("statement", "is_broken"),
    [
        ("CREATE TABLE seat (a INTEGER) STRICT", False),
        ("CREATE INDEX room_head ON room (head)", False),
        ("CREATE UNIQUE INDEX one ON fresh (a)", False),
        ("CREATE UNIQUE INDEX one ON room (head)", True),
        ("ALTER TABLE room ADD COLUMN mood TEXT", False),
        ("ALTER TABLE room ADD COLUMN mood TEXT NOT NULL DEFAULT ''", False),
        ("ALTER TABLE room ADD COLUMN mood TEXT NOT NULL", True),
        ("ALTER TABLE room ADD COLUMN mood TEXT UNIQUE", True),
        ("ALTER TABLE room DROP COLUMN head", True),
        ("ALTER TABLE room RENAME COLUMN head TO last", True),
        ("ALTER TABLE room ALTER COLUMN head TYPE text", True),
        ("DROP TABLE log", True),
        ("DROP INDEX room_due", True),
        ("INSERT INTO fresh (a) VALUES (1)", False),
        ("INSERT INTO room (room) VALUES ('r')", True),
        ("DELETE FROM room", True),
        ("UPDATE oldest_program SET level = 9, version = '0.4.0'", False),
        ("UPDATE room SET head = 0", True),
    ],
)
def test_the_rule_of_migrations(statement, is_broken):
    assert breaks_rule(statement, {"fresh"}) is is_broken


def test_both_databases_have_the_same_migration_numbers():
    numbers = [[n for n, _ in migrations.all_migrations(database)] for database in DATABASES]
    assert numbers[0] == numbers[1] == sorted(set(numbers[0]))


def add_migration(monkeypatch, *scripts: str) -> None:
    """Let the program know one more migration, of the statements for each database."""
    real_migrations = migrations.all_migrations

    def more(database: str) -> list[tuple[int, str]]:
        script = scripts[DATABASES.index(database) % len(scripts)]
        return [*real_migrations(database), (real_migrations(database)[-1][0] + 1, script)]

    monkeypatch.setattr(migrations, "all_migrations", more)


async def test_a_program_works_on_a_store_that_a_newer_one_has_migrated(url, monkeypatch):
    async with opened(url) as store:
        await store.append(append("old"))
    with monkeypatch.context() as newer:
        add_migration(newer, *ADDITIONS)
        await (await open_store(url)).close()
    async with opened(url) as store:
        for room in ("old", "new"):
            seq = 2 if room == "old" else 1
            assert await store.append(append(room, seq)) == Appended()
            assert [entry.seq for entry in await store.log(room)] == list(range(1, seq + 1))
        assert len(await store.rows("waiting")) == 2
        await store.set_private_data("old", 0, b"plan")
        await store.record_heartbeat(1)
        await store.renew_process(ProcessRow("p", 10, 1, "{}"))
        assert await store.claim_lease("old", "p", 1) == "p"
    with monkeypatch.context() as newer:  # and the newer one again, after it
        add_migration(newer, *ADDITIONS)
        async with opened(url) as store:
            assert len(await store.log("old")) == 2


async def test_a_store_names_the_oldest_program_that_may_use_it(url, monkeypatch):
    level = migrations.program_level("sqlite")
    with monkeypatch.context() as newer:
        add_migration(newer, RAISED)
        await (await open_store(url)).close()
    with pytest.raises(NewerStore, match=rf"needs Byzanz 7\.3 or newer.* above {level}\b"):
        await open_store(url)


async def test_a_database_that_names_no_program_is_refused(sqlite_url, postgres_url, monkeypatch):
    with monkeypatch.context() as other:
        other.setattr(
            migrations, "all_migrations", lambda _: [(999, "CREATE TABLE other (a INTEGER)")]
        )
        for url in (sqlite_url, postgres_url):
            await (await open_store(url)).close()
    for url in (sqlite_url, postgres_url):
        with pytest.raises(NewerStore, match="newer schema"):
            await open_store(url)


async def test_the_program_before_the_newest_migration_is_served_as_the_store_says(
    url, monkeypatch
):
    await (await open_store(url)).close()
    real_migrations = migrations.all_migrations
    scripts = " ".join(sql for _, sql in real_migrations("sqlite"))
    oldest = max(int(level) for level in LEVELS.findall(scripts))
    monkeypatch.setattr(
        migrations, "all_migrations", lambda database: real_migrations(database)[:-1]
    )
    if migrations.program_level("sqlite") < oldest:
        with pytest.raises(NewerStore):
            await open_store(url)
    else:
        async with opened(url) as store:
            assert await store.append(append()) == Appended()
